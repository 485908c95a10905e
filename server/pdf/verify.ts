/** The verifier and its readers of CMS, RFC 3161, OCSP and CRL are the SDK's: what seals is judged by what callers get. */

/** For a file whose hash was computed on the way. */
export { FileHashes } from '../../sdk/src/verify/hash.ts'
export * from '../../sdk/src/verify/index.ts'
export { keyCountsUntil } from '../../sdk/src/verify/key-strength.ts'
export { type End, endOf } from '../../sdk/src/verify/trust.ts'
export { verifyHashed } from '../../sdk/src/verify/verify-pdf.ts'
