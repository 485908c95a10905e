import type { Warning } from '../../../../domain/sending/draft.ts'
import { remarkOf } from '../../../../domain/sending/remark.ts'
import type { TemplateView } from '../../../../domain/templates/read.ts'
import type { Entries } from '../../instance/entries.ts'
import { PersonFields } from '../../instance/person.tsx'
import { ValueFields } from '../../instance/values.tsx'
import { EntryField, ProblemList, type Problems, TextArea } from '../../parts/form.tsx'
import { type Crumb, Page } from '../../parts/page.tsx'
import { ButtonLink, Card, Empty, Link, Submit } from '../../parts/pieces.tsx'
import type { View } from '../../state.ts'
import { FORM, slotName, valueForm } from './form.ts'

export interface SendPageProps {
  view: View
  template: TemplateView
  /** What the form shows. */
  entries: Entries
  problems: Problems
  /** The name of the field that has the focus; null: none. */
  focus: string | null
  /** A dry run found nothing wrong; these are its remarks. Null: there was none. */
  checked: Warning[] | null
  /** A secret of this form, so that it is sent once. */
  once: string
}

/** A template filled in and sent by hand: recipients by slot, values by type. */
export function SendPage(props: SendPageProps) {
  const { view, template, entries, problems, focus, checked, once } = props
  const { model } = template.snapshot
  const { id } = template.template
  const values = valueForm(template)
  const own = { ...values, inputs: values.inputs.filter(({ slot }) => slot === null) }
  const signers = { ...values, inputs: values.inputs.filter(({ slot }) => slot !== null) }
  const ordered = model.signing_mode === 'sequential'
  return (
    <Page
      view={view}
      title={`Send ${model.name}`}
      apiCall={`POST /v1/templates/${id}/instantiate`}
      crumbs={crumbsOf(template)}
      lead={
        <>
          Version {template.version}. Many at once? <Link href={`/templates/${id}/csv`}>Send to a list</Link>
        </>
      }
    >
      <form id={FORM} method="post" action={`/templates/${id}/send`} class="stack narrow">
        <ProblemList problems={problems} />
        {checked && <Checked warnings={checked} ordered={ordered} of={model.slots.length} />}
        <input type="hidden" name="once" value={once} />
        <input type="hidden" name="version" value={String(template.version)} />
        {/* What the enter key presses: it must not send. */}
        <button type="submit" class="unseen" name="do" value="check" tabindex={-1}>
          Check
        </button>
        <Card title="Recipients" aside={<span class="small">{ordered ? 'In order' : 'All at once'}</span>} pad="stack">
          {model.slots.map((slot) => (
            <PersonFields
              slot={slot.slot}
              role={slotName(slot, template)}
              pinned={slot.pinned_email !== null}
              ordered={ordered}
              of={model.slots.length}
              entries={entries}
              problems={problems}
            />
          ))}
        </Card>
        {own.inputs.length > 0 && (
          <Card title="Values" pad="stack">
            <ValueFields of={own} {...{ entries, problems, focus }} />
          </Card>
        )}
        {signers.inputs.length > 0 && (
          <Card title="Filled in for the signers" aside={<span class="small">if you know it already</span>} pad="stack">
            <ValueFields of={signers} {...{ entries, problems, focus }} />
          </Card>
        )}
        <Card title="Invitation" pad="stack">
          <EntryField
            name="title"
            label="Title (optional)"
            value={entries.title ?? ''}
            problems={problems}
            maxlength={200}
            hint={`Without one: ${model.name}`}
          />
          <TextArea
            name="message"
            label="Message (optional)"
            value={entries.message ?? ''}
            problems={problems}
            maxlength={1000}
          />
        </Card>
        <div class="buttons">
          <Submit label={sendWords(ordered, model.slots.length)} kind="primary" name="do" value="send" />
          <Submit label="Review first" name="do" value="stage" />
          <Submit label="Check only" name="do" value="check" />
        </div>
      </form>
    </Page>
  )
}

export function crumbsOf({ template, snapshot }: TemplateView): Crumb[] {
  return [
    ['Templates', '/templates'],
    [snapshot.model.name, `/templates/${template.id}`],
  ]
}

/** Why nothing can be sent from this template; null: it can. */
export function obstacle({ template, snapshot }: TemplateView): string | null {
  if (template.status === 'draft') return 'It is a draft. Only a locked template can be sent; lock it first.'
  if (template.status === 'archived') return 'It is archived. Restore it first.'
  return snapshot.model.slots.length > 0 ? null : 'Nobody signs it. A program makes files from it, with generate.'
}

/** Instead of the form. */
export function Unsendable({ view, template, why }: { view: View; template: TemplateView; why: string }) {
  const { name } = template.snapshot.model
  const call = `POST /v1/templates/${template.template.id}/instantiate`
  return (
    <Page view={view} title={`Send ${name}`} apiCall={call} crumbs={crumbsOf(template)}>
      <Empty title="This template cannot be sent">
        <p>{why}</p>
        <p>
          <ButtonLink href={`/templates/${template.template.id}`} label="Back to the template" />
        </p>
      </Empty>
    </Page>
  )
}

function Checked({ warnings, ordered, of }: { warnings: Warning[]; ordered: boolean; of: number }) {
  const first = ordered && of > 1 ? 'the first recipient' : of === 1 ? 'the recipient' : `${of} recipients`
  return (
    <div class="card pad" role="status">
      <p>
        <b>Nothing is wrong.</b> Sending it now would invite {first}.
      </p>
      {warnings.length > 0 && (
        <ul>
          {warnings.map((warning) => (
            <li>{remarkOf(warning)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function sendWords(ordered: boolean, of: number): string {
  if (of === 1) return 'Send'
  return ordered ? `Send to the first of ${of}` : `Send to ${of}`
}
