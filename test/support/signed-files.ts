import { createHash } from 'node:crypto'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { buildSealCms } from '../../server/pdf/cms.ts'
import { requestTimestamp, type TsaClient } from '../../server/pdf/timestamp.ts'
import type { SealKey } from '../../server/pdf/types.ts'
import { object, type SourceObject, sample, source, stream, update } from './pdf-source.ts'

/** How a file is signed before it is sent to us. */
export interface Signing {
  /** `/P` of a certification. */
  certify?: 1 | 2 | 3
  /** Fields that the signature locks, as PDF source: `/Action /All`. */
  lockFields?: string
  /** `/P` of the field's `/Lock` (ISO 32000-2). */
  lockDocument?: 1 | 2 | 3
  /** A document time stamp instead of a signature. */
  timestamp?: boolean
  /** The signature shows something on the page. */
  visible?: boolean
  /** Validation data is added after it, as in a long-term signature. */
  security?: boolean
}

export interface SigningTools {
  key: SealKey
  tsa: TsaClient
}

const PLACEHOLDER = '[0 /********** /********** /**********]'
const ROOM = 9_000
const FORM = 30

/**
 * A file of one page that was signed once or several times, each time in a revision of its own. Written by hand and
 * signed with SignPdf, so that no part of the engine that extends such files makes them.
 * @param change objects of the unsigned file, see `sample`
 * @param pageEntries further entries of its page, as PDF source
 */
export async function signedFile(
  tools: SigningTools,
  signings: Signing[],
  change: SourceObject[] = [],
  pageEntries = '',
): Promise<Buffer> {
  const page = (annots: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${annots} ${pageEntries} >>`
  let file: Buffer = source(sample([object(3, page('')), ...change]))
  const fields: number[] = []
  let [perms, store] = ['', '']
  for (const [i, signing] of signings.entries()) {
    const [field, value, look] = [40 + 4 * i, 41 + 4 * i, 42 + 4 * i]
    fields.push(field)
    if (signing.certify) perms = `/Perms << /DocMDP ${value} 0 R >>`
    const names = fields.map((num) => `${num} 0 R`).join(' ')
    const appearance = signing.visible ? `/Rect [72 100 200 140] /AP << /N ${look} 0 R >>` : '/Rect [0 0 0 0]'
    const lock = signing.lockDocument ? `/Lock << /Type /SigFieldLock /Action /All /P ${signing.lockDocument} >>` : ''
    const widget = `/Type /Annot /Subtype /Widget /FT /Sig /T (Signature${i + 1}) /V ${value} 0 R /P 3 0 R /F 132`
    const unsigned = update(file, [
      object(1, `<< /Type /Catalog /Pages 2 0 R /AcroForm ${FORM} 0 R ${perms} ${store} >>`),
      object(3, page(`/Annots [${names}]`)),
      object(FORM, `<< /Fields [${names}] /SigFlags 3 >>`),
      object(field, `<< ${widget} ${appearance} ${lock} >>`),
      object(value, signatureDict(signing)),
      object(look, stream('0 0 1 rg 0 0 128 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 128 40]')),
    ])
    file = Buffer.from(await new SignPdf().sign(unsigned, new TestSigner(tools, signing.timestamp === true)))
    if (!file.toString('latin1').endsWith('\n')) file = Buffer.concat([file, Buffer.from('\n')])
    if (!signing.security) continue
    store = '/DSS 60 0 R'
    const certificate = 61 + i
    file = update(file, [
      object(1, `<< /Type /Catalog /Pages 2 0 R /AcroForm ${FORM} 0 R ${perms} ${store} >>`),
      object(60, `<< /Type /DSS /Certs [${certificate} 0 R] >>`),
      object(certificate, stream(tools.key.chain[0]!)),
    ])
  }
  return file
}

/** Any file with an approval signature that another library added, in a new cross-reference table. */
export async function signedByPdfLib(tools: SigningTools, upload: Uint8Array): Promise<Buffer> {
  const pdf = await PDFDocument.load(upload, { updateMetadata: false })
  const { context } = pdf
  const page = pdf.getPage(0)
  const value = context.register(
    context.obj({
      ...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' },
      ByteRange: [0, ...Array.from({ length: 3 }, () => PDFName.of('**********'))],
      Contents: PDFHexString.of('0'.repeat(2 * ROOM)),
    }),
  )
  const empty = context.register(context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }))
  const field = context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', V: value, F: 132, P: page.ref })
  field.set(PDFName.of('T'), PDFString.of('Signature1'))
  field.set(PDFName.of('TU'), PDFString.of('Signature of the sender'))
  field.set(PDFName.of('Rect'), context.obj([0, 0, 0, 0]))
  field.set(PDFName.of('AP'), context.obj({ N: empty }))
  const ref = context.register(field)
  page.node.addAnnot(ref)
  page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [ref], SigFlags: 3 }))
  const unsigned = await pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
  return Buffer.from(await new SignPdf().sign(Buffer.from(unsigned), new TestSigner(tools, false)))
}

function signatureDict({ certify, lockFields, timestamp }: Signing): string {
  const params = (inside: string) => `/TransformParams << /Type /TransformParams ${inside} /V /1.2 >>`
  const references = [
    ...(certify ? [`<< /Type /SigRef /TransformMethod /DocMDP ${params(`/P ${certify}`)} >>`] : []),
    ...(lockFields ? [`<< /Type /SigRef /TransformMethod /FieldMDP ${params(lockFields)} /Data 1 0 R >>`] : []),
  ]
  const type = timestamp ? '/Type /DocTimeStamp /SubFilter /ETSI.RFC3161' : '/Type /Sig /SubFilter /ETSI.CAdES.detached'
  const reference = references.length > 0 ? `/Reference [${references.join(' ')}]` : ''
  const contents = `/ByteRange ${PLACEHOLDER} /Contents <${'0'.repeat(2 * ROOM)}>`
  return `<< ${type} /Filter /Adobe.PPKLite ${contents} ${reference} /M (D:20260101000000Z) >>`
}

class TestSigner extends Signer {
  private readonly tools: SigningTools
  private readonly timestamp: boolean

  constructor(tools: SigningTools, timestamp: boolean) {
    super()
    this.tools = tools
    this.timestamp = timestamp
  }

  override async sign(signed: Buffer): Promise<Buffer> {
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    const stamp = async (imprint: Uint8Array) => (await requestTimestamp([this.tools.tsa], imprint)).token
    const digest = sha256(signed)
    return Buffer.from(
      this.timestamp
        ? await stamp(digest)
        : await buildSealCms(this.tools.key, digest, (value) => stamp(sha256(value))),
    )
  }
}
