import { deflateSync } from 'node:zlib'
import { DEFAULT_BYTE_RANGE_PLACEHOLDER } from '@signpdf/utils'
import {
  PDFArray,
  type PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import { skipDanglingReferences } from './dangling.ts'
import { openPdf, type PdfFile } from './document.ts'
import { PdfError } from './errors.ts'
import type { HashedPdf } from './hashed.ts'
import { get, items, nameOf } from './objects.ts'
import { DigestSigner, signRevision } from './revision-signer.ts'
import type { RevocationValues } from './revocation.ts'
import { addSignatureField } from './signature-field.ts'
import { isSigned } from './signed.ts'

/** What the seal's revision says. */
export interface SealFacts {
  /** The last audit event before sealing; covered by the seal. */
  auditHead: { seq: number; hash: string }
  /** The server's clock, as `/M`. The time stamp is what counts. */
  signedAt: Date
  reason?: string
  /** Who seals, as `/Name`. */
  name?: string
  /** Bytes of the file as it was received; needed where it was signed before. */
  uploadLength?: number
}

export interface UnsignedRevision {
  /** The bytes to append, with SignPdf's placeholder for `/ByteRange` and zeros in `/Contents`: see `signRevision`. */
  delta: Uint8Array
  /** Length of the file before it. */
  before: number
  /** SHA-256 of everything but `/Contents`. */
  digest: Uint8Array
}

/**
 * Appends the revision that carries the seal, with the document security store in the same revision, so that the seal
 * covers it and no viewer reports later changes. The signature itself is left out: see `signRevision`.
 *
 * @param contentsBytes room for the CMS structure.
 * @param security validation data for B-LT, or null.
 * @throws PdfError when the file cannot be opened.
 */
export async function prepareSeal(
  pdf: HashedPdf,
  facts: SealFacts,
  contentsBytes: number,
  security: RevocationValues | null,
): Promise<UnsignedRevision> {
  const file = openPdf(pdf.bytes)
  const signed = isSigned(file)
  if (signed) skipDanglingReferences(file)
  if (security) addSecurityStore(file, security)
  declareExtension(file, security ? 5 : 2)
  const signature = signatureDict(file, 'Sig', 'ETSI.CAdES.detached', contentsBytes)
  signature.set(nameOf('M'), PDFString.fromDate(facts.signedAt))
  if (facts.reason) signature.set(nameOf('Reason'), PDFHexString.fromText(facts.reason))
  if (facts.name) signature.set(nameOf('Name'), PDFHexString.fromText(facts.name))
  const { seq, hash } = facts.auditHead
  signature.set(nameOf('CSAuditHead'), PDFString.of(JSON.stringify({ seq, hash })))
  const ref = file.register(signature)
  if (signed) {
    if (facts.uploadLength === undefined)
      throw new TypeError('a seal over signatures must name the length of the upload')
    signature.set(nameOf('CSUploadLength'), file.context.obj(facts.uploadLength))
    lockFields(file, signature)
    addSignatureField(file, file.firstPage, { name: 'Seal', value: ref, locksDocument: true, signed: true })
  } else {
    certify(file, signature, ref)
    addSignatureField(file, file.firstPage, { name: 'Seal', value: ref, signed: false })
  }
  return withByteRange(pdf, file)
}

/**
 * Appends the revision that carries a document time stamp (EN 319 142-1, 5.4.3): what makes B-LTA out of B-LT, and what
 * renews a file.
 * @param security validation data to add for the time stamps so far, covered by the new one; null: none
 */
export async function prepareArchiveTimestamp(
  sealed: HashedPdf,
  contentsBytes: number,
  security: RevocationValues | null,
): Promise<UnsignedRevision> {
  const file = openPdf(sealed.bytes)
  if (security) {
    skipDanglingReferences(file)
    addSecurityStore(file, withoutStored(file, security))
  }
  const ref = file.register(signatureDict(file, 'DocTimeStamp', 'ETSI.RFC3161', contentsBytes))
  addSignatureField(file, file.firstPage, { name: 'Archive timestamp', value: ref, signed: true, certified: true })
  return withByteRange(sealed, file)
}

async function withByteRange({ bytes, hash }: HashedPdf, file: PdfFile): Promise<UnsignedRevision> {
  const delta = file.appendRevision()
  const signer = new DigestSigner(bytes.length, hash)
  await signRevision(delta, signer)
  return { delta, before: bytes.length, digest: signer.digest }
}

function signatureDict(file: PdfFile, type: string, subFilter: string, contentsBytes: number): PDFDict {
  const { context } = file
  const range = PDFArray.withContext(context)
  range.push(context.obj(0))
  for (let i = 0; i < 3; i++) range.push(nameOf(DEFAULT_BYTE_RANGE_PLACEHOLDER))
  const dict = context.obj({ Type: type, Filter: 'Adobe.PPKLite', SubFilter: subFilter })
  dict.set(nameOf('ByteRange'), range)
  dict.set(nameOf('Contents'), PDFHexString.of('0'.repeat(contentsBytes * 2)))
  return dict
}

/**
 * An approval signature over earlier ones: it locks all fields (ISO 32000-1, 12.8.2.4), as the first signature's
 * certification may not be replaced.
 */
function lockFields({ context, catalogRef }: PdfFile, signature: PDFDict): void {
  const params = context.obj({ Type: 'TransformParams', Action: 'All' })
  params.set(nameOf('V'), nameOf('1.2'))
  const reference = context.obj({ Type: 'SigRef', TransformMethod: 'FieldMDP', TransformParams: params })
  reference.set(nameOf('Data'), catalogRef)
  signature.set(nameOf('Reference'), context.obj([reference]))
}

/** DocMDP with permission 1: no change at all (ISO 32000-1, 12.8.2.2). */
function certify(file: PdfFile, signature: PDFDict, ref: PDFRef): void {
  const { context, catalog, catalogRef } = file
  const params = context.obj({ Type: 'TransformParams', P: 1 })
  params.set(nameOf('V'), nameOf('1.2'))
  const reference = context.obj({ Type: 'SigRef', TransformMethod: 'DocMDP', TransformParams: params })
  signature.set(nameOf('Reference'), context.obj([reference]))
  const perms = get.dict(catalog, 'Perms')
  if (perms) {
    perms.set(nameOf('DocMDP'), ref)
    file.touch(get.ref(catalog, 'Perms') ?? catalogRef)
    return
  }
  catalog.set(nameOf('Perms'), context.obj({ DocMDP: ref }))
  file.touch(catalogRef)
}

/** What earlier signatures and time stamps need for their validation stays. */
function addSecurityStore(file: PdfFile, security: RevocationValues): void {
  const { context, catalog, catalogRef } = file
  const earlier = get.dict(catalog, 'DSS')
  const store = context.obj({ Type: 'DSS' })
  const stream = (der: Uint8Array) => PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(der))
  const add = (key: string, list: Uint8Array[]) => {
    const kept = (earlier && get.array(earlier, key))?.asArray() ?? []
    if (kept.length + list.length === 0) return
    store.set(nameOf(key), context.obj([...kept, ...list.map((der) => file.register(stream(der)))]))
  }
  add('Certs', security.certificates)
  add('OCSPs', security.ocsps)
  add('CRLs', security.crls)
  const perSignature = earlier?.get(nameOf('VRI'))
  if (perSignature) store.set(nameOf('VRI'), perSignature)
  catalog.set(nameOf('DSS'), file.register(store))
  file.touch(catalogRef)
}

/** What the store of the file does not hold yet. */
function withoutStored(file: PdfFile, security: RevocationValues): RevocationValues {
  const store = get.dict(file.catalog, 'DSS')
  const missing = (key: string, list: Uint8Array[]) => {
    const stored = items(store && get.array(store, key)).flatMap((item) => contentsOf(file, item))
    return list.filter((der) => !stored.some((one) => Buffer.from(one).equals(der)))
  }
  const { certificates, ocsps, crls } = security
  return {
    ...security,
    certificates: missing('Certs', certificates),
    ocsps: missing('OCSPs', ocsps),
    crls: missing('CRLs', crls),
  }
}

function contentsOf(file: PdfFile, item: PDFObject | undefined): Uint8Array[] {
  if (!(item instanceof PDFStream)) return []
  try {
    return [file.streamContents(item)]
  } catch (error) {
    // An upload may bring any streams; one that cannot be read is none of ours.
    if (error instanceof PdfError) return []
    throw error
  }
}

/** Declares which ETSI extension of PDF 1.7 the file uses: 2 for CAdES signatures, 5 with a security store. */
function declareExtension(file: PdfFile, level: number): void {
  const { context, catalog, catalogRef } = file
  if (get.dict(catalog, 'Extensions')) return
  const extension = context.obj({ ExtensionLevel: level })
  extension.set(nameOf('BaseVersion'), nameOf('1.7'))
  catalog.set(nameOf('Extensions'), context.obj({ ESIC: extension }))
  file.touch(catalogRef)
}
