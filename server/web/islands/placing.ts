/** Boxes on the pages of a draft: placed by pointer or keyboard, and kept in the form that works without a script. */
import './dashboard.ts'
import type { DraftBox } from '../dashboard/drafts/client-data.ts'
import type { BoxLayer } from './boxes/desk.ts'
import { History } from './boxes/history.ts'
import { boxLayer } from './boxes/layer.ts'
import { showTool, toolButtons } from './boxes/tools.ts'
import { all, byId } from './dom.ts'
import { BOX_KINDS, SIZES } from './editor/words.ts'
import { entriesOf } from './placing/entries.ts'

const form = byId<HTMLFormElement>('placing')
const placement = byId<HTMLSelectElement>('placement')
const people = byId<HTMLSelectElement>('for')
const pages = all('.page').map((element) => ({
  element,
  width: Number(element.dataset.width),
  height: Number(element.dataset.height),
}))
const entries = entriesOf(byId('entries'), pages)
const history = new History<{ boxes: readonly DraftBox[] }>({ boxes: entries.read() })
let isChanged = false

// On a small screen the boxes are placed by the form.
if (!matchMedia('(max-width: 48rem)').matches) start()

function start(): void {
  const layer: BoxLayer<DraftBox> = boxLayer<DraftBox>({
    pages,
    face: ({ kind, signer, page, required }) => ({
      name: `${BOX_KINDS[kind]}, ${nameOf(signer)}, page ${page}${required ? ', required' : ''}`,
      text: kind === 'checkbox' ? '✓' : `${BOX_KINDS[kind]} · ${nameOf(signer)}`,
      owner: ownerOf(signer),
      problem: signer === '',
    }),
    create: (kind, place) => ({
      ...place,
      ...{ id: crypto.randomUUID(), kind: kind as DraftBox['kind'], signer: people.value, required: true, label: null },
    }),
    sizeOf: (kind) => SIZES[kind as DraftBox['kind']],
    snapLines: () => ({ x: [], y: [] }),
    onCommand(name, command) {
      history.do(name, command)
      show(name)
    },
    onSelect: (ids) => entries.only(ids),
    onEnter: () => entries.focus(layer.selected),
    onDisarm: () => showTool(layer),
  })
  const show = (said: string) => {
    layer.show(history.model.boxes)
    entries.write(history.model.boxes)
    entries.only([...layer.selected])
    byId('said').textContent = said
    isChanged = true
  }
  const showPlacement = () => {
    const isByHand = placement.value === 'explicit'
    byId('by-hand').hidden = !isByHand
    byId('tools').hidden = !isByHand
    const found = document.getElementById('found')
    const isFound = placement.value === 'anchors'
    if (found) found.hidden = !isFound
    for (const mark of all('.mark')) mark.toggleAttribute('hidden', !isFound)
    for (const list of all('.boxes')) list.hidden = !isByHand
  }
  placement.addEventListener('change', showPlacement)
  entries.onChange((id, box) => {
    if (box) history.do('Change a field', { type: 'change', boxes: [{ id, to: box }] })
    else history.do('Delete a field', { type: 'remove', ids: [id] })
    show('')
  })
  byId('entries').addEventListener('keydown', (event) => {
    if (event.key === 'Escape') layer.select(layer.selected, true)
  })
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).matches('input:not([type="checkbox"])')
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    const name = event.shiftKey ? history.redo() : history.undo()
    if (name !== null) show(`${event.shiftKey ? 'Done again' : 'Undone'}: ${name}`)
    event.preventDefault()
  })
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
  // The server says what is wrong: a field that is not shown could not.
  form.noValidate = true
  form.addEventListener('submit', () => (isChanged = false))
  for (const mark of all('.mark.placed')) mark.remove()
  byId('add').hidden = true
  toolButtons(
    layer,
    () => history.model,
    () => null,
  )
  layer.show(history.model.boxes)
  entries.only([])
  showPlacement()
}

/** One of six colours; of nobody, the first. */
function ownerOf(signer: string): string {
  const at = [...people.options].findIndex(({ value }) => value === signer)
  return String((Math.max(0, at) % 6) + 1)
}

function nameOf(signer: string): string {
  return [...people.options].find(({ value }) => value === signer)?.text ?? 'nobody'
}
