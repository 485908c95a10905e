/** One thing that was looked at. `detail` says what was found, or what is wrong. */
export interface Check {
  name: CheckName
  ok: boolean
  detail: string
}

export type CheckName =
  /** The file is a PDF with a seal in it. */
  | 'structure'
  /** The signed byte ranges run from the first byte to the end of the seal's revision; only the hex of /Contents is left out. */
  | 'byte_range'
  /** Nothing stands after the sealed revision but document time stamps and their validation data. */
  | 'nothing_appended'
  /** The unused rest of /Contents is zero. */
  | 'padding'
  /** The signed bytes have the digest that was signed. */
  | 'digest'
  | 'signature'
  /** The signed attribute signing-certificate-v2 names the certificate. */
  | 'signing_certificate'
  /** What no signature covers of the signature itself is exactly what a seal needs, in its one form. */
  | 'container'
  /** The certificate leads to a given root. */
  | 'chain'
  | 'timestamp_imprint'
  /** The token is signed by the authority, and nothing in it is left over. */
  | 'timestamp_signature'
  /** The authority's certificate is for time-stamping and leads to a given root. */
  | 'timestamp_certificate'
  /** The seal permits no later change: it certifies the file (DocMDP 1), or locks it where it was signed before. */
  | 'certification'
  /** Only where the upload was signed: nothing was appended that would make those signatures invalid. */
  | 'earlier_signatures'
  /** Embedded OCSP and CRL data say that no certificate was revoked. */
  | 'revocation'
  /** Each document time stamp is signed by an authority and covers all bytes before it. */
  | 'archive_timestamp'
  | 'revisions'
  /** The published events hash to what they say, one after the other. */
  | 'audit_chain'
  /** The head under the seal stands in the published chain. */
  | 'audit_head'
  /** Every revision that an event names by length and SHA-256 is a prefix of the file. */
  | 'audit_revisions'
  /** After the head under the seal an event says that this file was sealed. */
  | 'audit_sealed'

export type SealLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'

/** An audit event as published: every member but `hash` and `prev_hash` is hashed. */
export interface AuditEvent {
  seq: number
  hash: string
  prev_hash?: string
  [member: string]: unknown
}

export interface AuditHead {
  seq: number
  /** 64 lowercase hexadecimal digits. */
  hash: string
}

/** A prefix of the file that is a complete PDF of its own: what the file was before the next change was appended. */
export interface Revision {
  /** Bytes from the start of the file. */
  length: number
  /** Lowercase hex over these bytes: `head -c LENGTH file.pdf | sha256sum`. */
  sha256: string
  /** The audit event that names this revision, when events were given. */
  kind?: string
}

/** Why a time stamp proves nothing after a moment: a certificate expires, or a key counts as too short from then on. */
export type EndReason = 'certificate_expires' | 'key_too_short'

export interface VerifiedSeal {
  level: SealLevel
  /** Subject of the sealing certificate. */
  signer: string
  /** Lowercase hex. */
  certSerial: string
  /** True only when the certificate leads to one of the given roots. */
  trusted: boolean
  /** `/M`: what the server's clock said. */
  claimedAt: string | null
  /** Subject of the time-stamping certificate. */
  tsa: string | null
  /** genTime of the time stamp. */
  tsaSignedAt: string | null
  /** The time stamp of the seal, then the document time stamps that renewed it, oldest first. */
  timestamps: VerifiedTimestamp[]
  /**
   * Until when they prove that the seal existed, each having been covered by the next in time. After that nothing is
   * known to be wrong, but nothing proves any more that the seal is not a later one. Null: not known.
   */
  holdsUntil: string | null
  /** What ends then. */
  endsBecause: EndReason | null
}

export interface VerifiedTimestamp {
  /** Within the seal, or over the whole document so far. */
  kind: 'seal' | 'document'
  /** Subject of the time-stamping certificate. */
  tsa: string
  /** genTime. */
  signedAt: string
  /** True only when the certificate leads to one of the given roots. */
  trusted: boolean
  /** When its chain expires, or a key in it is too short: a later time stamp has to cover it before. Null: no usable chain. */
  holdsUntil: string | null
  /** Which of the two. */
  endsBecause: EndReason | null
  /** Its chain as DER, leaf first; empty: no usable chain. */
  certificates: Uint8Array[]
}

export interface VerifyOptions {
  /** Trust anchors as DER, or as PEM text holding any number of them. Without any, `chain` reports the seal as untrusted but does not fail. */
  roots?: (Uint8Array | string)[]
  /** Trust anchors of the time-stamping authority; by default `roots`. */
  tsaRoots?: (Uint8Array | string)[]
  /** The published audit events, oldest first. */
  audit?: AuditEvent[]
  /** The present, for a seal without a time stamp and to refuse one from the future; by default the system's clock. */
  at?: Date
}

export interface Verification {
  /** True when every check passed. */
  ok: boolean
  checks: Check[]
  seal: VerifiedSeal | null
  revisions: Revision[]
  /** The audit head under the seal. */
  auditHead: AuditHead | null
}
