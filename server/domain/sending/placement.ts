import type { FieldKind, Placement } from '../../db/schema.ts'
import { PdfError } from '../../pdf/errors.ts'
import type { AppendBlock, Inspection, MalformedMarker, Marker, Prepared, Room } from '../../pdf/types.ts'
import { DomainError } from '../errors.ts'
import { invalid } from '../invalid.ts'
import type { DraftField, DraftPlacement, Warning } from './draft.ts'
import { pdfRefusal } from './refusals.ts'
import type { PlannedSigner } from './signers.ts'

/** A box and the index of its signer in the plan. */
export interface PlannedField extends Omit<DraftField, 'role'> {
  signer: number
  /** As in `Marker`. */
  rooms: Room[]
}

export interface PlacementPlan {
  placement: Placement
  /** All markers found, used or not (contract 2.6 `anchors.found`). */
  found: number
  fields: PlannedField[]
  maskPages: number[]
  /** One block per signer that signs on an appended page; `ref` is the signer's index. */
  append: AppendBlock[]
}

const TOLERANCE = 1e-6

/**
 * Decides who signs where (contract 2.4), so that an accepted document has a place to sign for every signer, and no box
 * that a typo leaves without one. Refusals carry the codes of contract 7.
 */
export function planPlacement(
  wanted: DraftPlacement,
  signers: PlannedSigner[],
  inspection: Inspection,
  warnings: Warning[],
): PlacementPlan {
  if (wanted.kind === 'anchors') warnings.push(...malformedMarkers(inspection.malformed))
  else warnings.push(...unusedMarkers(wanted.kind, inspection.markers))
  if (wanted.kind === 'explicit') return planExplicit(wanted.fields, signers, inspection)
  if (wanted.kind === 'anchors' && inspection.markers.length > 0)
    return planAnchors(signers, inspection.markers, warnings)
  const found = wanted.kind === 'anchors' ? 0 : inspection.markers.length
  if (inspection.signed) throw pdfRefusal(new PdfError('signed_append', 'no page can be appended to a signed file'))
  const append = signers.map((signer, index) => block(signer, index))
  return { placement: 'auto_append', found, fields: [], maskPages: [], append }
}

/** Every box in reading order, including those of appended blocks. */
export function placedFields(
  { placement }: { placement: PlacementPlan },
  { appended }: Pick<Prepared, 'appended'>,
): PlannedField[] {
  const blocks: PlannedField[] = appended.map(({ ref, ...box }) => ({
    ...box,
    signer: Number(ref),
    fieldKey: null,
    label: null,
    required: true,
    maxLength: null,
    option: null,
    answerType: null,
    table: null,
    value: null,
    rooms: [],
  }))
  return [...placement.fields, ...blocks].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
}

/** Maximum number of `malformed_marker` warnings per call; the last one gives the number of the rest. */
const MALFORMED_WARNINGS = 20

/** Texts that look like markers; they are in the file whatever its placement. */
export function malformedMarkers(malformed: MalformedMarker[]): Warning[] {
  const warnings = malformed.slice(0, MALFORMED_WARNINGS).map(({ page, where, text }) => {
    const why =
      where === 'content'
        ? 'looks like a marker but is none: a marker is written [[ls:KIND:ROLE]]'
        : 'is in an annotation or a form field, where markers are not read'
    return warning(`"${text}" on page ${page} ${why}; it stays on the page`)
  })
  const more = malformed.length - warnings.length
  if (more > 0) warnings.push(warning(`${more} more texts look like markers but are none; they stay on their pages`))
  return warnings
}

/** Whoever put markers into the file expects fields there. */
function unusedMarkers(kind: DraftPlacement['kind'], markers: Marker[]): Warning[] {
  const [first] = markers
  if (!first) return []
  const count = markers.length === 1 ? 'a marker' : `${markers.length} markers`
  const message = `the PDF has ${count}, the first on page ${first.page}; with placement "${kind}" none is used, and they stay on the page`
  return [{ field: 'file', code: 'markers_not_used', message }]
}

function warning(message: string): Warning {
  return { field: 'file', code: 'malformed_marker', message }
}

function planAnchors(signers: PlannedSigner[], markers: Marker[], warnings: Warning[]): PlacementPlan {
  const known = signers.flatMap((signer) => signer.role ?? [])
  const seen = new Set<string>()
  for (const { kind, role, page } of markers) {
    if (!known.includes(role)) throw unknownRole(role, kind, page, known)
    if (kind === 'text') continue
    const place = JSON.stringify([kind, role, page])
    if (seen.has(place)) {
      throw new DomainError('duplicate_anchor', `the marker [[ls:${kind}:${role}]] appears twice on page ${page}`, {
        meta: { role, kind, page },
      })
    }
    seen.add(place)
  }
  const append: AppendBlock[] = []
  signers.forEach((signer, index) => {
    const own = markers.filter((marker) => marker.role === signer.role)
    if (own.length === 0) {
      const found = [...new Set(markers.map((marker) => marker.role))].join(', ')
      const message =
        signer.role === null
          ? `${signer.at} has no role, and the PDF places fields by markers for: ${found}`
          : `${signer.at}.role "${signer.role}" has no marker in the PDF; markers found for: ${found}`
      throw new DomainError('signer_has_no_anchor', message, { meta: { role: signer.role } })
    }
    if (own.some(signs)) return
    append.push(block(signer, index))
    const message = `"${signer.role}" has markers but no signature or initial; a signature block was appended on a last page`
    warnings.push({ field: 'file', code: 'signature_block_appended', message })
  })
  const fields = markers.map(({ kind, role, fieldKey, page, x, y, w, h, label, rooms }) => ({
    signer: signers.findIndex((signer) => signer.role === role),
    kind,
    page,
    x,
    y,
    w,
    h,
    fieldKey,
    label,
    required: true,
    maxLength: null,
    option: null,
    answerType: null,
    table: null,
    value: null,
    rooms,
  }))
  const maskPages = [...new Set(markers.map((marker) => marker.page))]
  return { placement: 'anchors', found: markers.length, fields, maskPages, append }
}

/** Checks the boxes of an explicit placement, and that everybody signs. */
export function planExplicit(
  fields: DraftField[],
  signers: readonly Pick<PlannedSigner, 'role' | 'email'>[],
  inspection: Pick<Inspection, 'pageCount' | 'labels' | 'rooms' | 'markers'>,
): PlacementPlan {
  const known = signers.flatMap((signer) => signer.role ?? [])
  const planned = fields.map((field, index) => {
    const role = field.role.trim()
    const signer = signers.findIndex((candidate) => candidate.role === role)
    if (signer === -1) throw unknownRole(role, field.kind, field.page, known)
    checkBox(field, `fields[${index}]`, inspection.pageCount)
    const { kind, page, x, y, w, h, fieldKey, maxLength, option, answerType, table, value } = field
    const label = field.label ?? inspection.labels[index] ?? null
    const required = kind === 'signature' || field.required
    const rooms = inspection.rooms[index] ?? []
    const asked = { fieldKey, label, maxLength, option, answerType, table, value }
    return { signer, kind, page, x, y, w, h, required, rooms, ...asked }
  })
  const without = signers.filter((_, index) => !planned.some((field) => field.signer === index && signs(field)))
  if (without.length > 0) {
    const roles = without.map((signer) => signer.role)
    const message = `no signature or initial field for: ${without.map(({ role, email }) => role ?? email).join(', ')}`
    throw new DomainError('signer_without_signature', message, { meta: { roles } })
  }
  return { placement: 'explicit', found: inspection.markers.length, fields: planned, maskPages: [], append: [] }
}

function checkBox(field: DraftField, at: string, pageCount: number): void {
  if (field.page > pageCount) {
    const message = `${at}.page is ${field.page}, but the PDF has ${pageCount} page${pageCount === 1 ? '' : 's'}`
    throw invalid(`${at}.page`, message, { page_count: pageCount })
  }
  for (const [start, size] of [
    ['x', 'w'],
    ['y', 'h'],
  ] as const) {
    if (field[start] + field[size] > 1 + TOLERANCE) {
      const message = `${at} extends beyond the page: ${start} + ${size} is ${field[start] + field[size]}, at most 1 is allowed`
      throw invalid(`${at}.${size}`, message, { page_count: pageCount })
    }
  }
}

function signs(field: { kind: FieldKind }): boolean {
  return field.kind === 'signature' || field.kind === 'initial'
}

function block({ name, email, role, jobTitle, company }: PlannedSigner, index: number): AppendBlock {
  const position = [jobTitle, company].filter(Boolean).join(', ') || null
  return { ref: String(index), name, email, role, position }
}

function unknownRole(role: string, kind: string, page: number, known: string[]): DomainError {
  const message = `the ${kind} field for "${role}" on page ${page} names a role that no signer has; roles given: ${known.join(', ') || 'none'}`
  return new DomainError('unknown_role', message, { meta: { role, kind, page, known_roles: known } })
}
