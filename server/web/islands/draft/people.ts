import { all, byId } from '../dom.ts'

/** `Ada Lovelace <ada@example.com>`, as mail programs copy it. */
const BOTH = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>[\s,;]*$/

/** The lines of those who sign: pasted lists, names that are known, and their order. */
export function startPeople(form: HTMLFormElement): void {
  const list = byId('signers')
  const press = (what: string) => {
    const button = Object.assign(document.createElement('button'), {
      name: 'do',
      value: what,
      formNoValidate: true,
      hidden: true,
    })
    form.append(button)
    button.click()
  }
  const fieldOf = (row: Element, key: string) => row.querySelector<HTMLInputElement>(`[name$=".${key}"]`)!
  const changed = () => form.dispatchEvent(new Event('input'))

  list.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const input = event.target as HTMLInputElement
    const row = input.closest('.person')
    if (!row || !/\.(name|email)$/.test(input.name)) return
    if (/\S\s*\n\s*\S/.test(text)) {
      event.preventDefault()
      form.querySelector<HTMLInputElement>('[name="pasted"]')!.value = text
      return press('paste')
    }
    const both = BOTH.exec(text)
    if (!both) return
    event.preventDefault()
    fieldOf(row, 'name').value = both[1]!
    fieldOf(row, 'email').value = both[2]!
    changed()
  })

  // Whoever was written to before brings the name along.
  list.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement
    if (!input.name.endsWith('.email')) return
    const known = [...byId<HTMLDataListElement>('known-people').options].find(({ value }) => value === input.value)
    const name = fieldOf(input.closest('.person')!, 'name')
    if (known && name.value === '') name.value = known.text
  })

  // In the last line, Enter opens the next one; it sends nothing half typed.
  list.addEventListener('keydown', (event) => {
    const input = event.target as HTMLInputElement
    if (event.key !== 'Enter' || !input.matches('input:not([type="checkbox"])')) return
    const rows = all('.person', list)
    const row = input.closest<HTMLElement>('.person')!
    event.preventDefault()
    if (row === rows.at(-1) && form.querySelector('[name="do"][value="add"]')) press('add')
    else fieldOf(rows[rows.indexOf(row) + 1] ?? row, 'name').focus()
  })

  startOrder(list, changed)
}

/** One after another: lines are dragged by their grip, or moved by the arrow keys. */
function startOrder(list: HTMLElement, changed: () => void): void {
  const turns = byId<HTMLInputElement>('signing_mode')
  const grips = () => all<HTMLButtonElement>('.grip', list)
  const show = () => {
    list.classList.toggle('by-turns', turns.checked)
    for (const grip of grips()) grip.hidden = !turns.checked
  }
  const number = () => {
    for (const [at, row] of all('.person', list).entries())
      row.querySelector<HTMLInputElement>('[name$=".signing_order"]')!.value = String(at + 1)
  }
  list.classList.add('dragged')
  turns.addEventListener('change', () => {
    number()
    show()
  })
  show()

  let row: HTMLElement | null = null
  list.addEventListener('pointerdown', (event) => {
    const grip = (event.target as Element).closest<HTMLElement>('.grip')
    if (!grip) return
    row = grip.closest('.person')
    grip.setPointerCapture(event.pointerId)
    row!.classList.add('moving')
  })
  list.addEventListener('pointermove', ({ clientY }) => {
    if (!row) return
    const after = all('.person', list).find((other) => {
      const { top, height } = other.getBoundingClientRect()
      return clientY < top + height / 2
    })
    if (after !== row && after !== row.nextElementSibling) list.insertBefore(row, after ?? null)
  })
  const drop = () => {
    if (!row) return
    row.classList.remove('moving')
    row = null
    number()
    changed()
  }
  list.addEventListener('pointerup', drop)
  list.addEventListener('pointercancel', drop)
  list.addEventListener('keydown', (event) => {
    const grip = (event.target as Element).closest<HTMLElement>('.grip')
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!grip || by === 0) return
    event.preventDefault()
    const rows = all('.person', list)
    const own = grip.closest<HTMLElement>('.person')!
    const to = rows.indexOf(own) + by
    if (to < 0 || to >= rows.length) return
    list.insertBefore(own, by < 0 ? rows[to]! : rows[to]!.nextElementSibling)
    grip.focus()
    number()
    changed()
  })
}
