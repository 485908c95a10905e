import type { Page } from 'playwright-core'
import type { DraftModel, DraftPerson } from '../../server/db/schema.ts'
import type { UserActor } from '../../server/domain/actor.ts'
import { createDraft, editDraft, newPerson } from '../../server/domain/drafts/edit.ts'
import type { DraftRow } from '../../server/domain/drafts/read.ts'
import type { UploadedPdf } from '../../server/domain/sending/draft.ts'
import { makePdf, textAt } from './pdf-fixtures.ts'
import type { TestServer } from './server.ts'

type Server = Pick<TestServer, 'ctx'>

/** A PDF as a form brings it. */
export async function uploaded({ ctx }: Server, bytes: Uint8Array, filename = 'lease.pdf'): Promise<UploadedPdf> {
  const receiving = await ctx.storage.receive()
  await receiving.write(bytes)
  return { file: await receiving.finish(), filename, mediaType: 'application/pdf' }
}

/** A page with a signature marker for each of the roles. */
export function markedPdf(...roles: string[]): Buffer {
  const lines = roles.map((role, at) => textAt(72, 300 + at * 60, `[[ls:signature:${role}]]`))
  return makePdf({ content: lines.join('\n') })
}

/** A draft of PDFs, by default without markers, which these people sign. */
export async function draftFor(
  server: Server,
  actor: UserActor,
  people: Partial<DraftPerson>[],
  { names = ['lease.pdf'], pdf = makePdf(), ...model }: { names?: string[]; pdf?: Buffer } & Partial<DraftModel> = {},
): Promise<DraftRow> {
  const files = await Promise.all(names.map((name) => uploaded(server, pdf, name)))
  const { draft } = await createDraft(server.ctx, actor, files)
  const signers = people.map((person) => ({ ...newPerson(''), ...person }))
  const edit = { revision: draft!.revision, model: { ...draft!.model, ...model, signers }, titles: {} }
  return editDraft(server.ctx, actor, draft!.id, edit)
}

/** What the page of a draft sends when its button is pressed. */
export function draftForm({ revision, model, files }: DraftRow, button: string): Record<string, string> {
  const people = model.signers.flatMap(({ id, name, email, role }, at) =>
    Object.entries({ id, name, email, role }).map(([key, value]) => [`signers[${at}].${key}`, value]),
  )
  return {
    ...Object.fromEntries([...people, ...files.map(({ id, title }) => [`title.${id}`, title])]),
    do: button,
    revision: String(revision),
    signers: String(model.signers.length),
    signing_mode: model.signing_mode,
    message: model.message ?? '',
  }
}

/** A form with these PDFs, and other fields. */
export function uploadForm(fields: Record<string, string>, ...files: [name: string, bytes: Buffer][]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of files)
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name)
  return form
}

/** Presses Send on the page of a draft, and then a button of the question that it asks. */
export async function pressSend(page: Page, button = 'Send now'): Promise<void> {
  await page.getByRole('button', { name: 'Send…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
}
