import type { FieldDefinition } from '../../../domain/fields/definition.ts'
import { keyOf } from '../../../domain/templates/offers/key.ts'
import { all, byId } from '../dom.ts'
import { showForType } from '../shown-for.ts'

export interface NewFieldOptions {
  /** The registry. */
  fields: readonly FieldDefinition[]
  workspaceId: string
}

type Answer = { field: FieldDefinition } | { problems: Record<string, string> }

const dialog = byId<HTMLDialogElement>('new-field')
const form = dialog.querySelector('form')!
const of = (name: string) => byId<HTMLInputElement>(`new-${name}`)
let added: (field: FieldDefinition) => void = () => {}
let options: NewFieldOptions

/** Asks for a new field of the registry. @param type what is chosen at first */
export function askForField(type: string, about: NewFieldOptions, onAdded: (field: FieldDefinition) => void): void {
  added = onAdded
  options = about
  form.reset()
  of('type').value = type
  // One office has one, as a rule.
  const money = about.fields.find((field) => field.kind === 'scalar' && field.currency !== null)
  of('currency').value = money?.kind === 'scalar' ? (money.currency ?? '') : ''
  for (const choice of all('select[data-shows]', form)) choice.dispatchEvent(new Event('change'))
  byId('new-field-problem').textContent = ''
  showKey()
  dialog.showModal()
}

showForType(form)
form.addEventListener('input', showKey)
byId('new-field-cancel').onclick = () => dialog.close()
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void add()
})

function key(): string {
  return of('key').value.trim() || keyOf(of('name').value, (one) => !options.fields.some((field) => field.key === one))
}

function showKey(): void {
  byId('new-code').textContent = of('name').value.trim() === '' ? '…' : key()
}

async function add(): Promise<void> {
  const body = new FormData()
  body.set('in_workspace', options.workspaceId)
  body.set('key', key())
  body.set('labels', `${form.dataset.locale}: ${of('name').value.trim()}\n${of('labels').value}`)
  for (const name of ['type', 'options', 'currency', 'decimals', 'max_length', 'example']) {
    const input = of(name)
    if (!input.disabled) body.set(name, input.value)
  }
  if (of('type').value === 'collection') addColumns(body)
  const refuse = (text: string) => {
    byId('new-field-problem').textContent = text
  }
  try {
    const response = await fetch('/fields', { method: 'POST', body, headers: { Accept: 'application/json' } })
    if (!response.ok && response.status !== 422) return refuse('It could not be added. Try again.')
    const answer = (await response.json()) as Answer
    if ('problems' in answer) return refuse(Object.values(answer.problems).join(' '))
    dialog.close()
    added(answer.field)
  } catch {
    refuse('It could not be added: there is no connection. Try again.')
  }
}

function addColumns(body: FormData): void {
  const taken: string[] = []
  for (const at of all('[data-column]', form).keys()) {
    const name = of(`column-${at}`).value.trim()
    if (name === '') continue
    const own = keyOf(name, (one) => !taken.includes(one))
    const place = taken.push(own) - 1
    body.append('column.key', own)
    body.set(`column.${place}.type`, of(`column-${at}-type`).value)
    body.set(`column.${place}.labels`, `${form.dataset.locale}: ${name}`)
    if (of(`column-${at}-type`).value === 'money')
      body.set(`column.${place}.currency`, of(`column-${at}-currency`).value)
  }
}
