import type { Countersign } from '../../sdk/src/index.ts'
import { makePdf } from '../../test/support/pdf-fixtures.ts'
import type { LoadOptions } from './arguments.ts'

export interface Sent {
  documentId: string
  /** In the order of signing. */
  signers: { requestId: string; url: string }[]
}

/** Sends a document, by an upload or from a template. */
export type Send = (index: number) => Promise<Sent>

/** @returns what sends; the template is made before, unless the workspace has it from an earlier run */
export async function sender(
  client: Countersign,
  { signers: count, mix, pdf }: Pick<LoadOptions, 'signers' | 'mix' | 'pdf'>,
): Promise<Send> {
  const file = new Blob([new Uint8Array(pdf ?? makePdf())], { type: 'application/pdf' })
  const people = Array.from({ length: count }, (_, at) => ({
    email: `signer-${at + 1}@example.com`,
    name: `Signer ${at + 1}`,
  }))
  const upload: Send = async () => {
    const created = await client.signingRequests.create({
      file,
      filename: 'load.pdf',
      signers: people,
      send_emails: false,
    })
    const signers = created.signers.map((one) => ({ requestId: one.signingRequestId, url: one.signingUrl }))
    return { documentId: created.documentId, signers }
  }
  if (mix === 'uploads') return upload
  const template = await templateOf(client, count)
  const fill: Send = async () => {
    const created = await client.templates.instantiate(template, {
      recipients: people.map((person, at) => ({ slot: at + 1, ...person })),
      field_values: { load_test_name: 'Ada Lovelace' },
      send_emails: false,
    })
    const signers = created.recipients.map((one) => ({ requestId: one.signing_request_id!, url: one.signing_url! }))
    return { documentId: created.document_id!, signers }
  }
  return (index) => (index % 2 === 0 ? upload(index) : fill(index))
}

/** A locked template with a text and a signature for each signer, of two pages. */
async function templateOf(client: Countersign, count: number): Promise<string> {
  const name = `Load test, signers: ${count}`
  for await (const template of client.templates.list()) if (template.name === name) return template.id
  const slots = Array.from({ length: count }, (_, at) => ({ slot: at + 1, role: `signer${at + 1}` }))
  const box = { page: 1, w: 0.3, h: 0.04 }
  const boxes = slots.map(({ slot }) => ({
    ...box,
    kind: 'signature',
    slot,
    x: slot % 2 === 0 ? 0.6 : 0.1,
    y: 0.2 + 0.035 * slot,
  }))
  const imported = await client.templates.import({
    file: new Blob([new Uint8Array(makePdf({ pages: 2 }))], { type: 'application/pdf' }),
    filename: 'load.pdf',
    template: {
      format: 1,
      name,
      signing_mode: 'parallel',
      slots,
      boxes: [{ ...box, kind: 'text', field: 'load_test_name', x: 0.1, y: 0.1 }, ...boxes],
    } as never,
    fields: [{ key: 'load_test_name', kind: 'scalar', type: 'text', labels: { en: 'Name' } }] as never,
    lock: true,
  })
  return imported.id
}
