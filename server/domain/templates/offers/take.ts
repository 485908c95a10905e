import { randomUUID } from 'node:crypto'
import { upTo } from '../../../characters.ts'
import { FieldModel } from '../../../generated/schemas.ts'
import type { FieldDefinition, FieldType, ScalarDefinition } from '../../fields/definition.ts'
import { DEFAULT_STYLE, type TemplateBox, type TemplateModel } from '../model.ts'
import { freeRole, newSlot } from '../new-slot.ts'
import type { KnownField } from '../problem.ts'
import type { OfferedBox } from './find.ts'
import { keyOf } from './key.ts'

/** As many as a model can have. */
const MAX_BOXES = 1_000

/** A model with the offers in it, and the definitions that the registry lacks. */
export interface Taken {
  model: TemplateModel
  fields: FieldDefinition[]
}

/**
 * Makes boxes of offers. A marker belongs to the slot of its role, which is added; a field of the form to the sender,
 * under a key made of its name, except a signature, which gets a slot of its own. What a model has no room for is left.
 * @param registry the workspace's fields by key
 */
export function takeOffers(
  model: TemplateModel,
  offers: readonly OfferedBox[],
  registry: ReadonlyMap<string, KnownField>,
): Taken {
  const taker = new Taker(model, offers, registry)
  for (const offer of offers.slice(0, MAX_BOXES - model.boxes.length)) taker.take(offer)
  return taker
}

class Taker implements Taken {
  model: TemplateModel
  readonly fields: FieldDefinition[] = []
  private readonly offers: readonly OfferedBox[]
  private readonly registry: ReadonlyMap<string, KnownField>
  /** By the name in the PDF and who fills it in: two fields of one name are one. */
  private readonly keys = new Map<string, string>()

  constructor(model: TemplateModel, offers: readonly OfferedBox[], registry: ReadonlyMap<string, KnownField>) {
    this.model = { ...model, slots: [...model.slots], boxes: [...model.boxes] }
    this.offers = offers
    this.registry = registry
  }

  take(offer: OfferedBox): void {
    const box = offer.source === 'marker' ? this.ofMarker(offer) : this.ofForm(offer)
    if (box) this.model.boxes.push(box)
  }

  private ofMarker(offer: Extract<OfferedBox, { source: 'marker' }>): TemplateBox | null {
    const slot = this.slotOf(offer.role)
    if (slot === null) return null
    const { kind, fieldKey, label } = offer
    const wanted = { type: 'text' as const, options: [], maxLength: null, label }
    const field = kind === 'text' && fieldKey !== null ? this.key(fieldKey, slot, wanted) : null
    return this.box(offer, { kind, slot, field, required: true })
  }

  private ofForm(offer: Extract<OfferedBox, { source: 'form' }>): TemplateBox | null {
    const { kind, name, required } = offer
    if (kind === 'signature') {
      const slot = this.slotOf(freeRole(this.model.slots))
      return slot === null ? null : this.box(offer, { kind, slot, field: null, required: true })
    }
    const wanted = this.typeOf(offer)
    if (wanted.type === 'enum' && !canBeOptions(wanted.options)) return null
    const field = this.key(name || (offer.label ?? ''), null, wanted)
    const box = this.box(offer, { kind, slot: null, field, required })
    if (kind === 'checkbox') return { ...box, option: offer.option }
    return offer.multiline ? { ...box, style: { ...DEFAULT_STYLE, valign: 'top', lines: 'many' } } : box
  }

  private box(
    { page, x, y, w, h, label }: OfferedBox,
    of: Pick<TemplateBox, 'kind' | 'slot' | 'field' | 'required'>,
  ): TemplateBox {
    const labels = label === null ? null : { [this.model.locale]: upTo(120, label) }
    const rest = {
      option: null,
      prefill: 'editable' as const,
      max_length: null,
      style: null,
      format: null,
      table: null,
    }
    return { id: randomUUID(), page, x, y, w, h, ...of, label: labels, ...rest }
  }

  /** Null: there is no room for another slot. */
  private slotOf(role: string): number | null {
    const known = this.model.slots.find((slot) => slot.role === role)
    if (known) return known.slot
    const added = newSlot(this.model.slots, role)
    if (!added) return null
    this.model = { ...this.model, slots: [...this.model.slots, added] }
    return added.slot
  }

  private typeOf(offer: Extract<OfferedBox, { source: 'form' }>): Wanted {
    const { label, name, maxLength } = offer
    if (offer.kind === 'checkbox') {
      const options = this.offers.flatMap((other) =>
        other.source === 'form' && other.name === name && other.option !== null ? other.option : [],
      )
      const type = offer.option === null ? 'boolean' : 'enum'
      return { type, options: offer.option === null ? [] : [...new Set(options)], maxLength: null, label }
    }
    if (offer.options.length > 0 && canBeOptions(offer.options))
      return { type: 'enum', options: offer.options, maxLength: null, label }
    return { type: offer.multiline ? 'multiline' : 'text', options: [], maxLength, label }
  }

  /** The key of a field of the PDF: one that the registry has and that can hold it, else a new one. */
  private key(name: string, slot: number | null, wanted: Wanted): string {
    const id = `${slot}/${wanted.type}/${name}`
    const known = this.keys.get(id)
    if (known !== undefined) return known
    const key = keyOf(name, (candidate) => this.canHold(candidate, slot, wanted))
    this.keys.set(id, key)
    if (!this.registry.has(key)) this.fields.push(definitionOf(key, wanted, this.model.locale))
    return key
  }

  private canHold(key: string, slot: number | null, { type, options }: Wanted): boolean {
    if (this.fields.some((field) => field.key === key)) return false
    if (this.model.boxes.some((box) => box.field === key && box.slot !== slot)) return false
    const field = this.registry.get(key)
    if (!field) return true
    const { definition: known, archived } = field
    if (archived || known.kind !== 'scalar') return false
    // Any scalar can be printed as text; a tick needs its own type.
    if (type === 'text' || type === 'multiline') return true
    return known.type === type && options.every((option) => known.options.includes(option))
  }
}

/** Whether an enum of the registry can have them: a list of all countries is too long for one. */
const canBeOptions = (options: string[]): boolean => FieldModel.shape.options.safeParse(options).success

/** What a field of the PDF takes. */
interface Wanted {
  type: Extract<FieldType, 'text' | 'multiline' | 'boolean' | 'enum'>
  options: string[]
  maxLength: number | null
  label: string | null
}

function definitionOf(key: string, { type, options, maxLength, label }: Wanted, locale: string): ScalarDefinition {
  const labels = label === null ? {} : { [locale]: upTo(120, label) }
  const limit = maxLength === null ? null : Math.min(maxLength, 2_000)
  const rest = { currency: null, decimals: null, example: null }
  return { key, kind: 'scalar', type, options, max_length: limit, labels, ...rest }
}
