import type { TemplateModel } from '../../../../domain/templates/model.ts'
import { EntryField, type Problems, Select, TextArea } from '../../parts/form.tsx'
import { Submit } from '../../parts/pieces.tsx'
import { count } from '../words.ts'
import { type SettingsEntries, type SlotEntries, slotEntry } from './form.ts'

const CHANNELS = [
  ['email', 'By email'],
  ['sms', 'By SMS'],
  ['both', 'By email and SMS'],
] as const

const CODES = [
  ['', 'No code'],
  ['before_signing', 'Before signing'],
  ['before_view', 'Before the document is shown'],
] as const

interface SlotsProps {
  entries: SettingsEntries
  model: Pick<TemplateModel, 'boxes'>
  problems: Problems
}

/** A group of fields for each signer of a template. */
export function Slots({ entries, model, problems }: SlotsProps) {
  if (entries.slots.length === 0) {
    return (
      <p class="pad" id="slots">
        Nobody signs: the template makes files, filled in and downloaded.
      </p>
    )
  }
  return (
    <div id="slots">
      {entries.slots.map((slot) => (
        <Slot
          slot={slot}
          boxes={model.boxes.filter((box) => box.slot === slot.slot).length}
          isOrdered={entries.signing_mode === 'sequential' && entries.slots.length > 1}
          problems={problems}
        />
      ))}
    </div>
  )
}

interface SlotProps {
  slot: SlotEntries
  boxes: number
  isOrdered: boolean
  problems: Problems
}

function Slot({ slot: entries, boxes, isOrdered, problems }: SlotProps) {
  const { slot } = entries
  const props = (part: Exclude<keyof SlotEntries, 'slot'>) => ({
    name: slotEntry(slot, part),
    value: entries[part],
    problems,
  })
  return (
    <fieldset class="pad entry" id={`slot-${slot}`}>
      <legend class="small">
        Slot {slot} · {count(boxes, 'box', 'boxes')}
      </legend>
      <input type="hidden" name="slot" value={String(slot)} />
      <div class="fields">
        <EntryField {...props('role')} label="Role" required maxlength={64} hint="What your code calls this signer." />
        {isOrdered ? (
          <EntryField {...props('signing_order')} label="Place in the order" type="number" min={1} max={100} />
        ) : (
          <input type="hidden" name={slotEntry(slot, 'signing_order')} value={entries.signing_order} />
        )}
        <EntryField
          {...props('pinned_name')}
          label="Always this name"
          maxlength={120}
          hint="Leave it empty to say it at each sending."
        />
        <EntryField
          {...props('pinned_email')}
          label="Always this address"
          type="email"
          maxlength={254}
          hint="Leave it empty to say it at each sending."
        />
        <Select {...props('channel')} label="Invitation" options={CHANNELS} />
        <Select
          {...props('sms')}
          label="Code by SMS"
          options={CODES}
          hint="To the phone that is given at each sending."
        />
        <TextArea
          {...props('labels')}
          label="Labels"
          rows={2}
          hint="What people read. One line for each language: de: Mieter."
        />
      </div>
      {boxes === 0 && (
        <div class="ends">
          <span />
          <Submit label="Remove" about={` ${entries.role}`} kind="small" name="do" value={`drop ${slot}`} />
        </div>
      )}
    </fieldset>
  )
}
