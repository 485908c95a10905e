import type { TemplateModel, TemplateSlot } from '../../../../domain/templates/model.ts'
import type { Form } from '../../form.ts'
import { labelLines } from '../../parts/labels.ts'

/** A signer as filled in: text, whatever it means. */
export interface SlotEntries {
  slot: number
  role: string
  labels: string
  pinned_email: string
  pinned_name: string
  signing_order: string
  channel: string
  /** A code by SMS: none, before signing, before the document is shown. */
  sms: SmsCode
}

export const SMS_CODES = ['', 'before_signing', 'before_view'] as const
export type SmsCode = (typeof SMS_CODES)[number]

/** Everything of a template but its boxes, as filled in. */
export interface SettingsEntries {
  name: string
  description: string
  locale: string
  signing_mode: string
  expires_in_days: string
  message: string
  slots: SlotEntries[]
}

export const slotEntry = (slot: number, part: string) => `slot.${slot}.${part}`

export function entriesOf(model: TemplateModel): SettingsEntries {
  return {
    name: model.name,
    description: model.description ?? '',
    locale: model.locale,
    signing_mode: model.signing_mode,
    expires_in_days: String(model.expires_in_days ?? ''),
    message: model.message ?? '',
    slots: model.slots.map((slot, index) => slotEntries(slot, model.signing_mode === 'sequential' ? index + 1 : null)),
  }
}

/** @param place where it stands if the model does not say; null: there is no order */
export function slotEntries(slot: TemplateSlot, place: number | null): SlotEntries {
  return {
    slot: slot.slot,
    role: slot.role,
    labels: labelLines(slot.labels),
    pinned_email: slot.pinned_email ?? '',
    pinned_name: slot.pinned_name ?? '',
    signing_order: String(slot.signing_order ?? place ?? ''),
    channel: slot.channel,
    sms: slot.require_sms_verification ? (slot.sms_gate ?? 'before_signing') : '',
  }
}

/** What a form says; a number of a slot that cannot be one, and one given again, count as absent. */
export function entriesFrom(form: Form): SettingsEntries {
  const line = (name: string) => form.text(name).replace(/\p{Cc}+/gu, ' ')
  const lines = (name: string) => form.text(name).replace(/\r\n?/g, '\n')
  const numbers = form.all('slot').filter((text) => /^([1-9]|1\d|20)$/.test(text))
  return {
    name: line('name'),
    description: lines('description'),
    locale: line('locale'),
    signing_mode: line('signing_mode'),
    expires_in_days: line('expires_in_days'),
    message: lines('message'),
    slots: [...new Set(numbers)].map(Number).map((slot) => {
      const part = (name: string) => line(slotEntry(slot, name))
      return {
        slot,
        role: part('role'),
        labels: lines(slotEntry(slot, 'labels')),
        pinned_email: part('pinned_email'),
        pinned_name: part('pinned_name'),
        signing_order: part('signing_order'),
        channel: part('channel'),
        sms: SMS_CODES.find((code) => code === part('sms')) ?? '',
      }
    }),
  }
}
