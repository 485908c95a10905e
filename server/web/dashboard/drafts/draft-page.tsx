import type { DraftFile, SigningMode } from '../../../db/schema.ts'
import type { Linked } from '../../../domain/documents/replacements.ts'
import { signersIn } from '../../../domain/drafts/compose.ts'
import { placementState } from '../../../domain/drafts/edit.ts'
import { type DraftRow, type DraftView, draftTitle } from '../../../domain/drafts/read.ts'
import { DRAFTS } from '../../../limits.ts'
import { EntryField, InWorkspace, ProblemList, type Problems } from '../parts/form.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import { ButtonLink, Card, PostButton, Submit } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { hasEmail, isNobody } from './entries.ts'
import { Files } from './new-page.tsx'
import { Placing } from './placing.tsx'
import { fileRemarks } from './remarks.ts'
import { ReplacedWords } from './replaced.tsx'
import { personLabel } from './saved.ts'
import { SignerRows, type SignerRowsProps } from './signers.tsx'
import { Terms } from './terms.tsx'

/** Above the page of a draft. */
export const DRAFT_CRUMBS: Crumb[] = [
  ['Documents', '/documents'],
  ['Drafts', '/documents/drafts'],
]

export interface DraftProps {
  view: View
  shown: DraftView
  /** What it is to replace. */
  replaced: Linked | null
  now: Date
  /** Whose pages are shown beside the people; null: there is none. */
  file: DraftFile | null
  problems: Problems
  /** Of the signers. */
  places: SignerRowsProps['places']
  hasSms: boolean
  known: SignerRowsProps['known']
  /** Those of the workspace. */
  folders: string[]
}

/** A draft on one page: its pages with their fields, who signs, what they are told, and the way to send it. */
export function DraftPage({ view, shown, replaced, now, file, problems, folders, ...people }: DraftProps) {
  const { draft } = shown
  const base = `/documents/drafts/${draft.id}`
  const { signers } = draft.model
  const looks = file && (signersIn(draft, file)[0] ?? signers[0])
  const isSigner = signers.some(hasEmail(view.person.email))
  const canAdd = signers.length < DRAFTS.signers
  const canAddMe = !isSigner && (canAdd || signers.some(isNobody))
  return (
    <Page
      view={view}
      title={draftTitle(draft)}
      apiCall="POST /v1/signing-requests"
      crumbs={DRAFT_CRUMBS}
      lead={
        <>
          Nobody has been notified yet. <span id="saved" role="status" />
        </>
      }
      actions={
        <div class="buttons">
          {looks && <ButtonLink label="Preview as a signer" href={`${base}/files/${file.id}/preview/${looks.id}`} />}
          <Sending isSigner={isSigner} />
        </div>
      }
    >
      <ProblemList problems={problems} />
      <Notes shown={shown} />
      <div class="composer">
        <div class="stack draft">
          <Replacing draft={draft} replaced={replaced} now={now} />
          <form method="post" action={base} class="stack" id="draft">
            {/* What the Enter key presses. */}
            <button type="submit" name="do" value="save" hidden>
              Save
            </button>
            <input type="hidden" name="revision" value={String(draft.revision)} />
            <input type="hidden" name="pasted" />
            <Card title="People" aside={<Order mode={draft.model.signing_mode} />}>
              <SignerRows {...{ draft, problems, ...people }} />
              <Adding canAdd={canAdd} canAddMe={canAddMe} />
            </Card>
            <Terms draft={draft} problems={problems} folders={folders} />
            <PdfList shown={shown} problems={problems} />
            <noscript>
              <Submit label="Save" name="do" value="save" />
            </noscript>
          </form>
          {draft.files.length < DRAFTS.files && (
            <form
              method="post"
              action={`/documents/new?draft=${draft.id}`}
              enctype="multipart/form-data"
              class="card pad stack"
              data-drop
            >
              <InWorkspace view={view} />
              <Files label="Add PDFs or pictures" />
              <div class="buttons">
                <Submit label="Add" />
              </div>
            </form>
          )}
          <div class="buttons">
            <Submit label="Delete this draft" kind="danger" form="draft" name="do" value="delete" formnovalidate />
          </div>
        </div>
        {file && <Paper draft={draft} file={file} />}
      </div>
      <dialog id="summary" aria-label="Send" />
    </Page>
  )
}

/** With a script, one button that asks first; else the buttons that send at once. */
function Sending({ isSigner }: { isSigner: boolean }) {
  return (
    <div class="buttons" id="sending">
      <Submit label="Send now" kind="primary" form="draft" name="do" value="send" />
      {isSigner && <Submit label="Send, and sign my part now" form="draft" name="do" value="sign" />}
      <Submit label="Send later" form="draft" name="do" value="later" />
    </div>
  )
}

/** The pages with their fields, where the window has room for them and the script that places them runs. */
function Paper({ draft, file }: { draft: DraftRow; file: DraftFile }) {
  const { placement, boxes } = file
  return (
    <section id="paper" aria-label={`Pages of ${file.title}`} hidden>
      <Placing {...{ draft, file, placement, boxes }} was={placementState(file)} problems={{}} isBeside />
    </section>
  )
}

function Order({ mode }: { mode: SigningMode }) {
  return (
    <div class="check">
      <input id="signing_mode" name="signing_mode" type="checkbox" value="sequential" checked={mode === 'sequential'} />
      <label for="signing_mode">One after another</label>
    </div>
  )
}

/** What the draft will replace, and what of it stays behind; the button makes it an ordinary draft. */
function Replacing({ draft, replaced, now }: { draft: DraftRow } & Pick<DraftProps, 'replaced' | 'now'>) {
  const { carried } = draft
  if (!carried) return null
  return (
    <div class="card pad stack">
      {replaced && <ReplacedWords replaced={replaced} now={now} />}
      {!carried.send_emails && (
        <p>No emails are sent to its signers, as before. Their links are on the page of the new document.</p>
      )}
      {carried.had_callback && <p>The callback URL of the document before is not taken over.</p>}
      {replaced && (
        <PostButton action={`/documents/drafts/${draft.id}/detach`} label="Keep both documents" kind="small" />
      )}
    </div>
  )
}

function Notes({ shown: { draft } }: Pick<DraftProps, 'shown'>) {
  if (draft.send_problem === null) return null
  return (
    <div class="problems">
      <p>It could not be sent at its time: {draft.send_problem}</p>
    </div>
  )
}

/** Not held up by what is half typed: nothing of a draft is checked before it is sent. */
function Adding({ canAdd, canAddMe }: { canAdd: boolean; canAddMe: boolean }) {
  return (
    <div class="pad buttons">
      {canAddMe && <Submit label="Add me" kind="small" name="do" value="add-me" formnovalidate />}
      {canAdd && <Submit label="Add a signer" kind="small" name="do" value="add" formnovalidate />}
      {canAdd && <small class="hint">Paste a list, and each line becomes a person.</small>}
    </div>
  )
}

function PdfList({ shown: { draft }, problems }: Pick<DraftProps, 'shown' | 'problems'>) {
  const { files, model } = draft
  return (
    <Card title={files.length === 1 ? 'PDF' : `${files.length} PDFs`}>
      {files.length === 0 && <p class="pad">There is no PDF left. Drop one here, or add one below.</p>}
      <ul class="plain">
        {files.map((file) => {
          const who = signersIn(draft, file)
          const names = who.map((one) => personLabel(one, model.signers.indexOf(one))).join(', ')
          return (
            <li class="pad stack pdf">
              <EntryField
                name={`title.${file.id}`}
                label="Title"
                value={file.title}
                maxlength={200}
                required
                problems={problems}
              />
              <p class="small">
                <bdi>{file.filename}</bdi> · {file.pages.length === 1 ? '1 page' : `${file.pages.length} pages`} ·{' '}
                {placed(file)}
                {model.signers.length > 0 && (
                  <> · to be signed by {who.length === 0 ? 'nobody yet' : <bdi>{names}</bdi>}</>
                )}
              </p>
              <Remarks of={fileRemarks(file)} />
              <div class="buttons">
                <Submit
                  label="Fields"
                  about={` of ${file.title}`}
                  kind="small"
                  name="do"
                  value={`fields ${file.id}`}
                  formnovalidate
                />
                <Submit
                  label="Remove"
                  about={` ${file.title}`}
                  kind="small"
                  name="do"
                  value={`without ${file.id}`}
                  formnovalidate
                />
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Remarks({ of }: { of: string[] }) {
  if (of.length === 0) return null
  return (
    <ul class="small">
      {of.map((remark) => (
        <li>{remark}</li>
      ))}
    </ul>
  )
}

/** Where the fields are. */
function placed({ placement, markers, boxes }: DraftView['draft']['files'][number]): string {
  switch (placement) {
    case 'explicit': {
      const free = boxes.filter(({ signer }) => signer === '').length
      const all = boxes.length === 1 ? '1 field placed' : `${boxes.length} fields placed`
      return free === 0 ? all : `${all}, ${free} without a signer`
    }
    case 'auto_append':
      return 'signatures on a page at the end'
    case 'anchors':
      return markers.length === 1 ? '1 marker' : `${markers.length} markers`
  }
}
