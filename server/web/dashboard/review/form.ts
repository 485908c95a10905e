import { isDeepStrictEqual } from 'node:util'
import type { RecipientEdit } from '../../../domain/instances/edits.ts'
import type { Review } from '../../../domain/instances/review.ts'
import { isLocale } from '../../../domain/locales.ts'
import type { TemplateBox } from '../../../domain/values/box.ts'
import type { Form } from '../form.ts'
import {
  type Entries,
  entriesFrom,
  entriesOfValues,
  fieldValuesOf,
  shownProblems,
  type ValueForm,
  valueProblemsIn,
} from '../instance/entries.ts'
import { type PersonPart, personEntries, personEntry, personProblem } from '../instance/person.tsx'
import type { Problems } from '../parts/form.tsx'

/** What is said of the form as a whole stands beside the form. */
export const REVIEW_FORM = 'review'

/** The values that a reviewer may change: what is printed for the signers. */
export function valueForm({ inputs, document, template, values }: Review): ValueForm {
  const editable = inputs.filter(
    ({ slot, prefill }) => document.kind === 'file' || slot === null || prefill === 'fixed',
  )
  return { locale: template.model.locale, inputs: editable, kept: values }
}

interface ValueBox extends Pick<TemplateBox, 'x' | 'y' | 'w' | 'h'> {
  /** Of the document. */
  page: number
  field: string
}

/**
 * Where the values that a reviewer may change are printed. A long table has added pages: what is behind them is left out
 * where tables of several pages may have.
 */
export function valueBoxes(review: Review): ValueBox[] {
  const { document, template } = review
  const { boxes } = template.model
  const editable = new Set(valueForm(review).inputs.map(({ definition }) => definition.key))
  const backgrounds = boxes.flatMap(({ table }) => table?.continuation_page ?? [])
  const shown = Array.from({ length: template.pages }, (_, at) => at + 1).filter((page) => !backgrounds.includes(page))
  const added = document.page_count - shown.length
  const ofTables = [...new Set(boxes.flatMap(({ kind, page }) => (kind === 'table' ? page : [])))].sort((a, b) => a - b)
  return boxes.flatMap(({ field, page: own, x, y, w, h }) => {
    const isBehind = added !== 0 && own > (ofTables[0] ?? 0)
    if (field === null || !editable.has(field) || (isBehind && ofTables.length > 1)) return []
    return { field, page: shown.indexOf(own) + 1 + (isBehind ? added : 0), x, y, w, h }
  })
}

/** What is kept, as the form shows it. */
export function entriesOf(review: Review): Entries {
  const entries = entriesOfValues(valueForm(review))
  for (const { slot, name, email, phone_e164: phone, locale, signing_order: order } of review.signers) {
    entries[personEntry(slot, 'name')] = name ?? ''
    entries[personEntry(slot, 'email')] = email
    entries[personEntry(slot, 'phone_e164')] = phone ?? ''
    entries[personEntry(slot, 'locale')] = locale
    entries[personEntry(slot, 'signing_order')] = order === null ? '' : String(order)
  }
  return entries
}

/** What was sent, as the form shows it again. */
export function sentEntries(form: Form, review: Review): Entries {
  const slots = review.signers.map(({ slot }) => slot)
  return { ...entriesFrom(form, valueForm(review).inputs), ...personEntries(form, slots) }
}

/** Whoever has changed; all of them, if somebody has another place in the order. A language not sent stays. */
function recipientEdits(entries: Entries, { signers }: Review): RecipientEdit[] {
  const edits = signers.flatMap((signer) => {
    const { slot } = signer
    if (slot === null) return []
    const given = (part: PersonPart) => entries[personEntry(slot, part)] || null
    const locale = given('locale') ?? signer.locale
    const order = Number(given('signing_order') ?? signer.signing_order ?? 0)
    const after = {
      name: given('name'),
      email: signer.pinned ? signer.email : (given('email') ?? ''),
      phone: given('phone_e164'),
      locale: isLocale(locale) ? locale : signer.locale,
    }
    const before = { name: signer.name, email: signer.email, phone: signer.phone_e164, locale: signer.locale }
    const moved = signer.signing_order !== null && order !== signer.signing_order
    const changed = moved || JSON.stringify(before) !== JSON.stringify(after)
    return [{ edit: { at: `slot${slot}`, slot, ...after, ...(order > 0 && { order }) }, moved, changed }]
  })
  const anyMoved = edits.some(({ moved }) => moved)
  return edits.flatMap(({ edit, changed }) => (changed || anyMoved ? [edit] : []))
}

/** What was sent, as edits of what is kept. `printed`: a value has changed, which is printed into the document. */
export function editsIn(entries: Entries, review: Review) {
  const values = fieldValuesOf(entries, valueForm(review))
  const recipients = recipientEdits(entries, review)
  return { values, recipients, printed: !isDeepStrictEqual(values, review.values) }
}

interface Problem {
  field: string
  message: string
}

/** The problems of a refusal at the fields of the form that was sent. */
export function problemsAt(problems: readonly Problem[], review: Review, entries: Entries): Problems {
  const valueAt = valueProblemsIn({ inputs: review.inputs, locale: review.template.model.locale }, entries)
  return shownProblems(problems, REVIEW_FORM, (problem) => {
    const slot = /^slot(\d+)\./.exec(problem.field)?.[1]
    if (slot === undefined) return valueAt(problem)
    const signer = review.signers.find((one) => String(one.slot) === slot)
    return personProblem(problem, Number(slot), signer?.role ?? `slot ${slot}`)
  })
}
