import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../../canonical.ts'
import type { DomainError } from '../../../../domain/errors.ts'
import type { InstanceRequest } from '../../../../domain/instances/plan.ts'
import { isLocale } from '../../../../domain/locales.ts'
import { labelIn, type TemplateSlot } from '../../../../domain/templates/model.ts'
import type { TemplateView } from '../../../../domain/templates/read.ts'
import { inputsOf } from '../../../../domain/values/inputs.ts'
import type { Form } from '../../form.ts'
import {
  type Entries,
  entriesFrom,
  entriesOfValues,
  fieldValuesOf,
  shownProblems,
  type ValueForm,
  valueProblemsIn,
} from '../../instance/entries.ts'
import { type PersonPart, personEntries, personEntry, personProblem } from '../../instance/person.tsx'
import type { Problems } from '../../parts/form.tsx'

/** What is said of the form as a whole stands beside the form. */
export const FORM = 'send'

/** The values that a sender gives, or may fill in for a signer, who then needs no value from the sender. */
export function valueForm({ snapshot }: TemplateView): ValueForm {
  const inputs = inputsOf(snapshot)
    .filter(({ slot, prefill }) => slot === null || prefill !== 'refused')
    .map((input) => (input.slot === null ? input : { ...input, required: false }))
  return { locale: snapshot.model.locale, inputs, kept: {} }
}

/** The empty form: what the template says of its signers. */
export function emptyEntries(template: TemplateView): Entries {
  const { slots, locale } = template.snapshot.model
  const entries = entriesOfValues(valueForm(template))
  for (const [index, slot] of slots.entries()) {
    entries[personEntry(slot.slot, 'name')] = slot.pinned_name ?? ''
    entries[personEntry(slot.slot, 'email')] = slot.pinned_email ?? ''
    entries[personEntry(slot.slot, 'locale')] = locale
    entries[personEntry(slot.slot, 'signing_order')] = String(slot.signing_order ?? index + 1)
  }
  return entries
}

/** What was sent, as the form shows it again. */
export function sentEntries(form: Form, template: TemplateView): Entries {
  const { slots } = template.snapshot.model
  const people = personEntries(
    form,
    slots.map(({ slot }) => slot),
  )
  for (const { slot, pinned_email: pin } of slots) if (pin !== null) people[personEntry(slot, 'email')] = pin
  const texts = { title: form.text('title'), message: form.text('message').replace(/\r\n?/g, '\n') }
  return { ...entriesFrom(form, valueForm(template).inputs), ...people, ...texts }
}

/** The form as a call of instantiate. */
export function requestOf(entries: Entries, template: TemplateView, review: boolean): InstanceRequest {
  const { model } = template.snapshot
  return {
    templateId: template.template.id,
    // What was shown, also when another version was locked meanwhile.
    version: template.version,
    recipients: model.slots.map(({ slot }) => {
      const given = (part: PersonPart) => entries[personEntry(slot, part)] || null
      const locale = given('locale')
      const order = given('signing_order')
      return {
        slot,
        email: given('email'),
        name: { full: given('name'), first: null, last: null },
        locale: locale !== null && isLocale(locale) ? locale : null,
        phone: given('phone_e164'),
        requireSms: null,
        smsGate: undefined,
        reference: null,
        company: null,
        jobTitle: null,
        returnUrl: null,
        order: model.signing_mode === 'sequential' && order !== null ? Number(order) : null,
        channel: null,
      }
    }),
    fieldValues: fieldValuesOf(entries, valueForm(template)),
    metadata: null,
    review,
    sendEmails: true,
    title: entries.title || null,
    message: entries.message || null,
    subject: null,
    replyTo: null,
    observers: [],
    callbackUrl: null,
    warnings: [],
  }
}

/** SHA-256 of what is asked for. */
export function meaningOf(request: InstanceRequest): Buffer {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(request))))
    .digest()
}

interface Problem {
  field: string
  message: string
}

/** The problems of a refusal at the fields of the form; null: it is not about what was entered. */
export function refusedAt({ code, top }: DomainError, template: TemplateView, entries: Entries): Problems | null {
  const { problems } = top as { problems?: Problem[] }
  if (!problems) return null
  if (code !== 'template_input_invalid') return problemsAt(problems, template)
  const form = valueForm(template)
  const keys = new Set(form.inputs.map(({ definition }) => definition.key))
  const valueAt = valueProblemsIn(form, entries)
  // Keys of values may be called as other parts of the form are.
  return shownProblems(problems, FORM, (problem) =>
    keys.has(problem.field.split('[', 1)[0]!) ? valueAt(problem) : { [FORM]: problem.message },
  )
}

export function problemsAt(problems: readonly Problem[], template: TemplateView): Problems {
  return shownProblems(problems, FORM, (problem) => problemAt(problem, template))
}

function problemAt(problem: Problem, template: TemplateView): Problems {
  const { field, message } = problem
  const { slots } = template.snapshot.model
  const index = /^recipients\[(\d+)\]/.exec(field)?.[1]
  const slot = index === undefined ? undefined : slots[Number(index)]
  if (slot) return personProblem(problem, slot.slot, slotName(slot, template))
  return { [field === 'title' || field === 'message' ? field : FORM]: message }
}

/** What the template calls the signer of a slot. */
export function slotName({ labels, role }: TemplateSlot, { snapshot }: TemplateView): string {
  return labelIn(labels, snapshot.model.locale) ?? role
}
