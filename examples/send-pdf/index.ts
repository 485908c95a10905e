import { Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

const [path, email] = process.argv.slice(2)
if (!path || !email) throw new Error('usage: send-pdf FILE.pdf EMAIL')

// The key and the address of the API come from COUNTERSIGN_API_KEY and COUNTERSIGN_BASE_URL.
const client = new Countersign()
const { workspace } = await client.me.get()
const created = await client.signingRequests.create({ file: await fromPath(path), signers: [{ email }] })

console.log(`Sent from ${workspace.name}. Keep the id: ${created.documentId}`)
for (const signer of created.signers) console.log(`${signer.email} signs at ${signer.signingUrl}`)
