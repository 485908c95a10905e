import { deflateSync } from 'node:zlib'
import { DEFAULT_BYTE_RANGE_PLACEHOLDER } from '@signpdf/utils'
import { PDFArray, PDFDict, PDFHexString, type PDFObject, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib'
import { dressWidget } from './conformance/widget.ts'
import { openPdf, type PdfFile } from './document.ts'
import type { HashedPdf } from './hashed.ts'
import { get, items, nameOf } from './objects.ts'
import { DigestSigner, signRevision } from './revision-signer.ts'
import type { RevocationValues } from './revocation.ts'

/** What the seal's revision says. */
export interface SealFacts {
  /** The last audit event before sealing; covered by the seal. */
  auditHead: { seq: number; hash: string }
  /** The server's clock, as `/M`. The time stamp is what counts. */
  signedAt: Date
  reason?: string
  /** Who seals, as `/Name`. */
  name?: string
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
  if (security) addSecurityStore(file, security)
  declareExtension(file, security ? 5 : 2)
  const signature = signatureDict(file, 'Sig', 'ETSI.CAdES.detached', contentsBytes)
  signature.set(nameOf('M'), PDFString.fromDate(facts.signedAt))
  if (facts.reason) signature.set(nameOf('Reason'), PDFHexString.fromText(facts.reason))
  if (facts.name) signature.set(nameOf('Name'), PDFHexString.fromText(facts.name))
  const { seq, hash } = facts.auditHead
  signature.set(nameOf('CSAuditHead'), PDFString.of(JSON.stringify({ seq, hash })))
  const ref = file.register(signature)
  certify(file, signature, ref)
  addSignatureField(file, 'Seal', ref)
  return withByteRange(pdf, file)
}

/** Appends the revision that carries a document time stamp (EN 319 142-1, 5.4.3): what makes B-LTA out of B-LT. */
export async function prepareArchiveTimestamp(sealed: HashedPdf, contentsBytes: number): Promise<UnsignedRevision> {
  const file = openPdf(sealed.bytes)
  const ref = file.register(signatureDict(file, 'DocTimeStamp', 'ETSI.RFC3161', contentsBytes))
  addSignatureField(file, 'Archive timestamp', ref)
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

/**
 * A signature field that shows nothing: one widget of no size and without an appearance on the first page. Names and
 * lists may be indirect in the customer's form; whichever object holds them is the one that changes.
 */
function addSignatureField(file: PdfFile, name: string, value: PDFRef): void {
  const { context, catalog, catalogRef } = file
  const page = file.firstPage
  let form = get.dict(catalog, 'AcroForm')
  let formRef = get.ref(catalog, 'AcroForm')
  if (!form || !formRef) {
    form ??= context.obj({})
    formRef = file.register(form)
    catalog.set(nameOf('AcroForm'), formRef)
    file.touch(catalogRef)
  }
  const title = uniqueName(form, name)
  const widget = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    F: 132,
    V: value,
    P: page.ref,
  })
  widget.set(nameOf('T'), PDFHexString.fromText(title))
  dressWidget(file, widget, page, title)
  const widgetRef = file.register(widget)
  push(file, form, formRef, 'Fields', widgetRef)
  push(file, page.dict, page.ref, 'Annots', widgetRef)
  // Bit 1: signatures exist, bit 2: append only.
  form.set(nameOf('SigFlags'), context.obj((get.number(form, 'SigFlags') ?? 0) | 3))
  file.touch(formRef)
}

function push(file: PdfFile, holder: PDFDict, holderRef: PDFRef, key: string, item: PDFObject): void {
  const list = get.array(holder, key)
  if (list) list.push(item)
  else holder.set(nameOf(key), file.context.obj([item]))
  file.touch((list && get.ref(holder, key)) ?? holderRef)
}

/** Only the partial names of root fields can clash with ours. */
function uniqueName(form: PDFDict, name: string): string {
  const taken = new Set<string>()
  for (const field of items(get.array(form, 'Fields'))) {
    const title = field instanceof PDFDict ? get.object(field, 'T') : undefined
    if (title instanceof PDFString || title instanceof PDFHexString) taken.add(title.decodeText())
  }
  let unique = name
  for (let number = 2; taken.has(unique); number++) unique = `${name} ${number}`
  return unique
}

function addSecurityStore(file: PdfFile, security: RevocationValues): void {
  const { context, catalog, catalogRef } = file
  const stream = (der: Uint8Array) => PDFRawStream.of(context.obj({ Filter: 'FlateDecode' }), deflateSync(der))
  const streams = (list: Uint8Array[]) => context.obj(list.map((der) => file.register(stream(der))))
  const store = context.obj({ Type: 'DSS', Certs: streams(security.certificates) })
  if (security.ocsps.length > 0) store.set(nameOf('OCSPs'), streams(security.ocsps))
  if (security.crls.length > 0) store.set(nameOf('CRLs'), streams(security.crls))
  catalog.set(nameOf('DSS'), file.register(store))
  file.touch(catalogRef)
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
