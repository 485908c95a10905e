import type { TemplateModel } from '../../../../domain/templates/model.ts'
import type { Difference } from '../../parts/differences.tsx'
import { entriesOf, type SettingsEntries, type SlotEntries } from './form.ts'

const LABELS: Record<Exclude<keyof SettingsEntries, 'slots'>, string> = {
  name: 'Name',
  description: 'Description',
  locale: 'Language',
  signing_mode: 'Signing',
  expires_in_days: 'Days to sign',
  message: 'Message',
}

/** Where another model differs from what was typed, and what it has there. */
export function differences(model: TemplateModel, typed: SettingsEntries): Difference[] {
  const theirs = entriesOf(model)
  const found = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((name) => theirs[name] !== typed[name])
    .map((name) => ({ label: LABELS[name], text: theirs[name] }))
  const gone = typed.slots.filter(({ slot }) => !theirs.slots.some((one) => one.slot === slot))
  const changed = theirs.slots.filter(
    (slot) =>
      !isSame(
        slot,
        typed.slots.find((one) => one.slot === slot.slot),
      ),
  )
  return [
    ...found,
    ...gone.map(({ slot }) => ({ label: `Slot ${slot}`, text: '' })),
    ...changed.map((slot) => ({ label: `Slot ${slot.slot}`, text: slotWords(slot) })),
  ]
}

function isSame(a: SlotEntries, b: SlotEntries | undefined): boolean {
  return b !== undefined && (Object.keys(a) as (keyof SlotEntries)[]).every((part) => a[part] === b[part])
}

const slotWords = ({ role, pinned_name, pinned_email, labels }: SlotEntries) =>
  [role, pinned_name, pinned_email, labels.replaceAll('\n', ', ')].filter((text) => text !== '').join(' · ')
