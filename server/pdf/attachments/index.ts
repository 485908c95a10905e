import { PDFArray, PDFDict, PDFHexString, type PDFObject, type PDFRef, PDFStream, PDFString } from 'pdf-lib'
import { readClaims } from '../conformance/claims.ts'
import type { PdfFile } from '../document.ts'
import { PdfError, refusing } from '../errors.ts'
import { decodeStream } from '../filters.ts'
import { LIMITS } from '../limits.ts'
import { get, nameOf } from '../objects.ts'
import { EXTERNAL_KEYS } from '../survey.ts'
import { isPassiveXml } from './passive-xml.ts'

/** Decoded bytes of embedded files that are read; an invoice has some 20 kB. Files beyond that are removed unread. */
const MOST_BYTES = 16 * 1024 * 1024

/** Names that a viewer could save the file under (ISO 32000-1, table 44). */
const FILE_NAMES = ['UF', 'F', 'DOS', 'Mac', 'Unix']

/** Other files it may lead to: elsewhere, related ones, an encrypted one (ISO 32000-2, table 43). */
const MORE_FILES = ['FS', 'RF', 'EP']

/**
 * Cuts off embedded files of the document and its pages, in place, for the next revision. In a file that claims to be
 * PDF/A-3 those that are passive XML stay: the electronic invoice in a Factur-X or ZUGFeRD file (decision 0011).
 * @returns whether any was removed
 * @throws PdfError `too_complex`
 */
export function cutAttachments(pdf: PdfFile): boolean {
  const cutter = new AttachmentCutter(pdf)
  for (const page of pdf.pages) cutter.associated(page.dict, page.ref)
  cutter.associated(pdf.catalog, pdf.catalogRef)
  cutter.named()
  return cutter.removed
}

/** The names of the files in the document's tree of embedded files, as viewers show them. */
export function attachedNames(pdf: PdfFile): string[] {
  const names = get.dict(pdf.catalog, 'Names')
  const root = names && get.dict(names, 'EmbeddedFiles')
  return root ? pairsOf(pdf, root).flatMap(([, file]) => fileNames(pdf.lookup(file))) : []
}

class AttachmentCutter {
  removed = false
  private readonly pdf: PdfFile
  private readonly mayKeep: boolean
  private readonly verdicts = new Map<PDFDict, boolean>()
  private readBytes = 0

  constructor(pdf: PdfFile) {
    this.pdf = pdf
    // In a file that is damaged another program may find other objects than we do.
    this.mayKeep = pdf.pages.length > 0 && !pdf.repaired && readClaims(pdf).pdfa?.part === 3
  }

  /** `/AF`: the files that belong to a page or to the whole document (ISO 19005-3, 6.8). */
  associated(dict: PDFDict, holder: PDFRef) {
    const value = get.object(dict, 'AF')
    if (value === undefined) return
    const files = value instanceof PDFArray ? value.asArray() : [value]
    const kept = files.filter((file) => this.keeps(file))
    if (files.length > 0 && kept.length === files.length) return
    if (kept.length > 0) dict.set(nameOf('AF'), this.pdf.context.obj(kept))
    else dict.delete(nameOf('AF'))
    this.cut(files.length > 0, holder)
  }

  /** The tree of embedded files; where only some stay, it becomes a list of them. */
  named() {
    const { catalog, catalogRef, context } = this.pdf
    const names = get.dict(catalog, 'Names')
    if (!names || get.object(names, 'EmbeddedFiles') === undefined) return
    const root = get.dict(names, 'EmbeddedFiles')
    const files = root ? pairsOf(this.pdf, root) : []
    const kept = files.filter(([, file]) => this.keeps(file))
    if (files.length > 0 && kept.length === files.length) return
    if (kept.length > 0) names.set(nameOf('EmbeddedFiles'), context.obj({ Names: context.obj(kept.flat()) }))
    else names.delete(nameOf('EmbeddedFiles'))
    // An empty tree is only tidied away.
    this.cut(root === undefined || root.entries().length > 0, get.ref(catalog, 'Names') ?? catalogRef)
  }

  private cut(wasThere: boolean, holder: PDFRef) {
    this.pdf.touch(holder)
    this.removed ||= wasThere
  }

  private keeps(file: PDFObject): boolean {
    const specification = this.pdf.lookup(file)
    if (!this.mayKeep || !(specification instanceof PDFDict)) return false
    const known = this.verdicts.get(specification)
    if (known !== undefined) return known
    const verdict = this.isPassive(specification)
    this.verdicts.set(specification, verdict)
    return verdict
  }

  private isPassive(specification: PDFDict): boolean {
    const names = fileNames(specification)
    const given = FILE_NAMES.filter((key) => get.object(specification, key) !== undefined)
    if (names.length === 0 || names.length < given.length || !names.every(isXmlName)) return false
    if (MORE_FILES.some((key) => get.object(specification, key) !== undefined)) return false
    const embedded = get.dict(specification, 'EF')?.entries() ?? []
    return embedded.length > 0 && embedded.every(([, stream]) => this.isXml(this.pdf.lookup(stream)))
  }

  private isXml(stream: PDFObject | undefined): boolean {
    if (!(stream instanceof PDFStream) || this.readBytes > MOST_BYTES) return false
    if (EXTERNAL_KEYS.some((key) => stream.dict.has(nameOf(key)))) return false
    try {
      // Counted by itself: what is embedded must not use up what the pages may take.
      const bytes = refusing(() => decodeStream(stream, stream.getContents(), { decodedBytes: 0 }))
      this.readBytes += bytes?.length ?? MOST_BYTES
      return bytes !== undefined && this.readBytes <= MOST_BYTES && isPassiveXml(bytes)
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      this.readBytes += MOST_BYTES
      return false
    }
  }
}

/** Without a path, and nothing that hides how the name ends. */
const isXmlName = (name: string) => /^[^/\\:\p{C}]+\.xml$/iu.test(name)

function fileNames(specification: PDFObject | undefined): string[] {
  if (!(specification instanceof PDFDict)) return []
  return FILE_NAMES.flatMap((key) => {
    const name = get.object(specification, key)
    return name instanceof PDFString || name instanceof PDFHexString ? [name.decodeText()] : []
  })
}

/** Keys and values of a name tree, in its order (ISO 32000-1, 7.9.6). @throws PdfError `too_complex` */
function pairsOf(pdf: PdfFile, root: PDFDict): [PDFObject, PDFObject][] {
  const pairs: [PDFObject, PDFObject][] = []
  const seen = new Set<PDFDict>()
  const queue: PDFObject[] = [root]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const node = pdf.lookup(next)
    if (!(node instanceof PDFDict) || seen.has(node)) continue
    seen.add(node)
    const names = get.array(node, 'Names')?.asArray() ?? []
    for (let i = 0; i + 1 < names.length; i += 2) pairs.push([names[i]!, names[i + 1]!])
    queue.push(...(get.array(node, 'Kids')?.asArray() ?? []).toReversed())
    if (seen.size + pairs.length + queue.length > LIMITS.walkedNodes)
      throw new PdfError('too_complex', 'The PDF holds too many embedded files')
  }
  return pairs
}
