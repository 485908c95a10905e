import type { DraftBox, DraftFile, DraftPerson } from '../../../db/schema.ts'
import { roleOf } from '../../../domain/drafts/compose.ts'
import type { DraftRow } from '../../../domain/drafts/read.ts'
import { Checkbox, EntryField, type Problems, Select, type SelectProps } from '../parts/form.tsx'
import { ButtonLink, Card, Submit } from '../parts/pieces.tsx'
import { boxName, FIELD_KINDS, nextBox, toMm } from './form.ts'
import { personLabel } from './saved.ts'

export interface PlacingProps {
  draft: DraftRow
  file: DraftFile
  /** `placementState` of what a save replaces: what was typed and refused keeps its own. */
  was: string
  /** As typed, when it was refused. */
  placement: DraftFile['placement']
  boxes: DraftBox[]
  problems: Problems
}

const KIND_OPTIONS = Object.entries(FIELD_KINDS)

/** Where people sign in one PDF: its pages with what was found or placed, a list of it, and a form for places. */
export function Placing({ isBeside, ...props }: PlacingProps & { isBeside?: boolean }) {
  const { draft, file } = props
  const base = `/documents/drafts/${draft.id}`
  const here = `${base}/files/${file.id}`
  return (
    <div class={isBeside ? 'placing beside' : 'two placing'}>
      {isBeside && file.pages.length > 1 && <Thumbnails draft={draft} file={file} />}
      <form method="post" action={here} class="stack" id="placing" data-layout={`${here}/layout`}>
        <button type="submit" name="do" value="save" hidden>
          Save
        </button>
        <input type="hidden" name="was" value={props.was} />
        <Card title="Where people sign" pad="stack">
          <Select name="placement" label="Fields" options={placementsOf(file)} value={props.placement} />
        </Card>
        <Tools draft={draft} />
        <section class="card pad found" id="blanks" aria-label="Places to fill in" hidden>
          <p id="blanks-found" />
          <div class="buttons">
            <button type="button" class="btn small primary" id="accept-all">
              Place all
            </button>
            <button type="button" class="btn small" id="blanks-later">
              Not now
            </button>
          </div>
        </section>
        <Placed {...props} />
        <p class="unseen" role="status" id="said" />
        {!isBeside && (
          <div class="buttons">
            <Submit label="Save" kind="primary" name="do" value="save" />
            <Submit label="Add a field" name="do" value="add" id="add" />
            <ButtonLink href={base} label="Back" />
          </div>
        )}
      </form>
      <Pages {...props} />
    </div>
  )
}

/** The pages in small, each a link to it. */
function Thumbnails({ draft, file }: Pick<PlacingProps, 'draft' | 'file'>) {
  return (
    <nav class="thumbs" aria-label="Pages">
      {file.pages.map(({ width, height }, at) => (
        <a href={`#page-${at + 1}`}>
          <img
            src={pictureOf(draft, file, at + 1)}
            alt=""
            width="64"
            height={Math.round((64 * height) / width)}
            loading="lazy"
          />
          {at + 1}
        </a>
      ))}
    </nav>
  )
}

const pictureOf = (draft: DraftRow, file: DraftFile, page: number) =>
  `/documents/drafts/${draft.id}/files/${file.id}/page-${page}`

function placementsOf({ markers }: DraftFile) {
  const found = markers.length === 1 ? '1 marker' : `${markers.length} markers`
  return [
    ...(markers.length > 0 ? [['anchors', `At the ${found} in the PDF`] as const] : []),
    ['auto_append', 'On a signature page added at the end'] as const,
    ['explicit', 'In fields placed by hand'] as const,
  ]
}

/** What is dragged onto the pages; shown by the script that can do it. */
function Tools({ draft }: Pick<PlacingProps, 'draft'>) {
  return (
    <section class="card pad stack" id="tools" aria-label="New fields" hidden>
      <Select name="for" label="New fields are for" options={namesOf(draft.model.signers)} />
      <div class="buttons">
        {KIND_OPTIONS.map(([kind, name]) => (
          <button type="button" class="btn small" data-kind={kind} aria-pressed="false">
            {name}
          </button>
        ))}
        <span class="zoom">
          <button type="button" class="btn small" id="smaller" aria-label="Smaller">
            −
          </button>
          <span id="zoom" class="small num">
            100 %
          </span>
          <button type="button" class="btn small" id="larger" aria-label="Larger">
            +
          </button>
        </span>
      </div>
      <p class="small">
        Drag one onto a page, or press it and draw; with the keyboard it is placed at once. Arrows move a field, with
        Alt they resize it, Delete removes it, Enter leads to its numbers.
      </p>
    </section>
  )
}

function Placed({ draft, file, placement, boxes, problems }: PlacingProps) {
  const people = draft.model.signers
  const who = boxes.some(({ signer }) => signer === '') ? [NOBODY, ...namesOf(people)] : namesOf(people)
  const fresh = { ...nextBox([], file, people[0]?.id ?? ''), id: '' }
  return (
    <>
      {file.markers.length > 0 && (
        <div id="found" hidden={placement !== 'anchors'}>
          <Markers file={file} people={people} />
        </div>
      )}
      <div id="by-hand" hidden={placement === 'anchors'}>
        <Card title="Fields">
          <input type="hidden" name="boxes" id="boxes" value={String(boxes.length)} />
          <p class="pad small" id="none" hidden={boxes.length > 0}>
            {boxes.length === 0 ? 'No field yet.' : 'Each field of the PDF, by its numbers.'}
          </p>
          <div id="entries">
            {boxes.map((box, at) => (
              <Box box={box} at={at} file={file} who={who} problems={problems} />
            ))}
          </div>
          <template id="entry">
            <Box box={fresh} at={boxes.length} file={file} who={who} problems={{}} />
          </template>
        </Card>
      </div>
    </>
  )
}

/** A choice only where there is such a field, so that nobody makes one by mistake. */
const NOBODY = ['', 'Nobody yet'] as const

/** People by the ids that boxes name. */
function namesOf(people: DraftPerson[]) {
  return people.map((person, at) => [person.id, personLabel(person, at)] as const)
}

function Markers({ file, people }: { file: DraftFile; people: DraftPerson[] }) {
  const roles = people.map(roleOf)
  return (
    <Card title="Markers in the PDF">
      <ol class="pad stack plain">
        {file.markers.map(({ kind, role, page }, at) => (
          <li>
            <b class="num">{at + 1}</b> {FIELD_KINDS[kind]}, <bdi>{role}</bdi>, page {page}
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
  /** Who can fill it, by the ids that boxes name. */
  who: SelectProps['options']
  problems: Problems
}

function Box({ box, at, file, who, problems }: BoxProps) {
  const name = (key: string) => boxName(at, key)
  const { width, height } = file.pages[box.page - 1] ?? file.pages[0]!
  const mm = (key: 'x' | 'y' | 'w' | 'h', label: string, size: number) => (
    <EntryField name={name(key)} label={label} value={String(toMm(box[key], size))} problems={problems} />
  )
  return (
    <fieldset class="pad entry">
      <legend class="small">Field {at + 1}</legend>
      <input type="hidden" name={name('id')} value={box.id} />
      <div class="fields">
        <Select name={name('kind')} label="Kind" options={KIND_OPTIONS} value={box.kind} />
        <Select name={name('signer')} label="Signer" options={who} value={box.signer} />
        <EntryField name={name('label')} label="Label" value={box.label ?? ''} maxlength={120} />
      </div>
      <details open class="place-and-size">
        <summary>Place and size</summary>
        <div class="fields">
          <EntryField
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
        </div>
      </details>
      <div class="ends">
        <Checkbox name={name('required')} label="Required" checked={box.required} />
        <Checkbox name={name('remove')} label="Remove it" checked={false} />
      </div>
    </fieldset>
  )
}

/** Every page: the script tells them by their place. */
function Pages({ draft, file, placement, boxes }: PlacingProps) {
  const isFound = placement === 'anchors'
  const marks = [
    // Hidden, they are shown by the script when they are chosen.
    ...file.markers.map((mark, at) => ({ ...mark, number: at + 1, kind: 'mark', shown: isFound })),
    ...(placement === 'explicit' ? boxes : []).map((box, at) => ({
      ...box,
      ...{ number: at + 1, kind: 'mark placed', shown: true },
    })),
  ]
  const shown = file.pages.map((size, at) => ({
    size,
    page: at + 1,
    own: marks.filter(({ page }) => page === at + 1),
  }))
  return (
    <div class="stack paper">
      {shown.map(({ size, page, own }) => (
        <figure class="card pad sheet" id={`page-${page}`}>
          <div class="page" data-width={String(size.width)} data-height={String(size.height)}>
            <img src={pictureOf(draft, file, page)} alt="" loading="lazy" />
            <svg
              viewBox={`0 0 ${size.width} ${size.height}`}
              role="img"
              aria-label={`Page ${page} with ${own.filter((one) => one.shown).length} fields`}
            >
              {own.map(({ x, y, w, h, number, kind, shown }) => (
                <g class={kind} hidden={!shown}>
                  <rect x={x * size.width} y={y * size.height} width={w * size.width} height={h * size.height} rx="2" />
                  <text x={x * size.width + 3} y={y * size.height + 11}>
                    {number}
                  </text>
                </g>
              ))}
            </svg>
          </div>
          <figcaption class="small">
            Page {page} of {file.pages.length}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
