import { subjectText } from './certificate.ts'
import { checkMessageDigest, parseSignedData } from './cms.ts'
import { type FileHashes, hash } from './hash.ts'
import type { PdfReader } from './pdf-reader.ts'
import { type PdfDict, PdfName, PdfString, type PdfValue } from './pdf-syntax.ts'
import { checkPermittedChanges } from './permitted-changes.ts'
import { type SignedField, signedFields } from './signature-fields.ts'
import { cmsOf, type PdfSignature, pdfText, readableSignatures } from './signatures.ts'
import { checkTimestampSignature, compareImprint, parseTimestamp } from './timestamp.ts'

/** A signature that a file brings along. */
export interface EarlierSignature {
  /** Name of its field. */
  field: string
  kind: 'certification' | 'approval' | 'timestamp'
  /** `valid`: the bytes it covers are those that were signed; whom to trust is not judged. `unknown`: in a form or with an algorithm that is not read here. */
  state: 'valid' | 'invalid' | 'unknown'
  /** Subject of the certificate, where it can be read. */
  signer: string | null
}

const DATA = '1.2.840.113549.1.7.1'
const nameOf = (value: PdfValue | undefined) => (value instanceof PdfName ? value.value : undefined)

/** The signatures of a file and what can be said about each, in the order of the bytes they cover. */
export async function listSignatures(reader: PdfReader, hashes: FileHashes): Promise<EarlierSignature[]> {
  const { found: readable } = readableSignatures(reader)
  const found: (EarlierSignature & { end: number })[] = []
  for (const field of signedFields(reader)) {
    const signature = readable.find(({ field: { num } }) => num === field.num)
    const timestamp = nameOf(field.value.get('SubFilter')) === 'ETSI.RFC3161'
    const certifies = references(reader, field).some(({ method }) => method === 'DocMDP')
    const judged = signature ? await judge(signature, hashes) : ({ state: 'unknown', signer: null } as const)
    found.push({
      field: pdfText(reader.get(field.dict.get('T'))) ?? '',
      kind: timestamp ? 'timestamp' : certifies ? 'certification' : 'approval',
      ...judged,
      end: signature?.end ?? 0,
    })
  }
  return found.sort((a, b) => a.end - b.end).map(({ end: _, ...signature }) => signature)
}

async function judge(signature: PdfSignature, hashes: FileHashes): Promise<Pick<EarlierSignature, 'state' | 'signer'>> {
  const { bytes } = hashes
  const [start, length, second, rest] = signature.byteRange
  const coversAll = start === 0 && length === signature.contents.start && second === signature.contents.end
  let signer: string | null = null
  try {
    const timestamp = signature.kind === 'archive_timestamp' ? parseTimestamp(cmsOf(signature)) : undefined
    const cms = timestamp?.signedData ?? parseSignedData(cmsOf(signature))
    signer = subjectText(cms.signer)
    // Judged only where it can be read: the end of a file that names bytes after it moves with every revision.
    if (!coversAll || second + rest > bytes.length) return { state: 'invalid', signer }
    const name = timestamp?.imprint.algorithm ?? cms.digestAlgorithm
    const digest = await hash(name, bytes.subarray(0, length), bytes.subarray(second, second + rest))
    return { state: (await matches(digest, cms, timestamp)) ? 'valid' : 'invalid', signer }
  } catch {
    return { state: 'unknown', signer }
  }
}

async function matches(
  digest: Uint8Array,
  cms: ReturnType<typeof parseSignedData>,
  timestamp: ReturnType<typeof parseTimestamp> | undefined,
): Promise<boolean> {
  try {
    if (timestamp) compareImprint(timestamp, digest)
    else checkMessageDigest(cms, DATA, digest)
  } catch {
    return false
  }
  if (!timestamp) return cms.verifySignature()
  await checkTimestampSignature(timestamp)
  return true
}

function references(
  reader: PdfReader,
  { value }: SignedField,
): { method: string | undefined; params: PdfDict | null }[] {
  return reader.array(value.get('Reference')).flatMap((item) => {
    const dict = reader.dict(item)
    const method = nameOf(reader.get(dict?.get('TransformMethod')))
    return dict ? [{ method, params: reader.dict(dict.get('TransformParams')) }] : []
  })
}

/**
 * Why the signatures of a file do not permit another one, or null when they do (ISO 32000-1, 12.8.2.2 and 12.8.2.4;
 * ISO 32000-2, 12.7.5.5).
 */
export function forbidsSignature(reader: PdfReader): string | null {
  for (const field of signedFields(reader)) {
    const title = pdfText(reader.get(field.dict.get('T'))) ?? ''
    for (const { method, params } of references(reader, field)) {
      if (method === 'DocMDP' && reader.number(params?.get('P')) === 1)
        return `"${title}" certifies it against any change`
      if (method === 'FieldMDP' && nameOf(reader.get(params?.get('Action'))) !== 'Include')
        return `"${title}" locks all fields, new ones too`
    }
    const lock = reader.dict(field.dict.get('Lock'))
    if (reader.number(lock?.get('P')) === 1) return `"${title}" permits no change after it`
  }
  return null
}

/** Bytes of the file before the first revision of ours, which the seal names where there are earlier signatures. */
export function uploadLength(seal: PdfSignature): number | undefined {
  const length = seal.dict.get('CSUploadLength')
  return typeof length === 'number' && Number.isSafeInteger(length) ? length : undefined
}

/**
 * Checks that the signatures the upload brought along stay valid under what was appended.
 * @throws naming what is not permitted
 */
export function checkEarlierSignatures(reader: PdfReader, seal: PdfSignature, earlier: SignedField[]): string {
  const length = uploadLength(seal)
  if (length === undefined || length >= seal.end) throw new Error('the seal does not say where the upload ends')
  for (const { value } of earlier) {
    const contents = value.get('Contents')
    if (contents instanceof PdfString && contents.source === reader.bytes && contents.end > length)
      throw new Error('a signature besides the seal stands after the upload')
  }
  return `${earlier.length} before the seal; ${checkPermittedChanges(reader, length)}`
}
