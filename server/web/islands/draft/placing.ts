import type { DraftBox, PageLayout } from '../../dashboard/drafts/client-data.ts'
import { inPage } from '../../in-page.ts'
import type { BoxLayer } from '../boxes/desk.ts'
import { History } from '../boxes/history.ts'
import { boxLayer } from '../boxes/layer.ts'
import { showTool, toolButtons, zoomButtons } from '../boxes/tools.ts'
import { all, byId } from '../dom.ts'
import { blanksOf } from '../editor/blanks.ts'
import { BOX_KINDS, SIZES } from '../editor/words.ts'
import { boxesFor } from './blanks.ts'
import { entriesOf } from './entries.ts'

/**
 * Boxes on the pages of a draft: placed by pointer or keyboard, and kept in the form that works without a script. Each
 * change is one of the form, which is saved as if it had been typed.
 */
export function startPlacing(form: HTMLFormElement): void {
  const placement = byId<HTMLSelectElement>('placement')
  const people = byId<HTMLSelectElement>('for')
  const pages = all('.page').map((element) => ({
    element,
    width: Number(element.dataset.width),
    height: Number(element.dataset.height),
  }))
  const entries = entriesOf(byId('entries'), pages)
  const history = new History<{ boxes: readonly DraftBox[] }>({ boxes: entries.read() })
  let layout: PageLayout[] = []
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
    snapLines: (page) => layout[page - 1] ?? { x: [], y: [] },
    onCommand(name, command) {
      byHand()
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
    blanks?.show(history.model)
    form.dispatchEvent(new Event('input'))
  }
  const showPlacement = () => {
    const isByHand = placement.value === 'explicit'
    byId('by-hand').hidden = !isByHand
    byId('tools').hidden = placement.value === 'anchors'
    const found = document.getElementById('found')
    const isFound = placement.value === 'anchors'
    if (found) found.hidden = !isFound
    for (const mark of all('.mark')) mark.toggleAttribute('hidden', !isFound)
    for (const list of all('.boxes')) list.hidden = !isByHand
  }
  const byHand = () => {
    if (placement.value === 'explicit') return
    placement.value = 'explicit'
    showPlacement()
  }
  placement.addEventListener('change', showPlacement)
  // A tool is used on boxes, which must be there before they can be drawn on.
  byId('tools').addEventListener('pointerdown', ({ target }) => {
    if ((target as Element).matches('[data-kind]')) byHand()
  })
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
  // The server says what is wrong: a field that is not shown could not.
  form.noValidate = true
  for (const mark of all('.mark.placed')) mark.remove()
  if (form.closest('.beside')) closeSizes()
  document.getElementById('add')?.toggleAttribute('hidden', true)
  toolButtons(
    layer,
    () => history.model,
    () => null,
  )
  layer.show(history.model.boxes)
  entries.only([])
  showPlacement()
  zoomButtons(document.querySelector<HTMLElement>('.paper')!)
  // Their names are typed beside the pages.
  document.addEventListener('people-named', () => layer.show(history.model.boxes.map((box) => ({ ...box }))))

  let blanks: ReturnType<typeof blanksOf> | null = null
  void openBlanks()
  async function openBlanks(): Promise<void> {
    const response = await fetch(form.dataset.layout!)
    if (!response.ok) return
    layout = ((await response.json()) as { pages: PageLayout[] }).pages
    if (placement.value === 'anchors') return
    blanks = blanksOf(layout, all('.page'), (found) => {
      const signers = [...people.options].map(({ value, text }) => ({ id: value, name: text }))
      const boxes = boxesFor(found, { people: signers, placed: history.model.boxes, pages }).map((box) => ({
        ...box,
        ...inPage(box),
      }))
      layer.insert(boxes.length === 1 ? 'Place a field' : `Place ${boxes.length} fields`, boxes)
    })
    blanks.show(history.model)
    byId('blanks-later').onclick = () => {
      blanks?.close()
      blanks = null
    }
  }

  /** In the bar above the pages there is no room for them. */
  function closeSizes(): void {
    const template = byId<HTMLTemplateElement>('entry')
    for (const root of [form, template.content])
      for (const sizes of all('.place-and-size', root)) sizes.removeAttribute('open')
  }

  /** One of six colours; of nobody, the first. */
  function ownerOf(signer: string): string {
    const at = [...people.options].findIndex(({ value }) => value === signer)
    return String((Math.max(0, at) % 6) + 1)
  }

  function nameOf(signer: string): string {
    return [...people.options].find(({ value }) => value === signer)?.text ?? 'nobody'
  }
}
