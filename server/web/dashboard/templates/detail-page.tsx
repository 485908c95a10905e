import type { TemplateSlot } from '../../../domain/templates/model.ts'
import { Page } from '../parts/page.tsx'
import { Card, Empty, FactsCard, Link, NeedsPlan, Pill, PostButton } from '../parts/pieces.tsx'
import { Table } from '../parts/table.tsx'
import { At } from '../parts/time.tsx'
import { may } from '../state.ts'
import { Actions, More } from './actions.tsx'
import { TemplateCall } from './call.tsx'
import type { TemplateDetailProps } from './detail-props.ts'
import { Before } from './problems.tsx'
import { count, fieldWords, localeName, stateWords } from './words.ts'

/** A template: its state, what is left to do before it is locked, who signs and what is filled in. */
export function TemplateDetailPage({ view, state, apiUrl }: TemplateDetailProps & { apiUrl: string }) {
  const { template, draft, locked } = state
  const words = stateWords(template)
  return (
    <Page
      view={view}
      title={draft.model.name}
      apiCall={`GET /v1/templates/${template.id}`}
      crumbs={[['Templates', '/templates']]}
      lead={
        <>
          <Pill tone={words.tone}>{words.text}</Pill>
          {draft.model.description !== null && <bdi> {draft.model.description}</bdi>}
        </>
      }
      actions={<Actions view={view} state={state} />}
    >
      <div class="two">
        <div class="stack">
          {state.offers.length > 0 && <Offers view={view} state={state} />}
          <Before view={view} state={state} />
          <Signers state={state} />
          <Inputs state={state} />
          {template.status === 'locked' && (
            <NeedsPlan view={view} verb="instantiateTemplate" what="Using a template, by hand or by API," />
          )}
          {locked && <TemplateCall apiUrl={apiUrl} id={template.id} version={template.version} snapshot={locked} />}
        </div>
        <div class="stack">
          <About state={state} />
          <More view={view} state={state} />
        </div>
      </div>
    </Page>
  )
}

function Offers({ view, state: { template, offers } }: TemplateDetailProps) {
  const fromForm = offers.filter(({ source }) => source === 'form').length
  const parts = [
    ...(offers.length > fromForm ? [count(offers.length - fromForm, 'marker')] : []),
    ...(fromForm > 0 ? [count(fromForm, 'form field')] : []),
  ]
  return (
    <Card title="Found in the PDF" pad="stack">
      <p>
        {parts.join(' and ')}. Each can become a box: a marker for the signer it names, a form field for you to fill in.
        Fields that the registry lacks are added to it.
      </p>
      {may(view, 'acceptOffers') && (
        <PostButton
          action={`/templates/${template.id}/accept`}
          label={offers.length === 1 ? 'Accept it' : `Accept all ${offers.length}`}
          kind="primary"
        />
      )}
    </Card>
  )
}

function Signers({ state: { draft } }: Pick<TemplateDetailProps, 'state'>) {
  const { slots, boxes, signing_mode: mode } = draft.model
  if (slots.length === 0) {
    return (
      <Empty title="Nobody signs">
        <p>Without signers the template makes files, filled in and downloaded. A box for a signer adds the first.</p>
      </Empty>
    )
  }
  const order = ({ slot, signing_order: given }: TemplateSlot) =>
    mode === 'parallel' ? 'any time' : `step ${given ?? slots.findIndex((one) => one.slot === slot) + 1}`
  return (
    <Table caption="Signers of the template" columns={['Signer', 'Boxes', 'Order', 'Email']}>
      {slots.map((slot) => (
        <tr>
          <td>
            <span class="title">
              <bdi>{slot.role}</bdi>
            </span>
            <small>Slot {slot.slot}</small>
          </td>
          <td class="small">{count(boxes.filter((box) => box.slot === slot.slot).length, 'box', 'boxes')}</td>
          <td class="small">{order(slot)}</td>
          <td class="small">
            <bdi>{slot.pinned_email ?? 'given when it is sent'}</bdi>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Inputs({ state: { draft } }: Pick<TemplateDetailProps, 'state'>) {
  const { boxes, slots } = draft.model
  if (draft.fields.length === 0) return null
  const placed = (key: string) => boxes.filter(({ field }) => field === key)
  const ownerOf = (key: string) => {
    const slot = placed(key)[0]?.slot ?? null
    return slot === null ? 'You' : (slots.find((one) => one.slot === slot)?.role ?? `Slot ${slot}`)
  }
  return (
    <Table
      caption="Fields of the template"
      columns={['Field', 'Type', 'Filled in by', { label: 'Required', end: true }]}
    >
      {draft.fields.map((field) => (
        <tr>
          <td>
            <a class="text mono" href={`/fields/${field.key}`}>
              {field.key}
            </a>
          </td>
          <td class="small">{field.kind === 'collection' ? 'table' : field.type}</td>
          <td class="small">
            <bdi>{ownerOf(field.key)}</bdi>
          </td>
          <td data-label="Required" class="end small">
            {placed(field.key).some(({ required }) => required) ? 'yes' : 'no'}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function About({ state: { template, draft } }: Pick<TemplateDetailProps, 'state'>) {
  const { model, file } = draft
  const days = model.expires_in_days
  return (
    <FactsCard
      title="About"
      facts={[
        ['PDF', <Link href={`/templates/${template.id}/pdf`} name={file.name} />],
        ['Pages', String(file.pages.length)],
        ['Boxes', String(model.boxes.length)],
        ['Fields', fieldWords(model)],
        ['Language', localeName(model.locale)],
        ['Signing', model.signing_mode === 'parallel' ? 'at the same time' : 'one after another'],
        ['Expires', days === null ? 'after the default of the workspace' : `after ${count(days, 'day')}`],
        [
          'Versions',
          template.version === 0 ? (
            'none'
          ) : (
            <Link href={`/templates/${template.id}/versions`}>{count(template.version, 'version')}</Link>
          ),
        ],
        ['Changed', <At at={template.updated_at} />],
        ['Id', <code>{template.id}</code>],
      ]}
    />
  )
}
