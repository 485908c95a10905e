import { mkdir } from 'node:fs/promises'
import { Countersign } from '@countersign/sdk'
import { saveTo } from '@countersign/sdk/node'

const [documentId, folder] = process.argv.slice(2)
if (!documentId || !folder) throw new Error('usage: store-signed-copy DOCUMENT_ID FOLDER')

const client = new Countersign()
const document = await client.documents.get(documentId)
// The same hash as in the webhook document.completed.
if (!document.signedSha256) throw new Error(`the document is ${document.status}: there is no signed copy yet`)

await mkdir(folder, { recursive: true })
const signed = await saveTo(`${folder}/${documentId}.pdf`, await client.documents.downloadSigned(documentId), {
  sha256: document.signedSha256,
})
const trail = await saveTo(`${folder}/${documentId}.audit.pdf`, await client.documents.downloadAuditTrail(documentId))
console.log(`${signed.path}: ${signed.length} bytes, SHA-256 ${signed.sha256}`)
console.log(`${trail.path}: ${trail.length} bytes`)
