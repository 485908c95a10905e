import { Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'

const [path, email] = process.argv.slice(2)
if (!path || !email) throw new Error('usage: explicit-fields FILE.pdf EMAIL')

const client = new Countersign()
const { documentId, fields } = await client.signingRequests.create({
  file: await fromPath(path),
  signers: [{ email, role: 'buyer', name: 'Ada Lovelace' }],
  placement: 'explicit',
  // Fractions of the page, from its top left corner.
  fields: [
    { role: 'buyer', kind: 'signature', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.06 },
    { role: 'buyer', kind: 'date', page: 1, x: 0.5, y: 0.8, w: 0.2, h: 0.03 },
    { role: 'buyer', kind: 'text', page: 1, x: 0.1, y: 0.7, w: 0.4, h: 0.03, label: 'Place of birth', required: false },
  ],
})
console.log(`Sent ${documentId} with ${fields.length} fields`)
