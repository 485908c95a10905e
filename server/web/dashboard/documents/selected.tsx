import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import type { UserActor } from '../../../domain/actor.ts'
import { listFolders, moveDocuments } from '../../../domain/documents/folders.ts'
import { type DocumentView, getDocument } from '../../../domain/documents/get.ts'
import { getSignedDocument } from '../../../domain/documents/read-files.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertMay } from '../../../domain/may.ts'
import { fileNameOf } from '../../../domain/sending/file-name.ts'
import { allows } from '../../../domain/signers/states.ts'
import { withdrawDocument } from '../../../domain/signing/withdraw.ts'
import { downloadBody } from '../../../http/download.ts'
import { type ZipEntry, zipStream } from '../../../http/zip.ts'
import { LIST } from '../../../limits.ts'
import { flashTo } from '../flash.ts'
import { type Form, formOf } from '../form.ts'
import { Confirm } from '../parts/confirm.tsx'
import { EntryField } from '../parts/form.tsx'
import { pathToReturnTo } from '../signed-in.ts'
import type { DashboardState } from '../state.ts'
import { ReasonField, reasonIn } from './actions.tsx'
import { remindAll } from './remind.ts'

/** What is done to several documents of the list at once. Works without a script. */
export function selectedRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()

  routes.post('/documents/selected', async (c) => {
    const view = c.get('view')
    const form = await formOf(c)
    const list = pathToReturnTo(form.text('list'))
    const shown = await documentsIn(ctx, view.actor, form)
    if (shown.length === 0) return flashTo(ctx, c, list, 'Select the documents first.', 'bad')
    switch (form.text('do')) {
      case 'remind':
        return remind(ctx, c, shown, list)
      case 'download':
        return download(ctx, c, shown, list)
      case 'move':
        return move(ctx, c, shown, { list, form })
      case 'withdraw':
        return withdraw(ctx, c, shown, { list, form })
      default:
        return c.redirect(list, 303)
    }
  })

  return routes
}

/** Those that are still there. */
async function documentsIn(ctx: Ctx, actor: UserActor, form: Form): Promise<DocumentView[]> {
  const ids = [...new Set(form.all('document'))].slice(0, LIST.rows)
  const found = await Promise.all(
    ids.map((id) =>
      getDocument(ctx, actor, id).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'not_found') return null
        throw error
      }),
    ),
  )
  return found.filter((one) => one !== null)
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

async function remind(ctx: Ctx, c: Context<DashboardState>, shown: DocumentView[], list: string): Promise<Response> {
  const { actor } = c.get('view')
  const reminded = []
  for (const one of shown) reminded.push(await remindAll(ctx, actor, one))
  const sent = reminded.flatMap((one) => one.sent)
  const unsent = reminded.flatMap((one) => one.unsent)
  const [first] = unsent
  const not = first ? ` ${counted(unsent.length, 'person was', 'people were')} not reminded: ${first.why.message}.` : ''
  if (sent.length === 0) return flashTo(ctx, c, list, `Nobody was reminded.${not}`, 'bad')
  const text = `${counted(sent.length, 'person was', 'people were')} reminded.${not}`
  return flashTo(ctx, c, list, text, first ? 'bad' : 'ok')
}

/** The sealed files; those that are not signed yet have none. */
async function download(ctx: Ctx, c: Context<DashboardState>, shown: DocumentView[], list: string): Promise<Response> {
  const { actor } = c.get('view')
  const entries: ZipEntry[] = []
  const names = new Map<string, number>()
  for (const { document } of shown) {
    if (document.seal_state !== 'sealed' || document.deleted_at !== null) continue
    const file = await getSignedDocument(ctx, actor, document.id)
    const name = fileNameOf(document.title)
    const times = names.get(name) ?? 0
    names.set(name, times + 1)
    const unique = times === 0 ? name : name.replace(/\.pdf$/, ` (${times + 1}).pdf`)
    entries.push({ name: unique, open: () => file.stream() })
  }
  if (entries.length === 0) return flashTo(ctx, c, list, 'None of these is signed yet.', 'bad')
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="signed.zip"',
    'Cache-Control': 'private, no-store',
  }
  return new Response(await downloadBody(ctx, c as Context, zipStream(entries, ctx.clock.now())), { headers })
}

/** Asks for the name of the folder first. */
async function move(
  ctx: Ctx,
  c: Context<DashboardState>,
  shown: DocumentView[],
  { list, form }: { list: string; form: Form },
): Promise<Response> {
  const view = c.get('view')
  const ask = async (folder: string, problem?: string) =>
    c.html(
      <Confirm
        view={view}
        title={`Move ${counted(shown.length, 'document', 'documents')} to a folder`}
        action="/documents/selected"
        button="Move"
        cancel={list}
        fields={{ do: 'move', confirmed: '1', list }}
      >
        <Titles of={shown} />
        <EntryField
          name="folder"
          label="Folder"
          hint="One that is there, or a new one. Empty: out of any folder."
          value={folder}
          maxlength={LIST.folderName}
          list="folders"
          problems={problem === undefined ? {} : { folder: problem }}
        />
        <datalist id="folders">
          {(await listFolders(ctx, view.actor)).map((name) => (
            <option value={name} />
          ))}
        </datalist>
      </Confirm>,
      problem === undefined ? 200 : 422,
    )
  const [first] = shown
  if (form.text('confirmed') === '') {
    assertMay(ctx, view.actor, 'moveDocuments')
    return ask(
      shown.every(({ document }) => document.folder === first!.document.folder) ? (first!.document.folder ?? '') : '',
    )
  }
  const typed = form.text('folder')
  try {
    const ids = shown.map(({ document }) => document.id)
    const { count, folder } = await moveDocuments(ctx, view.actor, ids, typed)
    const what = counted(count, 'document is', 'documents are')
    return flashTo(ctx, c, list, folder === null ? `${what} in no folder now.` : `${what} in the folder ${folder} now.`)
  } catch (error) {
    if (error instanceof DomainError && error.meta?.path === 'folder') return ask(typed, error.message)
    throw error
  }
}

/** What it is about, which the form sends along. */
const Titles = ({ of }: { of: DocumentView[] }) => (
  <ul>
    {of.map(({ document }) => (
      <li dir="auto">
        {document.title}
        <input type="hidden" name="document" value={document.id} />
      </li>
    ))}
  </ul>
)

async function withdraw(
  ctx: Ctx,
  c: Context<DashboardState>,
  shown: DocumentView[],
  { list, form }: { list: string; form: Form },
): Promise<Response> {
  const { actor } = c.get('view')
  assertMay(ctx, actor, 'withdrawDocument')
  const open = shown.filter(({ signers }) => signers.some(({ status }) => allows('withdraw', status)))
  if (open.length === 0) return flashTo(ctx, c, list, 'Nobody is asked to sign these any more.', 'bad')
  if (form.text('confirmed') === '') {
    return c.html(
      <Confirm
        view={c.get('view')}
        title={`Withdraw ${counted(open.length, 'document', 'documents')}?`}
        apiCall="POST /v1/signing-requests/{id}/withdraw"
        action="/documents/selected"
        button="Withdraw"
        cancel={list}
        fields={{ do: 'withdraw', confirmed: '1', list }}
        danger
      >
        <p>They can no longer be signed or completed. This cannot be undone.</p>
        <Titles of={open} />
        <ReasonField />
      </Confirm>,
    )
  }
  const reason = reasonIn(form)
  let count = 0
  for (const { document } of open) if ((await withdrawDocument(ctx, actor, document.id, reason)) > 0) count++
  return flashTo(ctx, c, list, `${counted(count, 'document was', 'documents were')} withdrawn.`)
}
