import type { TemplateSlot } from './model.ts'

/** As many as a model can have. */
export const MAX_SLOTS = 20

/** A slot with the lowest number that is free, behind the others in their order; null: there are as many as can be. */
export function newSlot(slots: readonly TemplateSlot[], role = ''): TemplateSlot | null {
  const slot = Array.from({ length: MAX_SLOTS }, (_, index) => index + 1).find(
    (number) => !slots.some((one) => one.slot === number),
  )
  if (slot === undefined) return null
  const isOrdered = slots.some(({ signing_order }) => signing_order !== null)
  return {
    slot,
    role: role || freeRole(slots),
    labels: {},
    pinned_email: null,
    pinned_name: null,
    signing_order: isOrdered ? Math.max(...slots.map(({ signing_order }) => signing_order ?? 0)) + 1 : null,
    channel: 'email',
    require_sms_verification: false,
    sms_gate: null,
  }
}

/** `signer`, or with a number behind it. */
export function freeRole(slots: readonly Pick<TemplateSlot, 'role'>[]): string {
  for (let number = 1; ; number++) {
    const role = number === 1 ? 'signer' : `signer ${number}`
    if (!slots.some((slot) => slot.role === role)) return role
  }
}
