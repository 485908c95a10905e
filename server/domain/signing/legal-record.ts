import type { SignerActor } from '../actor.ts'
import { maskPhone } from '../mask.ts'
import type { Consent } from '../messages/consent.ts'
import type { AuditEntry } from '../records/audit.ts'
import type { SignerRow } from '../records/documents.ts'
import type { FieldRow, FieldValue, SigningFacts } from './values.ts'

interface Signature {
  actor: SignerActor
  consent: Consent
  facts: SigningFacts
  /** `seen` is the hash of what a signer with a table was shown last, which is what was signed (decision 0047). */
  drawn: { sha256: string; length: number; seen: string | null }
  /** The names of the fields that have a value, with their pages. */
  filled: string[]
  /** The names of the tables whose rows were entered, with their pages and how many rows each has. */
  tables: string[]
  ink: MarksMade
}

/** How the marks of a kind were made, each way once; none where the signer has no such field. */
export interface MarksMade {
  signature: InkWay[]
  initial: InkWay[]
}

type InkWay = 'drawn' | 'typed' | 'uploaded'

/** @param values by the id of their field */
export function marksMade(fields: readonly FieldRow[], values: ReadonlyMap<string, FieldValue>): MarksMade {
  const waysOf = (kind: keyof MarksMade): InkWay[] => {
    const made = fields.flatMap((field) => (field.kind === kind ? inkWay(values.get(field.id)) : []))
    return [...new Set(made)]
  }
  return { signature: waysOf('signature'), initial: waysOf('initial') }
}

function inkWay(value: FieldValue | undefined): InkWay[] {
  if (value?.type === 'image') return ['uploaded']
  return value?.type === 'drawn' || value?.type === 'typed' ? [value.type] : []
}

/** The entry names so many fields, and then says how many there are. */
const MOST_NAMED = 100

/**
 * The entries of the audit trail for the basis of a signature: which disclosure was agreed to and how, what was done to sign
 * (15 USC 7006(5): executed with the intent to sign), over which bytes, and the verified phone. The actor adds the
 * address, the browser and the link. The time is the one that the document shows, and the zone that it shows it in.
 * @param signer in the state after signing
 */
export function signatureEntries(
  signer: SignerRow,
  { actor, consent, facts, drawn, filled, tables, ink }: Signature,
): AuditEntry[] {
  const about = { signingRequestId: signer.id, actor }
  const consented: AuditEntry = {
    ...about,
    type: 'consented',
    meta: {
      version: consent.version,
      locale: consent.locale,
      text_sha256: consent.sha256,
      how: 'ticked_the_box',
    },
  }
  const signed: AuditEntry = {
    ...about,
    type: 'signed',
    meta: {
      name: facts.name,
      email: signer.email,
      sha256: drawn.sha256,
      length: drawn.length,
      signature_level: signer.sms_verified_at ? 'aes' : 'ses',
      intent: 'pressed_finish_and_sign',
      ink: ink.signature,
      ...(ink.initial.length > 0 && { initials_ink: ink.initial }),
      signed_at: facts.at.toISOString(),
      time_zone: facts.timeZone,
      fields: filled.slice(0, MOST_NAMED),
      ...(filled.length > MOST_NAMED && { field_count: filled.length }),
      ...(drawn.seen !== null && { tables: tables.slice(0, MOST_NAMED), preview_sha256: drawn.seen }),
      ...(signer.sms_verified_at && {
        phone_masked: maskPhone(signer.phone_e164),
        sms_verified_at: signer.sms_verified_at.toISOString(),
        sms_message_id: signer.sms_message_id,
      }),
    },
  }
  return [consented, signed]
}
