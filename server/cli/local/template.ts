import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Countersign, Instantiated, TemplateImportParams } from '../../../sdk/src/index.ts'
import { saveTo } from '../../../sdk/src/node.ts'
import type { Progress } from './progress.ts'

const SEAL_TIMEOUT_MS = 30_000
const POLL_MS = 100

const FIELDS = [
  { key: 'customer', kind: 'scalar' as const, type: 'text' as const, labels: { en: 'Customer' } },
  { key: 'deposit', kind: 'scalar' as const, type: 'money' as const, currency: 'EUR', labels: { en: 'Deposit' } },
  { key: 'po_number', kind: 'scalar' as const, type: 'text' as const, labels: { en: 'Purchase order' } },
  {
    key: 'items',
    kind: 'collection' as const,
    labels: { en: 'Items' },
    columns: [
      { key: 'what', type: 'text' as const, required: true, labels: { en: 'Item' } },
      { key: 'price', type: 'money' as const, currency: 'EUR', labels: { en: 'Price' } },
    ],
  },
]

const box = (y: number) => ({ page: 1, x: 0.12, y, w: 0.4, h: 0.03 })
const MODEL: TemplateImportParams['template'] = {
  format: 1,
  name: 'Offer',
  slots: [{ slot: 1, role: 'customer', labels: { en: 'Customer' } }],
  boxes: [
    { ...box(0.15), kind: 'text', field: 'customer' },
    { ...box(0.2), kind: 'text', field: 'deposit' },
    {
      ...box(0.26),
      kind: 'table',
      field: 'items',
      w: 0.76,
      h: 0.2,
      table: {
        columns: [
          { key: 'what', share: 0.7 },
          { key: 'price', share: 0.3, align: 'end' },
        ],
      },
    },
    { ...box(0.8), kind: 'text', field: 'po_number', slot: 1 },
    { ...box(0.86), kind: 'signature', slot: 1, h: 0.06 },
  ],
}

const CUSTOMER = { slot: 1, email: 'edsger@example.com', name: 'Edsger Dijkstra' }
const VALUES = {
  customer: 'Dijkstra & Sons',
  deposit: '1250.00',
  items: Array.from({ length: 30 }, (_, index) => ({ what: `Bicycle no. ${index + 1}`, price: '499.50' })),
}

/**
 * A template: imported, filled on trial, staged for a review, confirmed, signed and sealed. Its table grows over added
 * pages. The sandbox uses the templates of its live workspace. @returns the sealed document and where its file was written
 */
export async function tryTemplate(
  live: Countersign,
  client: Countersign,
  { step }: Progress,
  outDir: string,
): Promise<{ documentId: string; path: string }> {
  const { id } = await step(
    'Template',
    () => importOffer(live),
    ({ name, version }) => `${name}, locked as version ${version}`,
  )
  const body = { recipients: [CUSTOMER], field_values: VALUES, send_emails: false }
  await step('Dry run', () => client.templates.validate(id, body), dryRun)
  const { document_id: documentId } = await step(
    'Stage',
    () => client.templates.instantiate(id, { ...body, review: true }),
    ({ review_expires_at: until }) => `for a review until ${until?.slice(0, 10)}`,
  )
  if (documentId === null) throw new Error('the staged document has no id')
  const { recipients } = await step(
    'Confirm',
    () => client.documents.confirm(documentId),
    ({ recipients: [first] }) => `${first?.email} may sign now`,
  )
  await step(
    'Sign',
    () => client.sandbox.act(recipients[0]!.signing_request_id!, { do: 'sign' }),
    () => CUSTOMER.name,
  )
  await step(
    'Seal',
    () => sealed(client, documentId),
    () => 'with a time stamp',
  )
  const { path } = await step(
    'Download',
    async () => saveTo(join(outDir, 'offer.pdf'), await client.documents.downloadSigned(documentId)),
    ({ length }) => `offer.pdf, ${length} bytes`,
  )
  await step(
    'Values',
    () => client.documents.values(documentId),
    (values) =>
      values
        .filter(({ owner }) => owner === 'signer')
        .map(({ label, value }) => `${label}: ${value}`)
        .join(', '),
  )
  return { documentId, path }
}

async function importOffer(client: Countersign) {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  page.drawText('Offer', { x: 72, y: 760, size: 22, font })
  page.drawText('Your purchase order:', { x: 72, y: 176, size: 11, font })
  return client.templates.import({
    file: await pdf.save(),
    filename: 'offer.pdf',
    template: MODEL,
    fields: FIELDS,
    lock: true,
  })
}

function dryRun({ ok, problems, warnings }: Instantiated): string {
  if (!ok) throw new Error(`the dry run found: ${problems.map(({ message }) => message).join('; ')}`)
  return `nothing to refuse, ${warnings.length} warnings`
}

async function sealed(client: Countersign, documentId: string): Promise<void> {
  const deadline = performance.now() + SEAL_TIMEOUT_MS
  while ((await client.documents.get(documentId)).status !== 'signed') {
    if (performance.now() > deadline) throw new Error(`not sealed within ${SEAL_TIMEOUT_MS} ms`)
    await delay(POLL_MS)
  }
}
