import { checkArchiveRevision } from './archive.ts'
import { checkAuditHead, checkSealedEvent, parseAuditHead, verifyAuditEvents } from './audit.ts'
import { allowsKeyUsage, type Certificate, KeyUsage, parseCertificates, serialHex, subjectText } from './certificate.ts'
import { attribute, checkMessageDigest, checkSigningCertificate, parseSignedData, type SignedData } from './cms.ts'
import { checkSealContainer, checkTokenContainer, SIGNATURE_TIMESTAMP } from './container.ts'
import { checkEarlierSignatures, uploadLength } from './earlier-signatures.ts'
import { FileHashes } from './hash.ts'
import { buildPath, type CertificatePath } from './path.ts'
import { PdfReader } from './pdf-reader.ts'
import { checkNamedRevisions, listRevisions, revisionsIn } from './revisions.ts'
import { type EmbeddedRevocation, readSecurityStore, unprovenCertificates } from './revocation.ts'
import { type SignedField, signedFields } from './signature-fields.ts'
import {
  checkByteRange,
  checkCertification,
  checkPadding,
  cmsOf,
  findSignatures,
  hashSigned,
  type PdfSignature,
  pdfDate,
  pdfText,
} from './signatures.ts'
import {
  checkImprint,
  checkTimestampPurpose,
  checkTimestampSignature,
  compareImprint,
  type ParsedTimestamp,
  parseTimestamp,
} from './timestamp.ts'
import type {
  AuditEvent,
  AuditHead,
  Check,
  CheckName,
  SealLevel,
  Verification,
  VerifiedSeal,
  VerifyOptions,
} from './types.ts'

const DATA = '1.2.840.113549.1.7.1'

/** A time stamp may be this far ahead of the verifier's clock, in milliseconds. */
const CLOCK_SKEW_MS = 10 * 60_000

/**
 * Verifies a sealed PDF without asking anybody: the seal (PAdES, ETSI EN 319 142-1), its time stamp (RFC 3161), what
 * was appended, and with `audit` the document's event chain. It never throws on account of the file; what fails is
 * named in `checks`.
 *
 * @example
 * const { ok, checks } = await verifyPdf(await readFile('signed.pdf'), { roots: [await readFile('ca.pem', 'utf8')] })
 * for (const check of checks) console.log(check.ok ? 'ok  ' : 'FAIL', check.name, check.detail)
 */
export async function verifyPdf(bytes: Uint8Array, options: VerifyOptions = {}): Promise<Verification> {
  return verifyHashed(bytes, new FileHashes(bytes), options)
}

/** As `verifyPdf`, for a file of which a prefix was hashed before. */
export async function verifyHashed(
  bytes: Uint8Array,
  hashes: FileHashes,
  options: VerifyOptions,
): Promise<Verification> {
  const report = new Report()
  const audit = options.audit ?? []
  const named = revisionsIn(audit)
  const revisions = await listRevisions(hashes, named)
  const parts = await report.check('structure', async () => {
    const reader = await PdfReader.open(bytes)
    const signatures = await findSignatures(reader)
    const signature = signatures.findLast(({ kind }) => kind === 'seal')
    if (!signature) throw new Error('the file has no seal')
    const archive = signatures.findLast(({ kind, end }) => kind === 'archive_timestamp' && end > signature.end)
    const cms = parseSignedData(cmsOf(signature))
    const ours = [signature.num, archive?.num]
    const earlier = signedFields(reader).filter(({ valueNum }) => !ours.includes(valueNum))
    return { value: { reader, signature, archive, earlier, cms }, detail: `sealed by ${subjectText(cms.signer)}` }
  })
  const seal = parts ? await verifySeal(hashes, parts, options, report) : null
  await report.check('revisions', async () => {
    if (revisions.length === 0) throw new Error('the file does not end as a PDF does')
    return { detail: `${revisions.length} in the file` }
  })
  const auditHead = parts ? await verifyAuditHead(parts.signature, options.audit, report) : null
  if (options.audit) {
    await report.check('audit_chain', async () => {
      const { problem } = await verifyAuditEvents(audit)
      if (problem) throw new Error(problem)
      return { detail: `${audit.length} events` }
    })
    await report.check('audit_revisions', async () => ({ detail: checkNamedRevisions(named, revisions) }))
    if (parts) {
      const sealedLength = parts.signature.end
      await report.check('audit_sealed', async () => ({ detail: checkSealedEvent(audit, auditHead, sealedLength) }))
    }
  }
  return { ok: report.checks.every(({ ok }) => ok), checks: report.checks, seal, revisions, auditHead }
}

/** Collects what was found; a check that throws has failed, with the error's text as its reason. */
class Report {
  readonly checks: Check[] = []

  async check<T = undefined>(
    name: CheckName,
    run: () => Promise<{ value?: T; detail: string }>,
  ): Promise<T | undefined> {
    try {
      const { value, detail } = await run()
      this.checks.push({ name, ok: true, detail })
      return value
    } catch (error) {
      this.checks.push({ name, ok: false, detail: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
}

interface SealParts {
  reader: PdfReader
  signature: PdfSignature
  archive: PdfSignature | undefined
  /** Signatures that the upload brought along. */
  earlier: SignedField[]
  cms: SignedData
}

interface Trust {
  roots: Certificate[]
  tsaRoots: Certificate[]
  store: EmbeddedRevocation | null
  now: Date
}

async function verifySeal(
  hashes: FileHashes,
  parts: SealParts,
  options: VerifyOptions,
  report: Report,
): Promise<VerifiedSeal> {
  const { bytes } = hashes
  const { reader, signature, archive, earlier, cms } = parts
  const roots = parseCertificates(options.roots ?? [])
  const store = await readSecurityStore(reader, uploadLength(signature)).catch(
    (error: unknown) => new Error(`broken revocation data: ${error}`),
  )
  const tsaRoots = options.tsaRoots ? parseCertificates(options.tsaRoots) : roots
  const embedded = store instanceof Error ? null : store
  const trust: Trust = { roots, tsaRoots, store: embedded, now: options.at ?? new Date() }

  await report.check('byte_range', async () => ({ detail: checkByteRange(bytes, signature) }))
  await report.check('nothing_appended', async () => {
    const covered = archive ?? signature
    if (archive) await checkArchiveRevision(reader, signature.end, archive)
    if (covered.end !== bytes.length)
      throw new Error(`${bytes.length - covered.end} bytes were appended after the seal`)
    return { detail: archive ? 'only the archive time stamp' : 'the file ends with the seal' }
  })
  await report.check('padding', async () => ({ detail: checkPadding(signature) }))
  await report.check('digest', async () => {
    checkMessageDigest(cms, DATA, await hashSigned(hashes, signature, cms.digestAlgorithm))
    return { detail: `${cms.digestAlgorithm} of the signed bytes` }
  })
  await report.check('signature', async () => {
    if (!(await cms.verifySignature())) throw new Error('the signature does not match')
    return { detail: 'made with the key of the sealing certificate' }
  })
  await report.check('signing_certificate', async () => {
    await checkSigningCertificate(cms)
    return { detail: 'named by the signed attributes' }
  })
  await report.check('container', async () => ({
    detail: await checkSealContainer(cms, [...roots, ...(embedded?.certificates ?? [])]),
  }))

  const timestamp = await verifyTimestamp(cms, trust, report)
  // A time stamp fixes when the signature existed; without one only the present can be judged.
  const sealedAt = timestamp?.token.time ?? trust.now
  const path = await report.check('chain', async () => {
    const found = await buildPath(cms.signer, poolOf(cms, embedded), roots, sealedAt)
    const usable =
      allowsKeyUsage(cms.signer, KeyUsage.digitalSignature) || allowsKeyUsage(cms.signer, KeyUsage.nonRepudiation)
    if (!usable) throw new Error(`${subjectText(cms.signer)} may not sign documents`)
    return { value: found, detail: trustText(found, roots) }
  })
  await report.check('certification', async () => ({
    detail: checkCertification(reader, signature, earlier.length === 0),
  }))
  if (earlier.length > 0) {
    const sealed = PdfReader.open(bytes.subarray(0, signature.end))
    await report.check('earlier_signatures', async () => ({
      detail: checkEarlierSignatures(sealed, signature, earlier),
    }))
  }
  const complete = await report.check('revocation', async () => {
    const paths = [path, timestamp?.path].filter((found) => found !== undefined)
    if (store instanceof Error) throw store
    if (!store) return { value: false, detail: 'the file carries no revocation data' }
    const unproven = []
    for (const { certificates } of paths) unproven.push(...(await unprovenCertificates(certificates, store, sealedAt)))
    const missing = unproven.length > 0 || paths.length < 2
    return {
      value: !missing,
      detail: missing ? 'the file carries revocation data for some certificates' : 'no certificate was revoked',
    }
  })
  const archived = archive ? await verifyArchive(hashes, archive, trust, report) : false
  return {
    level: levelOf(timestamp !== undefined, complete === true, archived),
    signer: subjectText(cms.signer),
    certSerial: serialHex(cms.signer),
    trusted: path?.trusted ?? false,
    claimedAt: pdfDate(signature.dict.get('M')),
    tsa: timestamp ? subjectText(timestamp.token.signer) : null,
    tsaSignedAt: timestamp ? timestamp.token.time.toISOString() : null,
  }
}

interface VerifiedTimestamp {
  token: ParsedTimestamp
  path: CertificatePath | undefined
}

async function verifyTimestamp(cms: SignedData, trust: Trust, report: Report): Promise<VerifiedTimestamp | undefined> {
  const token = await report.check('timestamp_imprint', async () => {
    const value = attribute(cms.unsigned, SIGNATURE_TIMESTAMP)
    if (!value) throw new Error('the seal has no time stamp')
    const parsed = parseTimestamp(value.bytes)
    await checkImprint(parsed, cms.signature)
    return { value: parsed, detail: 'over the signature value' }
  })
  if (!token) return undefined
  await report.check('timestamp_signature', async () => {
    await checkTimestampSignature(token)
    await checkTokenContainer(token.signedData, knownTo(trust))
    return { detail: `by ${subjectText(token.signer)}` }
  })
  const path = await report.check('timestamp_certificate', async () => checkAuthority(token, trust))
  return { token, path }
}

async function checkAuthority(token: ParsedTimestamp, { tsaRoots, store, now }: Trust) {
  checkTimestampPurpose(token)
  if (token.time.getTime() > now.getTime() + CLOCK_SKEW_MS)
    throw new Error(`the time stamp is from the future: ${token.time.toISOString()}`)
  const path = await buildPath(token.signer, poolOf(token.signedData, store), tsaRoots, token.time)
  return { value: path, detail: `${token.time.toISOString()}, ${trustText(path, tsaRoots)}` }
}

async function verifyArchive(
  hashes: FileHashes,
  archive: PdfSignature,
  trust: Trust,
  report: Report,
): Promise<boolean> {
  const passed = await report.check('archive_timestamp', async () => {
    checkByteRange(hashes.bytes, archive)
    checkPadding(archive)
    const token = parseTimestamp(cmsOf(archive))
    compareImprint(token, await hashSigned(hashes, archive, token.imprint.algorithm))
    await checkTimestampSignature(token)
    await checkTokenContainer(token.signedData, knownTo(trust))
    return { value: true, detail: (await checkAuthority(token, trust)).detail }
  })
  return passed === true
}

/** @throws when roots were given and the path leads to none of them, or a certificate in it may not be used. */
function trustText(path: CertificatePath, roots: Certificate[]): string {
  if (path.trusted) return `trusted: ${subjectText(path.certificates.at(-1)!)}`
  if (roots.length > 0 || path.problem !== 'no root was given') throw new Error(path.problem ?? 'not trusted')
  return `untrusted: no root was given, the chain ends at ${subjectText(path.certificates.at(-1)!)}`
}

/** Certificates that cannot have been changed: given, or covered by the seal. */
const knownTo = ({ tsaRoots, store }: Trust) => [...tsaRoots, ...(store?.certificates ?? [])]

const poolOf = (data: SignedData, store: EmbeddedRevocation | null) => [
  ...data.certificates,
  ...(store?.certificates ?? []),
]

function levelOf(stamped: boolean, complete: boolean, archived: boolean): SealLevel {
  if (!stamped) return 'B-B'
  if (!complete) return 'B-T'
  return archived ? 'B-LTA' : 'B-LT'
}

async function verifyAuditHead(
  signature: PdfSignature,
  audit: AuditEvent[] | undefined,
  report: Report,
): Promise<AuditHead | null> {
  const text = pdfText(signature.dict.get('CSAuditHead'))
  let head: AuditHead | null = null
  await report.check('audit_head', async () => {
    if (text !== null) head = parseAuditHead(text)
    if (!audit) return { detail: head ? 'not compared: no events were given' : 'none' }
    if (!head) throw new Error('the seal names no audit head')
    return { detail: checkAuditHead(head, audit) }
  })
  return head
}
