/** The editor of a template's boxes. */
import type { BoxKind, TemplateBox, TemplateModel } from '../../domain/templates/model.ts'
import { newSlot } from '../../domain/templates/new-slot.ts'
import type { EditorData, PageLayout, Theirs } from '../dashboard/templates/editor/client-data.ts'
import { inPage } from '../in-page.ts'
import type { BoxLayer } from './boxes/desk.ts'
import { shownPage } from './boxes/geometry.ts'
import { History } from './boxes/history.ts'
import { boxLayer } from './boxes/layer.ts'
import { showTool, toolButtons, zoomButtons } from './boxes/tools.ts'
import { all, byId } from './dom.ts'
import type { blanksOf } from './editor/blanks.ts'
import { fromClipboard, toClipboard } from './editor/clipboard.ts'
import { type EditorCommand, newBox, replaced } from './editor/commands.ts'
import { type Kept, keep, kept } from './editor/kept.ts'
import { ownerColour, showList, showOwners, showProblems } from './editor/lists.ts'
import { announce, ask } from './editor/notices.ts'
import { propertiesForm } from './editor/properties.ts'
import { createModelSaver } from './editor/saving.ts'
import { boxLabel, SIZES, textOf } from './editor/words.ts'

const data = JSON.parse(byId('editor-data').textContent!) as EditorData
const history = new History<TemplateModel>(data.model)
const sheets = all('.sheet')
/** On a small screen there are no pages: boxes are placed and moved by the form. */
const small = matchMedia('(max-width: 48rem)')
let hasPages = !small.matches
let isShown = false
let layout: PageLayout[] = []
let blanks: ReturnType<typeof blanksOf> | null = null
let owner: number | null = data.model.slots[0]?.slot ?? null
let flawed = new Set<string>()

const layer: BoxLayer<TemplateBox> = boxLayer<TemplateBox>({
  pages: sheets.map((element, index) => ({ element, ...data.pages[index]! })),
  face: (box) => ({
    name: boxLabel(history.model, box),
    text: textOf(history.model, box),
    owner: ownerColour(box.slot),
    problem: flawed.has(box.id),
    columns: columnsOf(box),
  }),
  create: (kind, place) => newBox(history.model, kind as BoxKind, owner, place),
  sizeOf: (kind) => SIZES[kind as BoxKind],
  snapLines: (page) => layout[page - 1] ?? { x: [], y: [] },
  onCommand: (name, command) => run(name, command as EditorCommand),
  onSelect: () => showSelected(),
  onEnter: () => properties.focus(),
  onDisarm: () => showTool(layer),
})

/** Of a table, as its heading will name them. */
function columnsOf({ field, table }: TemplateBox) {
  const definition = data.fields.find(({ key }) => key === field)
  return table?.columns.map(({ key, share }) => {
    const column = definition?.kind === 'collection' ? definition.columns.find((one) => one.key === key) : undefined
    return { text: column?.labels[history.model.locale] ?? column?.labels.en ?? key, share }
  })
}

const properties = propertiesForm({
  form: byId<HTMLFormElement>('properties'),
  data,
  model: () => history.model,
  run,
  act(what) {
    if (what === 'duplicate') layer.duplicate()
    else if (what === 'remove') layer.remove()
    else if (what === 'earlier' || what === 'later') reorder(what === 'earlier' ? -1 : 1)
    else layer.nudge(MOVES[what])
  },
  leave: () => layer.select(layer.selected, true),
  addField: (kind, use) => void addField(kind, use),
})

async function addField(kind: BoxKind, use: (key: string) => void): Promise<void> {
  const { askForField } = await import('./editor/new-field.ts')
  const about = { fields: data.fields, workspaceId: data.workspaceId }
  askForField(kind === 'table' ? 'collection' : kind === 'checkbox' ? 'boolean' : 'text', about, (field) => {
    data.fields.push(field)
    data.fields.sort((a, b) => (a.key < b.key ? -1 : 1))
    use(field.key)
  })
}

const MOVES = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } }

/** What was last said of the saving. */
let state = ''
const saver = createModelSaver(data, {
  onState(text, isTold) {
    state = text
    byId('saved').textContent = text
    if (isTold) announce(text)
  },
  onSaved(saved) {
    byId<HTMLInputElement>('revision').value = String(saved.revision)
    showChecked(saved)
  },
  onConflict: (theirs) => void settle(theirs, () => history.model, reopen),
})

function run(name: string, command: EditorCommand): void {
  history.do(name, command)
  changed()
  const [id, another] = layer.selected
  const box = another === undefined ? history.model.boxes.find((one) => one.id === id) : undefined
  announce(box && /^(Move|Resize)/.test(name) ? `${name}. ${whereIs(box)}` : name)
}

function changed(): void {
  saver.put(history.model)
  show()
}

function show(): void {
  const { model } = history
  // Whoever is chosen may have been undone.
  if (!model.slots.some(({ slot }) => slot === owner) && owner !== null) owner = model.slots[0]?.slot ?? null
  layer.show(model.boxes)
  blanks?.show(model)
  showOwners(model, owner, choose)
  showSelected()
  byId<HTMLButtonElement>('undo').disabled = !history.canUndo
  byId<HTMLButtonElement>('redo').disabled = !history.canRedo
}

function showSelected(): void {
  const { model } = history
  properties.show(model.boxes.filter(({ id }) => layer.selected.has(id)))
  if (!hasPages) showList(model, layer.selected, ({ id }) => layer.select([id]))
}

function showChecked(checked: Pick<EditorData, 'problems' | 'warnings'>): void {
  flawed = new Set(checked.problems.flatMap(({ box }) => box ?? []))
  for (const button of all('.box')) button.classList.toggle('problem', flawed.has(button.dataset.box ?? ''))
  showProblems(checked, (id) => layer.select([id], true))
}

function choose(slot: number | null): void {
  owner = slot
}

function whereIs({ x, y, w, h, ...box }: TemplateBox): string {
  const page = shownPage(box, data.pages)
  const { width, height } = data.pages[page - 1]!
  const mm = (fraction: number, points: number) => Math.round(((fraction * points) / 72) * 25.4)
  return `Left ${mm(x, width)}, top ${mm(y, height)}, ${mm(w, width)} by ${mm(h, height)} millimetres, page ${page}`
}

function reorder(by: number): void {
  const ids = history.model.boxes.map(({ id }) => id)
  const at = ids.findIndex((id) => layer.selected.has(id))
  const to = at + by
  if (at < 0 || to < 0 || to >= ids.length) return
  ids.splice(to, 0, ...ids.splice(at, 1))
  run('Change the order', { type: 'order', ids })
}

function step(name: string | null, what: string): void {
  if (name === null) return
  changed()
  announce(`${what}: ${name}`)
}
const undo = () => step(history.undo(), 'Undone')
const redo = () => step(history.redo(), 'Done again')
byId('undo').onclick = undo
byId('redo').onclick = redo

toolButtons(
  layer,
  () => history.model,
  () => (hasPages ? null : (kind) => placeByForm(kind as BoxKind)),
)

function placeByForm(kind: BoxKind): void {
  const page = Number(byId<HTMLSelectElement>('page').value)
  const { width, height } = data.pages[page - 1]!
  const [w, h] = [SIZES[kind].width / width, SIZES[kind].height / height]
  const place = inPage({ page, x: (1 - w) / 2, y: (1 - h) / 2, w, h })
  layer.insert('Add a box', [newBox(history.model, kind, owner, place)])
  properties.focus()
}

byId<HTMLFormElement>('add-slot').onsubmit = (event) => {
  event.preventDefault()
  const input = byId<HTMLInputElement>('role')
  const added = newSlot(history.model.slots, input.value.trim())
  if (!added) return
  owner = added.slot
  input.value = ''
  run(`Add ${added.role}`, { type: 'amend', to: { slots: [...history.model.slots, added] } })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea')
}

addEventListener('keydown', (event) => {
  const ctrl = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  if (isTyping(event.target) || event.defaultPrevented) return
  if (ctrl && key === 'z') (event.shiftKey ? redo : undo)()
  else if (ctrl && key === 'y') redo()
  else if (key === '?') byId<HTMLDialogElement>('keys').showModal()
  else if (key === 'escape' && layer.armed) layer.arm(null)
  else return
  event.preventDefault()
})
byId('help').onclick = () => byId<HTMLDialogElement>('keys').showModal()

function copied({ clipboardData, target }: ClipboardEvent): TemplateBox[] {
  const boxes = history.model.boxes.filter(({ id }) => layer.selected.has(id))
  if (isTyping(target) || boxes.length === 0) return []
  clipboardData?.setData('text/plain', toClipboard(boxes, data.pages))
  return boxes
}
addEventListener('copy', (event) => {
  const { length } = copied(event)
  if (length === 0) return
  event.preventDefault()
  announce(length === 1 ? 'Copied' : `${length} boxes copied`)
})
addEventListener('cut', (event) => {
  if (copied(event).length === 0) return
  event.preventDefault()
  layer.remove()
})
addEventListener('paste', (event) => {
  if (isTyping(event.target)) return
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const boxes = fromClipboard(text, history.model, data.pages, hasPages ? layer.pageInView() : null)
  if (!boxes) return
  event.preventDefault()
  layer.insert('Paste', boxes)
})

const drop = () => keep(data.id, null)

async function settle(theirs: Theirs, mine: () => TemplateModel, take: () => void): Promise<void> {
  const { settleConflict } = await import('./editor/conflict.ts')
  settleConflict({ base: data.base, theirs, mine, take, onCopied: drop })
}

/** With their pages, too: the PDF may be another one. */
async function reopen(): Promise<void> {
  await drop()
  location.reload()
}

/** What was not saved the last time. */
function offer({ revision, model }: Kept): void {
  if (revision !== data.revision) void settle(data, () => model, drop)
  else
    ask('Changes of yours from before were not saved.', {
      'Restore them': () => run('Restore', replaced(history.model, model)),
      'Drop them': drop,
    })
}

const lock = byId<HTMLFormElement>('lock')
lock.onsubmit = async (event) => {
  if (saver.isSaved) return
  event.preventDefault()
  if (await saver.flush()) return lock.submit()
  const text = `Not locked. ${state}`
  byId('saved').textContent = text
  announce(text)
}

zoomButtons(byId('pages'))

small.addEventListener('change', () => {
  hasPages = !small.matches
  showSelected()
  void openPages()
})

show()
showChecked(data)
void open()

async function open(): Promise<void> {
  const before = await kept(data.id)
  if (before) offer(before)
  const opened = openPages()
  const wanted = /^#box-(.+)$/.exec(location.hash)?.[1]
  if (wanted !== undefined) layer.select([wanted], true)
  await opened
}

/** As soon as the window has room for them: it is zoomed, turned and resized. */
async function openPages(): Promise<void> {
  if (!hasPages || isShown) return
  isShown = true
  const { showPages } = await import('./editor/pages.ts')
  blanks = await showPages({
    data,
    onLayout: (pages) => {
      layout = pages
    },
    create: (kind, place) => newBox(history.model, kind, owner, place),
    insert: layer.insert,
  })
  blanks?.show(history.model)
}
