import type { DraftBox } from '../../dashboard/drafts/client-data.ts'
import { all, byId } from '../dom.ts'

const ONE = 'Select a field to change what it asks for, or to type its size.'

const MM_PER_POINT = 25.4 / 72

/**
 * The entries of the form, one for each box, as the server renders them: their numbers are the model that is sent.
 * @param pages their sizes in points
 */
export function entriesOf(list: HTMLElement, pages: readonly { width: number; height: number }[]) {
  const known = new Map<string, HTMLElement>(all('fieldset', list).map((entry) => [textOf(entry, 'id'), entry]))
  const template = byId<HTMLTemplateElement>('entry')

  function boxIn(entry: HTMLElement): DraftBox {
    const page = Number(textOf(entry, 'page'))
    const { width, height } = pages[page - 1] ?? pages[0]!
    const share = (key: string, points: number) => Number(textOf(entry, key).replace(',', '.')) / MM_PER_POINT / points
    return {
      id: textOf(entry, 'id'),
      kind: textOf(entry, 'kind') as DraftBox['kind'],
      signer: textOf(entry, 'signer'),
      page,
      ...{ x: share('x', width), y: share('y', height), w: share('w', width), h: share('h', height) },
      required: control(entry, 'required').checked,
      label: textOf(entry, 'label') || null,
    }
  }

  function fill(entry: HTMLElement, box: DraftBox): void {
    const { width, height } = pages[box.page - 1]!
    const mm = (fraction: number, points: number) => String(Math.round(fraction * points * MM_PER_POINT * 10) / 10)
    const values = {
      ...{ id: box.id, kind: box.kind, signer: box.signer, page: String(box.page), label: box.label ?? '' },
      ...{ x: mm(box.x, width), y: mm(box.y, height), w: mm(box.w, width), h: mm(box.h, height) },
    }
    for (const [key, value] of Object.entries(values)) control(entry, key).value = value
    control(entry, 'required').checked = box.required
    control(entry, 'remove').checked = false
  }

  return {
    read: (): DraftBox[] => all('fieldset', list).map(boxIn),

    /** Makes the entries those of the model, in its order. */
    write(boxes: readonly DraftBox[]): void {
      const ids = new Set(boxes.map(({ id }) => id))
      for (const [id, entry] of known) if (!ids.has(id)) entry.remove()
      boxes.forEach((box, at) => {
        const entry =
          known.get(box.id) ?? (template.content.cloneNode(true) as DocumentFragment).querySelector('fieldset')!
        known.set(box.id, entry)
        number(entry, at)
        fill(entry, box)
        if (list.children[at] !== entry) list.insertBefore(entry, list.children[at] ?? null)
      })
      byId<HTMLInputElement>('boxes').value = String(boxes.length)
    },

    /** Shows the entry of the one box that is selected, and those with a problem. */
    only(ids: readonly string[]): void {
      const isOne = ids.length === 1
      for (const [id, entry] of known)
        entry.hidden = !(isOne && ids[0] === id) && !entry.querySelector('[aria-invalid]')
      byId('none').hidden = isOne
      byId('none').textContent = ids.length > 1 ? `${ids.length} fields are selected.` : ONE
    },

    focus(ids: ReadonlySet<string>): void {
      const [id] = ids
      if (id !== undefined) known.get(id)?.querySelector('select')?.focus()
    },

    /** @param heard with what the entry says now; null: it is to be removed */
    onChange(heard: (id: string, box: DraftBox | null) => void): void {
      list.addEventListener('change', ({ target }) => {
        const entry = (target as Element).closest('fieldset')
        if (!entry) return
        const box = boxIn(entry)
        if (control(entry, 'remove').checked) heard(box.id, null)
        else if (pages[box.page - 1] && box.x >= 0 && box.y >= 0 && box.w > 0 && box.h > 0) heard(box.id, box)
      })
    },
  }
}

function control(entry: HTMLElement, key: string): HTMLInputElement {
  return entry.querySelector<HTMLInputElement>(`[name$=".${key}"]`)!
}
const textOf = (entry: HTMLElement, key: string) => control(entry, key).value

/** Names its controls by its place, as the server reads them. */
function number(entry: HTMLElement, at: number): void {
  for (const element of [entry, ...all('*', entry)]) {
    for (const name of ['name', 'id', 'for', 'aria-describedby']) {
      const value = element.getAttribute(name)
      if (value) element.setAttribute(name, value.replace(/boxes\[[^\]]*\]/g, `boxes[${at}]`))
    }
  }
  entry.querySelector('legend')!.textContent = `Field ${at + 1}`
}
