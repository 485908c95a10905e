import type { Linked } from '../../../domain/documents/replacements.ts'
import { roleOf, signersIn } from '../../../domain/drafts/compose.ts'
import { type DraftRow, type DraftView, draftTitle } from '../../../domain/drafts/read.ts'
import { DRAFTS } from '../../../limits.ts'
import { SIGNING_MODES } from '../instance/person.tsx'
import { DaysToSign, EntryField, InWorkspace, ProblemList, type Problems, Select, TextArea } from '../parts/form.tsx'
import { type Crumb, Page } from '../parts/page.tsx'
import { Card, PostButton, Submit } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { hasEmail, isNobody } from './entries.ts'
import { Files } from './new-page.tsx'
import { fileRemarks } from './remarks.ts'
import { ReplacedWords } from './replaced.tsx'
import { SignerRows, type SignerRowsProps } from './signers.tsx'

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
  problems: Problems
  /** Of the signers. */
  places: SignerRowsProps['places']
  hasSms: boolean
}

/** A draft: its PDFs, who signs them, what they are told, and the ways to send it. */
export function DraftPage({ view, shown, replaced, now, problems, places, hasSms }: DraftProps) {
  const { draft } = shown
  const base = `/documents/drafts/${draft.id}`
  const { signers } = draft.model
  const isSigner = signers.some(hasEmail(view.person.email))
  const canAdd = signers.length < DRAFTS.signers
  const canAddMe = !isSigner && (canAdd || signers.some(isNobody))
  return (
    <Page
      view={view}
      title={draftTitle(draft)}
      apiCall="POST /v1/signing-requests"
      crumbs={DRAFT_CRUMBS}
      lead="Nobody has been notified yet."
    >
      <ProblemList problems={problems} />
      <Notes shown={shown} />
      <div class="stack draft">
        <Replacing draft={draft} replaced={replaced} now={now} />
        <form method="post" action={base} class="stack">
          {/* What the Enter key presses. */}
          <button type="submit" name="do" value="save" hidden>
            Save
          </button>
          <input type="hidden" name="revision" value={String(draft.revision)} />
          <PdfList shown={shown} problems={problems} />
          <Card title="Signers" aside={<Adding canAdd={canAdd} canAddMe={canAddMe} />}>
            <SignerRows {...{ draft, problems, places, hasSms }} />
          </Card>
          <Terms shown={shown} problems={problems} />
          <div class="buttons">
            <Submit label="Send now" kind="primary" name="do" value="send" />
            {isSigner && <Submit label="Send, and sign my part now" name="do" value="sign" />}
            <Submit label="Send later" name="do" value="later" />
            <Submit label="Save" name="do" value="save" />
            <Submit label="Delete" kind="danger" name="do" value="delete" formnovalidate />
          </div>
        </form>
        {draft.files.length < DRAFTS.files && (
          <form
            method="post"
            action={`/documents/new?draft=${draft.id}`}
            enctype="multipart/form-data"
            class="card pad stack narrow"
          >
            <InWorkspace view={view} />
            <Files label="More PDFs" />
            <div class="buttons">
              <Submit label="Add" />
            </div>
            <p class="small">Save first what you have changed above.</p>
          </form>
        )}
      </div>
    </Page>
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
    <div class="buttons">
      {canAddMe && <Submit label="Add me" kind="small" name="do" value="add-me" formnovalidate />}
      {canAdd && <Submit label="Add a signer" kind="small" name="do" value="add" formnovalidate />}
    </div>
  )
}

function PdfList({ shown: { draft }, problems }: Pick<DraftProps, 'shown' | 'problems'>) {
  const { files, model } = draft
  return (
    <Card title={files.length === 1 ? 'PDF' : `${files.length} PDFs`}>
      {files.length === 0 && <p class="pad">There is no PDF left. Add one below.</p>}
      <ul class="plain">
        {files.map((file) => {
          const who = signersIn(draft, file)
          const names = who.map((one) => one.name || one.email || roleOf(one, model.signers.indexOf(one))).join(', ')
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

function Terms({ shown: { draft }, problems }: Pick<DraftProps, 'shown' | 'problems'>) {
  const { message, signing_mode, expires_in_days } = draft.model
  return (
    <Card title="Message and terms" pad="stack narrow">
      <TextArea
        name="message"
        label="Message"
        hint="In the invitation."
        value={message ?? ''}
        maxlength={2000}
        problems={problems}
      />
      <Select
        name="signing_mode"
        label="Order of signing"
        options={SIGNING_MODES}
        value={signing_mode}
        problems={problems}
      />
      <DaysToSign
        value={expires_in_days === null ? '' : String(expires_in_days)}
        hint="For each signer, from the invitation; the workspace's default if left empty."
        problems={problems}
      />
    </Card>
  )
}
