import { checkAuditHead, checkSealedEvent, parseAuditHead, verifyAuditEvents } from './audit.ts'
import { allowsKeyUsage, KeyUsage, parseCertificates, serialHex, subjectText } from './certificate.ts'
import { checkMessageDigest, checkSigningCertificate, parseSignedData, type SignedData } from './cms.ts'
import { checkSealContainer } from './container.ts'
import { checkEarlierSignatures, uploadLength } from './earlier-signatures.ts'
import { FileHashes } from './hash.ts'
import { buildPath, type CertificatePath } from './path.ts'
import { PdfReader } from './pdf-reader.ts'
import { Report } from './report.ts'
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
import { poolOf, type Trust, trustText } from './trust.ts'
import type { AuditEvent, AuditHead, SealLevel, Verification, VerifiedSeal, VerifyOptions } from './types.ts'
import {
  asReported,
  checkAppended,
  heldUntil,
  type JudgedTimestamp,
  neededUntil,
  verifyArchive,
  verifySealTimestamp,
} from './verify-timestamps.ts'

const DATA = '1.2.840.113549.1.7.1'

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
    const archive = signatures.filter(({ kind, end }) => kind === 'archive_timestamp' && end > signature.end)
    const cms = parseSignedData(cmsOf(signature))
    const ours: (number | undefined)[] = [signature, ...archive].map(({ num }) => num)
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
    await report.check('audit_revisions', async () => ({ detail: checkNamedRevisions(named, revisions, bytes.length) }))
    if (parts) {
      const sealedLength = parts.signature.end
      await report.check('audit_sealed', async () => ({ detail: checkSealedEvent(audit, auditHead, sealedLength) }))
    }
  }
  return { ok: report.checks.every(({ ok }) => ok), checks: report.checks, seal, revisions, auditHead }
}

interface SealParts {
  reader: PdfReader
  signature: PdfSignature
  /** Document time stamps after the seal, oldest first. */
  archive: PdfSignature[]
  /** Signatures that the upload brought along. */
  earlier: SignedField[]
  cms: SignedData
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
  await report.check('nothing_appended', async () => ({ detail: checkAppended(bytes, signature, archive) }))
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

  const timestamp = await verifySealTimestamp(cms, trust, report)
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
  const appended = { archive, before: timestamp }
  const archived =
    archive.length > 0 ? await verifyArchive(hashes, appended, trust, report) : { counted: [], others: [] }
  const stamps = [...(timestamp ? [timestamp] : []), ...(archived?.counted ?? [])]
  const complete = await report.check('revocation', async () => {
    if (store instanceof Error) throw store
    if (!store) return { value: false, detail: 'the file carries no revocation data' }
    const missing = path === undefined || (await unprovenAmong(path, { at: sealedAt, stamps, store, now: trust.now }))
    return {
      value: !missing,
      detail: missing ? 'the file carries revocation data for some certificates' : 'no certificate was revoked',
    }
  })
  const held = heldUntil(stamps, path)
  return {
    level: levelOf(timestamp !== undefined, complete === true, archived !== null && archived.counted.length > 0),
    signer: subjectText(cms.signer),
    certSerial: serialHex(cms.signer),
    trusted: path?.trusted ?? false,
    claimedAt: pdfDate(signature.dict.get('M')),
    tsa: timestamp ? subjectText(timestamp.token.signer) : null,
    tsaSignedAt: timestamp ? timestamp.token.time.toISOString() : null,
    timestamps: [...stamps, ...(archived?.others ?? [])].map(asReported),
    holdsUntil: held?.at.toISOString() ?? null,
    endsBecause: held?.reason ?? null,
  }
}

/**
 * Whether the store is silent about a certificate that the level rests on. Validation data of the newest document time
 * stamp is not needed in the file until the next one covers it (ETSI EN 319 142-1, 5.4.3).
 * @throws when a certificate was revoked while it was needed
 */
async function unprovenAmong(
  seal: CertificatePath,
  { at, stamps, store, now }: { at: Date; stamps: JudgedTimestamp[]; store: EmbeddedRevocation; now: Date },
): Promise<boolean> {
  let missing = (await unprovenCertificates(seal.certificates, store, at)).length > 0 || stamps.length === 0
  for (const [i, { kind, path }] of stamps.entries()) {
    const isNewest = kind === 'document' && i === stamps.length - 1
    const unproven = path && (await unprovenCertificates(path.certificates, store, neededUntil(stamps, i, now)))
    if (!isNewest && unproven?.length !== 0) missing = true
  }
  return missing
}

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
