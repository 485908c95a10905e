/** The verifier and its readers of CMS, RFC 3161, OCSP and CRL are the SDK's: what seals is judged by what callers get. */
export * from '../../sdk/src/verify/index.ts'
