import {
  kindOf,
  labelIn,
  type TemplateFile,
  type TemplateModel,
  type TemplateSlot,
} from '../../domain/templates/model.ts'
import type { TemplateView } from '../../domain/templates/read.ts'
import { inputsOf, type TemplateInput } from '../../domain/values/inputs.ts'
import type { components } from '../../generated/openapi.ts'
import { presentField } from './field.ts'

type Schemas = components['schemas']

/** The input contract of a template (contract 2.7). */
export function presentTemplate({ template, version, lockedAt, snapshot }: TemplateView): Schemas['Template'] {
  const { model, file } = snapshot
  return {
    id: template.id,
    name: model.name,
    description: model.description,
    status: template.status,
    kind: kindOf(model),
    version,
    locked_at: lockedAt?.toISOString() ?? null,
    locale: model.locale,
    signing_mode: model.signing_mode,
    recipients: model.slots.map((slot) => presentSlot(model, slot)),
    field_values: inputsOf(snapshot).map(presentInput),
    files: [presentTemplateFile(file)],
    created_at: template.created_at.toISOString(),
    updated_at: template.updated_at.toISOString(),
  }
}

export function presentTemplateFile({ name, sha256, pages }: TemplateFile): Schemas['TemplateFile'] {
  return { index: 0, name, page_count: pages.length, sha256 }
}

function presentSlot(model: TemplateModel, slot: TemplateSlot): Schemas['TemplateRecipient'] {
  const sequential = model.signing_mode === 'sequential'
  return {
    slot: slot.slot,
    role: slot.role,
    label: labelIn(slot.labels, model.locale),
    pinned: slot.pinned_email !== null,
    pinned_email: slot.pinned_email,
    signing_order: sequential ? (slot.signing_order ?? model.slots.indexOf(slot) + 1) : null,
    channel: slot.channel,
    require_sms_verification: slot.require_sms_verification,
    sms_gate: slot.sms_gate,
    has_fields: model.boxes.some((box) => box.slot === slot.slot),
  }
}

function presentInput(input: TemplateInput): Schemas['TemplateInput'] {
  const field = presentField(input.definition)
  return {
    ...field,
    required: input.required,
    owner: input.slot === null ? 'sender' : 'signer',
    slot: input.slot,
    prefill: input.prefill,
    labels: input.labels,
    max_length: input.maxLength,
    max_rows: input.maxRows,
    columns: input.columns,
  }
}
