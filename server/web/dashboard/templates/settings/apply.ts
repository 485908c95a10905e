import type { z } from '@hono/zod-openapi'
import type { TemplateModel } from '../../../../domain/templates/model.ts'
import { TemplateModel as Model } from '../../../../generated/schemas.ts'
import type { Problems } from '../../parts/form.tsx'
import { labelsFrom } from '../../parts/labels.ts'
import { type SettingsEntries, type SlotEntries, slotEntry } from './form.ts'

/** As import takes it, without what the form leaves alone. */
const Settings = Model.omit({ boxes: true })

/**
 * The model with what was filled in. Its boxes stay, and so do slots that the form did not have: somebody else has
 * added them since.
 * @param dropped the slot that the form takes away; null: none
 */
export function withSettings(
  model: TemplateModel,
  entries: SettingsEntries,
  dropped: number | null,
): { model: TemplateModel } | { problems: Problems } {
  const slots = entries.slots.filter(({ slot }) => slot !== dropped)
  const parsed = Settings.safeParse({
    format: 1,
    name: entries.name,
    description: entries.description || null,
    locale: entries.locale,
    signing_mode: entries.signing_mode,
    expires_in_days: entries.expires_in_days === '' ? null : numberOf(entries.expires_in_days),
    message: entries.message || null,
    slots: slots.map((slot) => slotOf(slot)),
  })
  const problems = {
    ...(parsed.success ? {} : problemsOf(parsed.error.issues, slots)),
    ...repeated(slots, 'role', 'is the role of another signer too.'),
    ...(entries.signing_mode === 'sequential' ? repeated(slots, 'signing_order', 'is the place of another too.') : {}),
    ...stillUsed(model, dropped),
  }
  if (!parsed.success || Object.keys(problems).length > 0) return { problems }
  const others = model.slots.filter(({ slot }) => slot !== dropped && !slots.some((entry) => entry.slot === slot))
  const given = parsed.data.signing_mode === 'sequential' ? withoutPlain(parsed.data.slots) : parsed.data.slots
  return { model: { ...model, ...parsed.data, slots: [...given, ...others] } }
}

function slotOf({ slot, role, sms, ...entries }: SlotEntries) {
  return {
    slot,
    role,
    labels: labelsFrom(entries.labels),
    pinned_email: entries.pinned_email || null,
    pinned_name: entries.pinned_name || null,
    signing_order: entries.signing_order === '' ? null : numberOf(entries.signing_order),
    channel: entries.channel,
    require_sms_verification: sms !== '',
    sms_gate: sms === 'before_view' ? sms : null,
  }
}

/** 1, 2, 3 as they are listed need not be said. */
function withoutPlain<S extends { signing_order: number | null }>(slots: S[]): S[] {
  const isPlain = slots.every(({ signing_order: order }, index) => order === index + 1 || order === null)
  return isPlain ? slots.map((slot) => ({ ...slot, signing_order: null })) : slots
}

/** Text that is no number is left for the schema to refuse. */
const numberOf = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : text)

function repeated(slots: SlotEntries[], part: 'role' | 'signing_order', words: string): Problems {
  const again = slots.filter(
    (slot, index) => slot[part] !== '' && slots.findIndex((other) => other[part] === slot[part]) < index,
  )
  return Object.fromEntries(again.map((slot) => [slotEntry(slot.slot, part), `“${slot[part]}” ${words}`]))
}

function stillUsed(model: TemplateModel, dropped: number | null): Problems {
  const boxes = model.boxes.filter(({ slot }) => dropped !== null && slot === dropped).length
  if (boxes === 0) return {}
  const text = `This signer still has ${boxes === 1 ? 'a box' : `${boxes} boxes`}: delete them first, or give them to somebody else.`
  return { [slotEntry(dropped!, 'role')]: text }
}

const WORDS: Record<string, string> = {
  name: `A name has 1 to 200 characters.`,
  description: 'A description has at most 2,000 characters.',
  message: 'A message has at most 2,000 characters.',
  locale: 'Choose one of the languages.',
  signing_mode: 'Choose one of the two.',
  expires_in_days: 'Enter a number of days, 1 to 90.',
  slots: 'There can be 20 signers.',
  role: 'A role has 1 to 64 letters, digits, spaces, or _ . -',
  labels: 'Each label has at most 120 characters.',
  pinned_email: 'Enter an email address, such as office@example.com.',
  pinned_name: 'A name has at most 120 characters.',
  signing_order: 'A place in the order is a number from 1 to 100.',
  channel: 'Choose one of these.',
}

function problemsOf(issues: readonly z.core.$ZodIssue[], slots: SlotEntries[]): Problems {
  return Object.fromEntries(
    issues.map(({ path: [first, index, part] }) => {
      const slot = first === 'slots' && typeof index === 'number' ? slots[index] : undefined
      const name = slot ? String(part) : String(first)
      return [slot ? slotEntry(slot.slot, name) : name, WORDS[name] ?? `This cannot be used: ${name}.`]
    }),
  )
}
