/**
 * `@countersign/sdk/verify`: verifies sealed PDFs and audit event chains offline, from only the bytes and the roots you
 * trust. It needs no key and makes no requests.
 */
export {
  type AuditVerification,
  type DisclosedPart,
  GENESIS_HASH,
  verifyAuditEvents,
  verifyDisclosure,
} from './audit.ts'
export { type Certificate, parseCertificate, parseCertificates, serialHex, subjectText } from './certificate.ts'
export { checkTokenContainer } from './container.ts'
export { contextTag, Der, Tag } from './der.ts'
export { buildPath, type CertificatePath } from './path.ts'
export { type RevocationStatus, readCrl, readOcsp } from './revocation.ts'
export {
  checkImprint,
  checkTimestampPurpose,
  checkTimestampSignature,
  type ParsedTimestamp,
  parseTimestamp,
} from './timestamp.ts'
export type {
  AuditEvent,
  AuditHead,
  Check,
  CheckName,
  EndReason,
  Revision,
  SealLevel,
  Verification,
  VerifiedSeal,
  VerifiedTimestamp,
  VerifyOptions,
} from './types.ts'
export { verifyPdf } from './verify-pdf.ts'
