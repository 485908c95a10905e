import type { Selectable } from 'kysely'
import type { FieldKind, FieldsTable } from '../../db/schema.ts'
import { FIELD_VALUE } from '../../limits.ts'
import { HAND_STYLES, type HandStyle } from '../../pdf/hand-styles.ts'
import { LIMITS } from '../../pdf/limits.ts'
import type { Caption, Stamp } from '../../pdf/types.ts'
import { DomainError } from '../errors.ts'
import { MAX_ROWS } from '../fields/definition.ts'
import { type LocalMoment, localDate, localTime } from '../time-zone.ts'
import { cleanTypedText } from '../typed-text.ts'
import type { Row } from '../values/check.ts'
import type { Answer } from './answer.ts'
import { type EnteredRow, isBlankRow } from './rows.ts'

export type FieldRow = Selectable<FieldsTable>

/** The value of a field. */
export type FieldValue =
  | { type: 'drawn'; width: number; height: number; strokes: number[][] }
  | { type: 'typed'; text: string; style?: HandStyle | undefined }
  | { type: 'image'; mediaType: 'image/png' | 'image/jpeg'; data: string }
  /** `kept`: what the text means, where its field says what it must be (`answer.ts`). */
  | { type: 'text'; text: string; kept?: Answer | undefined }
  | { type: 'checked'; checked: boolean }
  /** Of a table, as entered; `kept`: what the rows mean, from the moment of signing. */
  | { type: 'rows'; rows: EnteredRow[]; kept?: Row[] | undefined }

/** Who signs, when and where: the source of the automatic values of `name` and `date` fields (decision 0461). */
export interface SigningFacts extends LocalMoment {
  name: string
  /** Masked; null: the signature is a simple one. */
  verifiedPhone: string | null
}

/**
 * Checks one value against its field and returns it cleaned. An image is returned unchanged: see `accept.ts`.
 * @throws DomainError `field_invalid` with `meta.field_id` and `meta.reason`
 */
export function checkValue(field: FieldRow, value: unknown): FieldValue {
  const refuse = (reason: string, message: string): never => {
    throw new DomainError('field_invalid', message, { meta: { field_id: field.id, reason } })
  }
  if (!isObject(value)) return refuse('wrong_type', 'a field value is an object with a type')
  if (field.kind === 'signature' || field.kind === 'initial') {
    return checkInk(value, refuse)
  }
  if (field.kind === 'checkbox') {
    if (value.type !== 'checked' || typeof value.checked !== 'boolean')
      return refuse('wrong_type', 'a checkbox takes { type: "checked", checked }')
    return { type: 'checked', checked: value.checked }
  }
  if (field.kind === 'table') return checkRowsForm(value, refuse)
  if (value.type !== 'text' || typeof value.text !== 'string')
    return refuse('wrong_type', 'this field takes { type: "text", text }')
  const text = cleanTypedText(value.text)
  const limit = field.max_length ?? (field.kind === 'name' ? FIELD_VALUE.nameCharacters : FIELD_VALUE.textCharacters)
  if ([...text].length > limit) return refuse('too_long', `at most ${limit} characters are allowed`)
  if (hasControl(text)) return refuse('control_characters', 'control characters are not allowed')
  return { type: 'text', text }
}

function checkInk(value: Record<string, unknown>, refuse: (reason: string, message: string) => never): FieldValue {
  if (value.type === 'typed') {
    const text = typeof value.text === 'string' ? cleanTypedText(value.text) : ''
    if (text === '' || hasControl(text)) return refuse('empty', 'type a name to sign with')
    if ([...text].length > FIELD_VALUE.nameCharacters)
      return refuse('too_long', `at most ${FIELD_VALUE.nameCharacters} characters are allowed`)
    const { style } = value
    if (style !== undefined && !isHandStyle(style))
      return refuse('wrong_type', `a style is one of: ${HAND_STYLES.join(', ')}`)
    return { type: 'typed', text, ...(style !== undefined && { style }) }
  }
  if (value.type === 'drawn') {
    const { width, height, strokes } = value
    if (!isSize(width) || !isSize(height) || !Array.isArray(strokes))
      return refuse('wrong_type', 'a drawing has a width, a height and strokes')
    const clean = strokes.filter((stroke): stroke is number[] => Array.isArray(stroke) && stroke.length >= 2)
    const numbers = clean.flat()
    if (numbers.length > FIELD_VALUE.drawnNumbers || clean.some((stroke) => stroke.length % 2 === 1)) {
      return refuse('too_long', 'the drawing has too many points')
    }
    if (!numbers.every((n) => typeof n === 'number' && Number.isFinite(n) && Math.abs(n) <= FIELD_VALUE.drawnSize)) {
      return refuse('wrong_type', 'strokes are lists of numbers')
    }
    if (!clean.some((stroke) => stroke.length >= 4)) return refuse('empty', 'the drawing is empty')
    return { type: 'drawn', width, height, strokes: clean }
  }
  if (value.type === 'image') {
    const { mediaType: declared, data } = value
    if (typeof data !== 'string') return refuse('wrong_type', 'an image is PNG or JPEG, in base64')
    const bytes = Buffer.from(data, 'base64')
    const mediaType = imageTypeOf(declared, bytes)
    if (mediaType === null) return refuse('wrong_type', 'an image is PNG or JPEG, in base64')
    if (bytes.length > FIELD_VALUE.imageBytes)
      return refuse('too_long', `the image is larger than ${FIELD_VALUE.imageBytes} bytes`)
    return { type: 'image', mediaType, data: bytes.toString('base64') }
  }
  return refuse('wrong_type', 'sign by drawing, typing or uploading')
}

/** Of any table: what the cells hold is checked with the others of their row (`tables.ts`). */
function checkRowsForm(value: Record<string, unknown>, refuse: (reason: string, message: string) => never): FieldValue {
  const { type, rows } = value
  if (type !== 'rows' || !Array.isArray(rows) || !rows.every(isObject))
    return refuse('wrong_type', 'a table takes { type: "rows", rows }, each row an object')
  if (rows.length > MAX_ROWS) return refuse('too_long', `at most ${MAX_ROWS} rows are allowed`)
  let characters = 0
  for (const cell of rows.flatMap((row) => Object.values(row))) {
    if (typeof cell === 'boolean') continue
    if (typeof cell !== 'string') return refuse('wrong_type', 'a cell is a text, or true or false')
    characters += cell.length
  }
  if (characters > LIMITS.printedCharacters)
    return refuse('too_long', `at most ${LIMITS.printedCharacters} characters are allowed`)
  return { type: 'rows', rows: rows as EnteredRow[] }
}

/** Whether the field is filled: a required checkbox must be ticked, a text must not be empty. */
export function isFilled(value: FieldValue | null): boolean {
  if (value === null) return false
  if (value.type === 'checked') return value.checked
  if (value.type === 'text') return value.text !== ''
  if (value.type === 'rows') return !value.rows.every(isBlankRow)
  return true
}

/** The value a field has without the signer's input: the date of signing, the signer's own name. */
export function automaticValue(
  field: Pick<FieldRow, 'kind'>,
  facts: LocalMoment & { name: string | null },
): FieldValue | null {
  if (field.kind === 'date') return { type: 'text', text: localDate(facts) }
  if (field.kind === 'name' && facts.name) return { type: 'text', text: facts.name }
  return null
}

/** Who, when, and the assurance level, printed on the page with the signature. */
function captionOf({ verifiedPhone, ...facts }: SigningFacts): Caption {
  const level = verifiedPhone === null ? 'SES' : `AES, SMS to ${verifiedPhone}`
  return { name: facts.name, facts: `${localTime(facts)}, ${level}` }
}

/** The field in the form the PDF engine draws; null if it was left empty. */
export function toStamp(field: FieldRow, value: FieldValue | null, facts: SigningFacts): Stamp | null {
  if (value === null) return null
  const { page, x, y, w, h, rooms } = field
  const box = { page, x, y, w, h }
  switch (value.type) {
    // Printed as the tables of the sender are (`draw-revision.ts`).
    case 'rows':
      return null
    case 'checked':
      return { ...box, kind: 'checkbox', checked: value.checked }
    case 'text':
      if (value.text === '' || !isPrinted(field.kind)) return null
      return { ...box, kind: field.kind, text: value.text, rooms }
    case 'drawn':
    case 'typed':
    case 'image': {
      const ink = value.type === 'image' ? { type: 'image' as const, bytes: Buffer.from(value.data, 'base64') } : value
      const kind = field.kind === 'initial' ? 'initial' : 'signature'
      const caption = kind === 'signature' ? captionOf(facts) : null
      return { ...box, kind, ink, caption }
    }
  }
}

function isPrinted(kind: FieldKind): kind is 'date' | 'name' | 'text' {
  return kind === 'date' || kind === 'name' || kind === 'text'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What some programs call a JPEG, and what says nothing: the bytes tell then, and the decoder judges them. */
function imageTypeOf(declared: unknown, bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  switch (declared) {
    case 'image/png':
      return declared
    case 'image/jpeg':
    case 'image/jpg':
    case 'image/pjpeg':
      return 'image/jpeg'
    case undefined:
    case null:
    case '':
    case 'application/octet-stream':
      return bytes[0] === 0xff ? 'image/jpeg' : 'image/png'
    default:
      return null
  }
}

function isHandStyle(value: unknown): value is HandStyle {
  return (HAND_STYLES as readonly unknown[]).includes(value)
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= FIELD_VALUE.drawnSize
}

function hasControl(text: string): boolean {
  return /[\p{Cc}]/u.test(text)
}
