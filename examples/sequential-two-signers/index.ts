import { Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

const [path, first, second] = process.argv.slice(2)
if (!path || !first || !second) throw new Error('usage: sequential-two-signers FILE.pdf FIRST_EMAIL SECOND_EMAIL')

const client = new Countersign()
const { documentId, signers } = await client.signingRequests.create({
  file: await fromPath(path),
  signing_mode: 'sequential',
  // The second is invited when the first has signed.
  signers: [
    { email: first, name: 'Ada Lovelace', role: 'tenant', signing_order: 1 },
    { email: second, name: 'Grace Hopper', role: 'landlord', signing_order: 2 },
  ],
})
console.log(`Sent ${documentId}`)
for (const { order, email, status } of signers) console.log(`${order}. ${email}: ${status}`)
