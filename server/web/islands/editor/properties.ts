import type { BoxKind, TemplateBox } from '../../../domain/templates/model.ts'
import type { EditorData } from '../../dashboard/templates/editor/client-data.ts'
import { inPage } from '../../in-page.ts'
import { shownPage } from '../boxes/geometry.ts'
import { asKind, type EditorCommand, type EditorModel, styled, tableOf } from './commands.ts'
import { h } from './elements.ts'
import { choice, labelled, number, press } from './inputs.ts'
import { announce } from './notices.ts'
import { BOX_KINDS, isSigners, ownerName } from './words.ts'

export interface PropertiesOptions {
  form: HTMLFormElement
  data: Pick<EditorData, 'fields' | 'pages'>
  model(): EditorModel
  run(name: string, command: EditorCommand): void
  /** What the buttons do. */
  act(what: 'duplicate' | 'remove' | 'earlier' | 'later' | 'left' | 'right' | 'up' | 'down'): void
  leave(): void
  /** Asks for a new field for a box of this kind, and says its key. */
  addField(kind: BoxKind, use: (key: string) => void): void
}

const UNITS = { mm: 72 / 25.4, pt: 1 } as const
type Unit = keyof typeof UNITS

/** The form at the right: the properties of what is selected, as numbers and choices. */
export function propertiesForm({ form, data, model, run, act, leave, addField }: PropertiesOptions) {
  let boxes: TemplateBox[] = []
  let unit: Unit = 'mm'
  let shape = ''

  const change = (name: string, to: (box: TemplateBox) => Partial<TemplateBox>) =>
    run(name, { type: 'change', boxes: boxes.map((box) => ({ id: box.id, to: to(box) })) })

  const actions: Record<string, (input: HTMLInputElement) => void> = {
    kind: ({ value }) => change('Change the kind', (box) => asKind(box, value as BoxKind, model())),
    slot: ({ value }) => change('Change who fills it in', () => ({ slot: value === '' ? null : Number(value) })),
    field: ({ value }) => useField(value),
    option: ({ value }) => change('Change the option', () => ({ option: value || null })),
    required: ({ checked }) => change('Change required', () => ({ required: checked })),
    label: ({ value }) =>
      change('Change the label', ({ label }) => {
        const { [model().locale]: _, ...others } = label ?? {}
        const next = value.trim() ? { ...others, [model().locale]: value.trim() } : others
        return { label: Object.keys(next).length > 0 ? next : null }
      }),
    size: ({ value }) => change('Change the size', (box) => styled(box, { size: value ? Number(value) : null })),
    align: ({ value }) => change('Align', (box) => styled(box, { align: value as 'start' | 'center' | 'end' })),
    unit: ({ value }) => {
      unit = value as Unit
      render()
    },
    header: ({ checked }) =>
      change('Change the table', ({ table }) => ({ table: table && { ...table, header: checked } })),
    page: ({ value }) => {
      change(`Move to page ${value}`, (box) => onPage(box, Number(value)))
      document.getElementById(`box-${boxes[0]!.id}`)?.scrollIntoView({ block: 'center' })
    },
    ...Object.fromEntries((['x', 'y', 'w', 'h'] as const).map((axis) => [axis, (input) => place(axis, input)])),
  }

  function useField(key: string): void {
    change('Change the field', (box) => ({
      field: key || null,
      option: null,
      ...(box.kind === 'table' && { table: tableOf(fieldOf(key), box.table) }),
    }))
  }

  /** Of the page that shows a box. */
  const sizeOf = (box: TemplateBox) => data.pages[shownPage(box, data.pages) - 1]!

  const isOff = ({ page }: TemplateBox) => page > data.pages.length

  /** At the same place of another page, as large in points as it is. */
  function onPage(box: TemplateBox, page: number): Partial<TemplateBox> {
    const [before, now] = [sizeOf(box), data.pages[page - 1]!]
    const [w, h] = [(box.w * before.width) / now.width, (box.h * before.height) / now.height]
    return inPage({ page, x: box.x, y: box.y, w, h })
  }

  function place(axis: 'x' | 'y' | 'w' | 'h', input: HTMLInputElement): void {
    const { valueAsNumber } = input
    if (Number.isNaN(valueAsNumber)) {
      fill(input)
      return
    }
    change('Change the place', (box) => {
      const page = sizeOf(box)
      const points = valueAsNumber * UNITS[unit]
      const across = axis === 'x' || axis === 'w'
      const length = across ? page.width : page.height
      const other = axis === 'x' ? box.w : axis === 'w' ? box.x : axis === 'y' ? box.h : box.y
      const least = axis === 'w' || axis === 'h' ? 6 / length : 0
      return { page: shownPage(box, data.pages), [axis]: Math.max(least, Math.min(points / length, 1 - other)) }
    })
  }

  const fieldOf = (key: string) => data.fields.find((field) => field.key === key)

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', ({ target }) => {
    const input = target as HTMLInputElement
    if (!input.validity.valid) {
      announce(input.validationMessage)
      fill(input)
      return
    }
    const column = input.dataset.column
    if (column !== undefined) share(Number(column), input.valueAsNumber)
    else actions[input.name]?.(input)
  })
  form.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('[data-act]')
    if (button?.dataset.act === 'new-field') addField(boxes[0]!.kind, useField)
    else if (button) act(button.dataset.act as Parameters<typeof act>[0])
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    leave()
  })

  function share(at: number, percent: number): void {
    change('Change the columns', ({ table }) => ({
      table: table && {
        ...table,
        columns: table.columns.map((one, i) => (i === at ? { ...one, share: percent / 100 || one.share } : one)),
      },
    }))
  }

  function render(): void {
    const [box] = boxes
    const field = box?.field ? fieldOf(box.field) : null
    // Not the field itself: whoever chooses one by typing its first letters keeps the same list under their fingers.
    const key = JSON.stringify([
      boxes.map(({ id }) => id),
      box?.kind,
      field === undefined && box?.field,
      field?.kind === 'scalar' && field.options,
      box?.table?.columns.map(({ key }) => key),
      model().slots,
      boxes.some(isOff),
      data.fields.length,
    ])
    if (key === shape) {
      fill()
      return
    }
    shape = key
    const focused = form.contains(document.activeElement) ? document.activeElement?.id : undefined
    form.replaceChildren(...parts())
    fill()
    if (focused) document.getElementById(focused)?.focus()
  }

  function parts(): Node[] {
    const [box] = boxes
    if (!box) return [h('h2', {}, 'Nothing is selected'), h('p', { class: 'small' }, 'Choose a box, or place one.')]
    const one = boxes.length === 1
    const { slots } = model()
    const owners = isSigners(box.kind) ? [] : [['', 'Sender'] as const]
    return [
      h('h2', {}, one ? BOX_KINDS[box.kind] : `${boxes.length} boxes`),
      ...(one ? [choice('kind', 'Kind', Object.entries(BOX_KINDS))] : []),
      choice('slot', 'For', [
        ...owners,
        ...slots.map(({ slot }) => [String(slot), `${slot} ${ownerName(model(), slot)}`] as const),
      ]),
      ...(one ? ofOne(box) : []),
      h(
        'div',
        { class: 'check' },
        h('input', { type: 'checkbox', id: 'p-required', name: 'required' }),
        h('label', { for: 'p-required' }, 'Required'),
      ),
      ...(data.pages.length > 1 || boxes.some(isOff)
        ? [
            choice(
              'page',
              'Page',
              data.pages.map((_, at) => [String(at + 1), String(at + 1)] as const),
            ),
          ]
        : []),
      ...(one ? places() : []),
      ...(isSigners(box.kind) && box.kind !== 'name' && box.kind !== 'date'
        ? []
        : [
            h(
              'div',
              { class: 'pair' },
              number('size', 'Text size, pt', 6, 72),
              choice('align', 'Align', [
                ['start', 'Start'],
                ['center', 'Centre'],
                ['end', 'End'],
              ]),
            ),
          ]),
      h(
        'div',
        { class: 'buttons' },
        press('duplicate', 'Duplicate'),
        press('remove', 'Delete', 'danger'),
        press('earlier', 'Earlier'),
        press('later', 'Later'),
      ),
      h(
        'div',
        { class: 'buttons moves' },
        press('left', '←', '', 'Move left'),
        press('up', '↑', '', 'Move up'),
        press('down', '↓', '', 'Move down'),
        press('right', '→', '', 'Move right'),
      ),
    ]
  }

  function ofOne(box: TemplateBox): Node[] {
    const parts: Node[] = []
    if (!isSigners(box.kind)) {
      const wanted = box.kind === 'table' ? 'collection' : 'scalar'
      const keys = data.fields.filter(({ kind }) => kind === wanted).map(({ key }) => [key, key] as const)
      const isOther = box.field !== null && !keys.some(([key]) => key === box.field)
      const why = isOther && fieldOf(box.field!) ? 'of another kind' : 'not in the registry'
      const other = isOther ? [[box.field!, `${box.field} (${why})`] as const] : []
      parts.push(choice('field', 'Field', [['', 'None'], ...keys, ...other]))
      parts.push(h('div', {}, press('new-field', box.kind === 'table' ? 'New table' : 'New field')))
    }
    const field = box.field === null ? undefined : fieldOf(box.field)
    if (box.kind === 'checkbox' && field?.kind === 'scalar' && field.type === 'enum') {
      parts.push(
        choice('option', 'Ticked when the value is', [['', 'Choose'], ...field.options.map((o) => [o, o] as const)]),
      )
    }
    parts.push(labelled('label', `Label (${model().locale})`, h('input', { type: 'text', maxLength: 120 })))
    for (const [at, { key }] of (box.table?.columns ?? []).entries()) {
      parts.push(
        labelled(
          `column-${at}`,
          `${key}, width in %`,
          h('input', { type: 'number', min: '1', max: '100', step: 'any', 'data-column': at }),
        ),
      )
    }
    if (box.table)
      parts.push(
        h(
          'div',
          { class: 'check' },
          h('input', { type: 'checkbox', id: 'p-header', name: 'header' }),
          h('label', { for: 'p-header' }, 'Heading row'),
        ),
      )
    return parts
  }

  const places = (): Node[] => [
    h('div', { class: 'pair' }, number('x', 'Left'), number('y', 'Top'), number('w', 'Width'), number('h', 'Height')),
    choice('unit', 'Measured in', [
      ['mm', 'Millimetres'],
      ['pt', 'Points'],
    ]),
  ]

  /** The values, but not where somebody is typing. @param refused is filled in any case */
  function fill(refused?: HTMLInputElement): void {
    const [box] = boxes
    if (!box) return
    const page = sizeOf(box)
    const values: Record<string, string | boolean> = {
      kind: box.kind,
      slot: boxes.every(({ slot }) => slot === box.slot) ? String(box.slot ?? '') : 'several',
      field: box.field ?? '',
      option: box.option ?? '',
      required: boxes.every(({ required }) => required),
      label: box.label?.[model().locale] ?? '',
      size: String(box.style?.size ?? ''),
      align: box.style?.align ?? 'start',
      unit,
      header: box.table?.header ?? false,
      page: boxes.every((other) => other.page === box.page) ? String(box.page) : 'several',
      x: measure(box.x * page.width),
      y: measure(box.y * page.height),
      w: measure(box.w * page.width),
      h: measure(box.h * page.height),
    }
    for (const input of form.querySelectorAll<HTMLInputElement>('input, select')) {
      const column = box.table?.columns[Number(input.dataset.column)]
      const value = column ? String(Number((column.share * 100).toFixed(2))) : values[input.name]
      if (typeof value === 'boolean') input.checked = value
      else if (
        value !== undefined &&
        (input !== document.activeElement || input === refused || input.tagName === 'SELECT')
      )
        input.value = value
    }
  }

  const measure = (points: number) => (points / UNITS[unit]).toFixed(1)

  return {
    show(selected: TemplateBox[]): void {
      boxes = selected
      render()
    },
    focus(): void {
      form.querySelector<HTMLElement>('select, input')?.focus()
    },
  }
}
