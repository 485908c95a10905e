import { describe, expect, test } from 'vitest'
import type { FieldDefinition } from '../../server/domain/fields/definition.ts'
import { changesBetween } from '../../server/domain/templates/changes.ts'
import type { Snapshot, TemplateBox, TemplateSlot } from '../../server/domain/templates/model.ts'

const box = (id: string, more: Partial<TemplateBox> = {}): TemplateBox => ({
  ...{ id, page: 1, x: 0.1, y: 0.2, w: 0.3, h: 0.05, kind: 'text', slot: 1, field: id, option: null, required: true },
  ...{ prefill: 'editable', label: null, max_length: null, style: null, format: null, table: null },
  ...more,
})
const slot = (number: number, role: string, more: Partial<TemplateSlot> = {}): TemplateSlot => ({
  ...{ slot: number, role, labels: {}, pinned_email: null, pinned_name: null, signing_order: null },
  ...{ channel: 'email', require_sms_verification: false, sms_gate: null },
  ...more,
})
const field = (key: string, max_length: number | null = null): FieldDefinition => ({
  ...{ key, kind: 'scalar', type: 'text', options: [], currency: null, decimals: null, max_length },
  ...{ labels: {}, example: null },
})
const model = (more: Partial<Snapshot['model']> = {}): Snapshot['model'] => ({
  ...{ format: 1, name: 'Lease', description: null, locale: 'en', signing_mode: 'sequential' },
  ...{ expires_in_days: null, message: null, slots: [slot(1, 'tenant')], boxes: [box('iban'), box('city')] },
  ...more,
})
const snapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
  model: model(),
  fields: [field('city'), field('iban')],
  file: { name: 'lease.pdf', sha256: 'a', length: 1, pages: [{ width: 595, height: 842 }] },
  ...more,
})
/** A line for each change. */
const words = (before: Snapshot, after: Snapshot) =>
  changesBetween(before, after).map(({ how, what, details }) => [how, what, ...details].join(' | '))
const boxes = (...list: TemplateBox[]) => snapshot({ model: model({ boxes: list }) })

describe('the changes between two versions', () => {
  test('of the same content are none', () => {
    expect(words(snapshot(), structuredClone(snapshot()))).toEqual([])
  })

  test('name boxes added, removed, moved and changed, by their id', () => {
    const before = boxes(box('iban'), box('city'), box('sign', { kind: 'signature', field: null }))
    const after = boxes(
      box('iban', { page: 2, w: 0.5, required: false, max_length: 9 }),
      box('sign', { kind: 'signature', field: null, y: 0.21 }),
      box('rent', { slot: null }),
    )
    expect(words(before, after)).toEqual([
      'removed | text box "city" of tenant on page 1',
      'moved | text box "iban" of tenant on page 2 | from page 1 | size',
      'changed | text box "iban" of tenant on page 2 | required | max length',
      'moved | signature box of tenant on page 1',
      'added | text box "rent" on page 1',
    ])
  })

  test('name the order of boxes and of signers', () => {
    expect(words(boxes(box('a'), box('b')), boxes(box('b'), box('a'), box('c')))).toEqual([
      'changed | the template | order of the boxes',
      'added | text box "c" of tenant on page 1',
    ])
    const slots = [slot(1, 'tenant'), slot(2, 'landlord')]
    const turned = snapshot({ model: model({ slots: slots.toReversed() }) })
    expect(words(snapshot({ model: model({ slots }) }), turned)).toEqual([
      'changed | the template | order of the signers',
    ])
  })

  test('name definitions of fields added, removed and changed', () => {
    const before = snapshot({ fields: [field('city'), field('iban')] })
    const after = snapshot({ fields: [field('iban', 34), field('rent')] })
    expect(words(before, after)).toEqual([
      'removed | field "city"',
      'changed | field "iban" | max length',
      'added | field "rent"',
    ])
  })

  test('name signers, settings, and the PDF', () => {
    const { file } = snapshot()
    const after = snapshot({
      model: model({
        slots: [slot(1, 'lodger', { channel: 'sms' }), slot(2, 'landlord')],
        expires_in_days: 7,
        message: 'Hello',
      }),
      file: { ...file, name: 'new.pdf', sha256: 'b' },
    })
    expect(words(snapshot(), after)).toEqual([
      'replaced | the PDF, now "new.pdf"',
      'changed | the template | expires in days | message',
      'changed | signer lodger (slot 1) | role | channel',
      'added | signer landlord (slot 2)',
    ])
    expect(words(after, snapshot())).toContain('removed | signer landlord (slot 2)')
    const renamed = snapshot({ file: { ...file, name: 'new.pdf' } })
    expect(words(snapshot(), renamed)).toEqual(['changed | the PDF "new.pdf" | name'])
  })
})
