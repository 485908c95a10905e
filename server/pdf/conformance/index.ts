import { PDFDict, PDFStream } from 'pdf-lib'
import type { PdfFile } from '../document.ts'
import type { ContentResources } from '../geometry.ts'
import { get, items, nameOf } from '../objects.ts'
import type { ConformanceLoss } from '../types.ts'
import { type Claims, type ConformanceClaim, claimName, dropClaims, readClaims } from './claims.ts'
import { Structure } from './structure.ts'

export { structureRole } from './role.ts'
export { ARTIFACT, Structure, type StructureElement, type StructureRole } from './structure.ts'

/** How our own content has to be made so that what the file claims of itself stays true (decision 0431). */
export interface Conformance {
  claims: Claims
  /** No font may be left to the viewer. */
  embedAll: boolean
  /** PDF/A-1: fonts list their codes, and form fields have an appearance. */
  first: boolean
  /** No transparency: PDF/A-1 forbids it, the later parts tie it to conditions on the page. */
  opaque: boolean
  /** Resources that give device colours a meaning where the file's output intent is not one for RGB. */
  colours: Pick<ContentResources, 'ColorSpace'>
  /** Null: the file is not tagged. */
  structure: Structure | null
}

const CLAIMS: ConformanceClaim[] = ['pdfa', 'pdfua', 'invoice']

/** Read anew for each revision: the structure grows with them. */
export function conformanceOf(pdf: PdfFile): Conformance {
  const claims = readClaims(pdf)
  const { pdfa } = claims
  return {
    claims,
    embedAll: wantsEmbedded(claims),
    first: pdfa?.part === 1,
    opaque: pdfa !== null,
    colours: pdfa === null || hasRgbIntent(pdf) ? {} : calibrated(pdf),
    structure: Structure.of(pdf),
  }
}

/** Whether no font may be left to the viewer, as in `Conformance`; adds nothing to the file. */
export const embedsFonts = (pdf: PdfFile): boolean => wantsEmbedded(readClaims(pdf))

const wantsEmbedded = ({ pdfa, pdfua }: Claims) => pdfa !== null || pdfua !== null

/**
 * Takes out claims that our revisions cannot keep, before anything is drawn and after attachments were cut off.
 * @param attached the names of those that stay
 * @returns what was taken out, and why
 */
export function keepClaims(pdf: PdfFile, attached: string[]): ConformanceLoss[] {
  const claims = readClaims(pdf)
  const { pdfa, pdfua, invoice } = claims
  const whyNot = pdf.repaired ? 'its cross-reference was damaged and had to be rebuilt' : null
  const untagged = () => (Structure.of(pdf) ? null : 'it has no structure tree that can be added to')
  return drop(pdf, claims, {
    pdfa:
      pdfa &&
      (whyNot ??
        (pdfa.part > 3 ? `PDF/A-${pdfa.part} is not supported` : null) ??
        (pdfa.level === 'A' ? untagged() : null)),
    pdfua: pdfua === null ? null : (whyNot ?? (pdfua > 1 ? `PDF/UA-${pdfua} is not supported` : null) ?? untagged()),
    invoice: invoice && !attached.includes(invoice.file) ? 'the XML file that it names is not attached' : null,
  })
}

/**
 * Claims that marks over earlier signatures cannot keep. They are part of what was signed, so they stay, and hold for the
 * revision that the signatures cover (decision 0410).
 */
export function claimsOfEarlier(pdf: PdfFile): ConformanceLoss[] {
  const claims = readClaims(pdf)
  const { pdfa, pdfua } = claims
  const untagged = 'marks over its signatures cannot be tagged'
  const reasons = {
    pdfa: pdfa && (pdfa.part > 3 ? `PDF/A-${pdfa.part} is not supported` : pdfa.level === 'A' ? untagged : null),
    pdfua: pdfua === null ? null : pdfua > 1 ? `PDF/UA-${pdfua} is not supported` : untagged,
  }
  return lossesOf(claims, reasons).map(({ claim, reason }) => ({ claim, reason, earlierOnly: true }))
}

/**
 * Takes out the claim of PDF/UA, before anything is drawn.
 * @param reason completes "the claim was removed: ..."
 */
export function dropAccessibility(pdf: PdfFile, reason: string): ConformanceLoss[] {
  return drop(pdf, readClaims(pdf), { pdfua: reason })
}

type Reasons = Partial<Record<ConformanceClaim, string | null>>

function drop(pdf: PdfFile, claims: Claims, reasons: Reasons): ConformanceLoss[] {
  const lost = lossesOf(claims, reasons)
  dropClaims(
    pdf,
    lost.map(({ key }) => key),
  )
  return lost.map(({ claim, reason }) => ({ claim, reason }))
}

/** @param reasons why each claim is not kept; null: it is */
function lossesOf(claims: Claims, reasons: Reasons): (ConformanceLoss & { key: ConformanceClaim })[] {
  return CLAIMS.flatMap((key) => {
    const [claim, reason] = [claimName(key, claims), reasons[key]]
    return claim && reason ? [{ key, claim, reason }] : []
  })
}

/** ISO 19005-1, 6.2.2: device RGB is defined by an output profile of three components. */
function hasRgbIntent(pdf: PdfFile): boolean {
  return items(get.array(pdf.catalog, 'OutputIntents')).some((intent) => {
    if (!(intent instanceof PDFDict) || get.name(intent, 'S') !== 'GTS_PDFA1') return false
    const profile = get.object(intent, 'DestOutputProfile')
    return profile instanceof PDFStream && get.number(profile.dict, 'N') === 3
  })
}

/** sRGB (IEC 61966-2-1) in the terms of ISO 32000-1, 8.6.5. */
const WHITE = [0.9505, 1, 1.089]
const GAMMA = 2.2
const MATRIX = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]

/** Default colour spaces: device colours of the content they belong to are read as sRGB (ISO 32000-1, 8.6.5.6). */
function calibrated({ context }: PdfFile): Pick<ContentResources, 'ColorSpace'> {
  const gray = context.obj([nameOf('CalGray'), { WhitePoint: WHITE, Gamma: GAMMA }])
  const rgb = context.obj([nameOf('CalRGB'), { WhitePoint: WHITE, Gamma: [GAMMA, GAMMA, GAMMA], Matrix: MATRIX }])
  return { ColorSpace: { DefaultGray: context.register(gray), DefaultRGB: context.register(rgb) } }
}
