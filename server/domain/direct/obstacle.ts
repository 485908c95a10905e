import type { Locale } from '../locales.ts'
import { labelIn, type Snapshot } from '../templates/model.ts'
import type { TemplateRow } from '../templates/read.ts'
import { inputsOf, type TemplateInput } from '../values/inputs.ts'

/**
 * Why nobody can start a document of the template by a direct link, in a sentence; null: they can. The link asks for a
 * name and an email address and for nothing else (decision 0567).
 * @param locked the newest version; null: the template is not locked
 */
export function directObstacle({ status }: Pick<TemplateRow, 'status'>, locked: Snapshot | null): string | null {
  if (status === 'archived') return 'The template is archived. Restore it first.'
  if (locked === null) return 'The template is a draft. Lock it first.'
  const { slots, locale } = locked.model
  const [slot, ...others] = slots
  if (!slot) return 'Nobody signs this template, so there is nobody whom a direct link could be for.'
  if (others.length > 0) {
    const roles = slots.map(({ role }) => role).join(', ')
    return `A direct link is for a single signer, who is whoever opens it. This template has ${slots.length}: ${roles}.`
  }
  if (slot.pinned_email !== null) {
    return `The signer of this template is pinned to ${slot.pinned_email}, and a direct link is for whoever opens it.`
  }
  if (slot.require_sms_verification || slot.channel !== 'email') {
    return 'The signer of this template needs a phone number for text messages, which a direct link does not ask for.'
  }
  const missing = inputsOf(locked).filter((input) => input.slot === null && input.required)
  if (missing.length === 0) return null
  const names = missing.map((input) => nameOf(input, locale)).join(', ')
  const them = missing.length === 1 ? 'it' : 'them'
  return `You would have to fill in ${names} before it is sent. Make ${them} optional, or let the signer fill ${them} in.`
}

const nameOf = ({ labels, definition }: TemplateInput, locale: Locale) => labelIn(labels, locale) ?? definition.key
