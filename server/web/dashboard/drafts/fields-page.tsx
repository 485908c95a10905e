import type { DraftBox, DraftFile, DraftPerson } from '../../../db/schema.ts'
import { roleOf } from '../../../domain/drafts/compose.ts'
import type { DraftRow } from '../../../domain/drafts/read.ts'
import { Checkbox, Field, ProblemList, type Problems, Select } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Card } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { boxName, KINDS, toMm } from './form.ts'
import { draftTitle } from './words.ts'

export interface FieldsProps {
  view: View
  draft: DraftRow
  file: DraftFile
  /** As typed, when it was refused. */
  placement: DraftFile['placement']
  boxes: DraftBox[]
  problems: Problems
}

const KIND_OPTIONS = Object.entries(KINDS)

/** Where people sign in one PDF: its pages with what was found or placed, a list of it, and a form for places. */
export function FieldsPage(props: FieldsProps) {
  const { view, draft, file, problems } = props
  const base = `/documents/drafts/${draft.id}`
  return (
    <Page
      view={view}
      title={`Fields of ${file.title}`}
      section="documents"
      apiCall="POST /v1/signing-requests"
      crumbs={[
        { label: 'Documents', href: '/documents' },
        { label: draftTitle(draft), href: base },
      ]}
    >
      <ProblemList problems={problems} />
      <div class="two">
        <form method="post" action={`${base}/files/${file.id}`} class="stack">
          <button type="submit" name="do" value="save" hidden>
            Save
          </button>
          <input type="hidden" name="revision" value={String(draft.revision)} />
          <Card title="Where people sign">
            <div class="pad stack">
              <Select name="placement" label="Fields" options={placementsOf(file)} value={props.placement} />
            </div>
          </Card>
          <Placed {...props} />
          <div class="buttons">
            <button type="submit" name="do" value="save" class="btn primary">
              Save
            </button>
            <button type="submit" name="do" value="add" class="btn">
              Add a field
            </button>
            <a class="btn" href={base}>
              Back
            </a>
          </div>
        </form>
        <Pages {...props} />
      </div>
    </Page>
  )
}

function placementsOf({ markers }: DraftFile) {
  const found = markers.length === 1 ? '1 marker' : `${markers.length} markers`
  return [
    ...(markers.length > 0 ? [['anchors', `At the ${found} in the PDF`] as const] : []),
    ['auto_append', 'On a page that is added at the end'] as const,
    ['explicit', 'In fields placed below'] as const,
  ]
}

function Placed({ draft, file, placement, boxes, problems }: FieldsProps) {
  const people = draft.model.signers
  if (placement === 'anchors') return <Markers file={file} people={people} />
  return (
    <Card title="Fields">
      <input type="hidden" name="boxes" value={String(boxes.length)} />
      {boxes.length === 0 && (
        <p class="pad small">No field yet. “Add a field” places one, which you then move by its numbers.</p>
      )}
      {boxes.map((box, at) => (
        <Box box={box} at={at} file={file} people={people} problems={problems} />
      ))}
    </Card>
  )
}

function Markers({ file, people }: { file: DraftFile; people: DraftPerson[] }) {
  const roles = people.map(roleOf)
  return (
    <Card title="Markers in the PDF">
      <ol class="pad stack plain">
        {file.markers.map(({ kind, role, page }, at) => (
          <li>
            <b class="num">{at + 1}</b> {KINDS[kind]}, <bdi>{role}</bdi>, page {page}
            {!roles.includes(role) && <span class="problem"> · no signer has this role</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface BoxProps {
  box: DraftBox
  at: number
  file: DraftFile
  people: DraftPerson[]
  problems: Problems
}

function Box({ box, at, file, people, problems }: BoxProps) {
  const name = (key: string) => boxName(at, key)
  const { width, height } = file.pages[box.page - 1] ?? file.pages[0]!
  const who = people.map((person, index) => [person.id, person.name || person.email || roleOf(person, index)] as const)
  const mm = (key: 'x' | 'y' | 'w' | 'h', label: string, size: number) => (
    <Field name={name(key)} label={label} value={String(toMm(box[key], size))} problems={problems} />
  )
  return (
    <fieldset class="pad entry">
      <legend class="small">Field {at + 1}</legend>
      <input type="hidden" name={name('id')} value={box.id} />
      <div class="fields">
        <Select name={name('kind')} label="Kind" options={KIND_OPTIONS} value={box.kind} />
        <Select name={name('signer')} label="Signer" options={who} value={box.signer} />
        <Field
          name={name('page')}
          label="Page"
          type="number"
          min={1}
          max={file.pages.length}
          value={String(box.page)}
          problems={problems}
        />
        {mm('x', 'From the left, mm', width)}
        {mm('y', 'From the top, mm', height)}
        {mm('w', 'Width, mm', width)}
        {mm('h', 'Height, mm', height)}
        <Field name={name('label')} label="Label" value={box.label ?? ''} maxlength={120} />
      </div>
      <div class="ends">
        <Checkbox name={name('required')} label="Required" checked={box.required} />
        <Checkbox name={name('remove')} label="Remove it" checked={false} />
      </div>
    </fieldset>
  )
}

/** More pages than anybody looks through here. */
const MOST_PAGES = 30

function Pages({ draft, file, placement, boxes }: FieldsProps) {
  const marks = placement === 'anchors' ? file.markers : placement === 'explicit' ? boxes : []
  const numbered = marks.map((mark, at) => ({ ...mark, number: at + 1 }))
  // Pages with a field, wherever they are, and the first ones.
  const shown = file.pages.flatMap((size, at) => {
    const own = numbered.filter(({ page }) => page === at + 1)
    return at < MOST_PAGES || own.length > 0 ? [{ size, page: at + 1, own }] : []
  })
  return (
    <div class="stack">
      {shown.map(({ size, page, own }) => (
        <figure class="card pad sheet">
          <svg
            viewBox={`0 0 ${size.width} ${size.height}`}
            role="img"
            aria-label={`Page ${page} with ${own.length} fields`}
          >
            <rect width={size.width} height={size.height} class="paper" />
            <image
              href={`/documents/drafts/${draft.id}/files/${file.id}/page-${page}.webp`}
              width={size.width}
              height={size.height}
              preserveAspectRatio="none"
            />
            {own.map(({ x, y, w, h, number }) => (
              <g class="mark">
                <rect x={x * size.width} y={y * size.height} width={w * size.width} height={h * size.height} rx="2" />
                <text x={x * size.width + 3} y={y * size.height + 11}>
                  {number}
                </text>
              </g>
            ))}
          </svg>
          <figcaption class="small">
            Page {page} of {file.pages.length}
          </figcaption>
        </figure>
      ))}
      {shown.length < file.pages.length && (
        <p class="small">Only the first {MOST_PAGES} pages and those with fields are shown.</p>
      )}
    </div>
  )
}
