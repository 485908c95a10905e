import * as hb from 'harfbuzzjs'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'

/**
 * Structural checks of what our revisions may break in PDF/A (ISO 19005) and PDF/UA (ISO 14289), read with pdf-lib and
 * HarfBuzz instead of our own reader. Each returns what is wrong, in words.
 */
export class Conforming {
  private readonly pdf: PDFDocument

  private constructor(pdf: PDFDocument) {
    this.pdf = pdf
  }

  static async open(bytes: Uint8Array): Promise<Conforming> {
    return new Conforming(await PDFDocument.load(bytes, { updateMetadata: false }))
  }

  get xmp(): string {
    return Buffer.from(this.content(this.pdf.catalog.get(PDFName.of('Metadata')))).toString('utf8')
  }

  /** Every font is embedded; widths agree with the font program; no code shows .notdef; PDF/A-1 lists the codes. */
  fonts(first: boolean): string[] {
    return this.dicts().flatMap((font) => {
      const name = String(font.get(PDFName.of('BaseFont')))
      if (text(font, 'Type') !== '/Font' || text(font, 'Subtype') === '/Type0') return []
      const descriptor = this.dict(font.get(PDFName.of('FontDescriptor')))
      const file = descriptor?.get(PDFName.of('FontFile2')) ?? descriptor?.get(PDFName.of('FontFile3'))
      if (!file) return [`${name} is not embedded`]
      if (text(font, 'Subtype') !== '/CIDFontType2') return []
      const listed = descriptor!.has(PDFName.of('CIDSet'))
      return [...this.glyphs(font, name, this.content(file)), ...(first && !listed ? [`${name} has no CIDSet`] : [])]
    })
  }

  private glyphs(font: PDFDict, name: string, program: Uint8Array): string[] {
    const widths = font.lookup(PDFName.of('W'), PDFArray)
    const map = Buffer.from(this.content(font.get(PDFName.of('CIDToGIDMap'))))
    const face = new hb.Font(new hb.Face(new hb.Blob(program)))
    const first = widths.lookup(0, PDFNumber).asNumber()
    const list = widths.lookup(1, PDFArray)
    const wrong: string[] = []
    for (let i = 0; i < list.size(); i++) {
      const gid = map.readUInt16BE((first + i) * 2)
      if (gid === 0) wrong.push(`${name}: code ${first + i} shows .notdef`)
      const advance = (face.glyphHAdvance(gid) * 1000) / unitsPerEm(program)
      const width = list.lookup(i, PDFNumber).asNumber()
      if (Math.abs(width - advance) > 1)
        wrong.push(`${name}: code ${first + i} is ${width} wide, in the font ${advance}`)
    }
    return wrong
  }

  /** No soft mask, no blend mode, no opacity. */
  transparency(): string[] {
    return this.dicts().flatMap((dict) => {
      const blend = text(dict, 'BM')
      return [
        ...(dict.has(PDFName.of('SMask')) && text(dict, 'SMask') !== '/None' ? ['a soft mask'] : []),
        ...(blend && blend !== '/Normal' ? [`blend mode ${blend}`] : []),
      ]
    })
  }

  /** Device RGB without an RGB output intent needs /DefaultRGB in the same resources. */
  colours(): string[] {
    const intents = this.array(this.pdf.catalog.get(PDFName.of('OutputIntents')))
    const isRgb = intents.some((intent) => {
      const profile = this.pdf.context.lookup(this.dict(intent)?.get(PDFName.of('DestOutputProfile')))
      return profile instanceof PDFRawStream && text(profile.dict, 'N') === '3'
    })
    if (isRgb) return []
    const owners = [...this.streams().map((stream) => ({ dict: stream.dict, content: stream })), ...this.pages()]
    return owners.flatMap(({ dict, content }) => {
      const resources = this.dict(dict.get(PDFName.of('Resources')))
      if (!resources || !/(^|\s)(rg|RG)(\s|$)/.test(this.latin(content))) return []
      const spaces = this.dict(resources.get(PDFName.of('ColorSpace')))
      return spaces?.has(PDFName.of('DefaultRGB')) ? [] : ['device RGB without a meaning']
    })
  }

  /** Whatever is painted on a page is marked, each mark once, and leads through the parent tree to an element and back. */
  structure(): string[] {
    const root = this.dict(this.pdf.catalog.get(PDFName.of('StructTreeRoot')))
    if (!root) return ['no structure tree']
    const parents = this.numberTree(this.dict(root.get(PDFName.of('ParentTree')))!)
    const reachable = this.elements(root)
    return this.pages().flatMap(({ dict, ref, content }, i) => {
      const { ids, unmarked } = marks(this.latin(content))
      const list = this.array(parents.get(Number(text(dict, 'StructParents'))))
      const wrong = unmarked.map((operator) => `page ${i + 1}: ${operator} is not marked`)
      if (new Set(ids).size !== ids.length) wrong.push(`page ${i + 1}: a mark comes twice`)
      for (const id of ids) {
        const element = list[id]
        const known = element instanceof PDFRef && reachable.get(element)
        if (!known) wrong.push(`page ${i + 1}: mark ${id} has no element in the tree`)
        else if (!this.owns(known, id, ref)) wrong.push(`page ${i + 1}: the element of mark ${id} does not own it`)
      }
      return wrong
    })
  }

  /** The types of the elements, in the order of the tree, with their texts. */
  outline(): string[] {
    const root = this.dict(this.pdf.catalog.get(PDFName.of('StructTreeRoot')))!
    return [...this.elements(root).values()].map((element) => {
      const words = element.get(PDFName.of('Alt')) ?? element.get(PDFName.of('ActualText'))
      return `${text(element, 'S').slice(1)}${words && 'decodeText' in words ? ` ${(words.decodeText as () => string)()}` : ''}`
    })
  }

  /** Widgets: printable and visible; with an appearance in PDF/A-1; described, on a page with a tab order, in PDF/UA. */
  widgets({ first, ua }: { first: boolean; ua: boolean }): string[] {
    return this.pages().flatMap(({ dict }) =>
      this.array(dict.get(PDFName.of('Annots'))).flatMap((annotation) => {
        const widget = this.dict(annotation)!
        const flags = Number(text(widget, 'F'))
        return [
          ...((flags & 0b100111) === 0b100 ? [] : ['a widget that is not printed, or hidden']),
          ...(first && !widget.has(PDFName.of('AP')) ? ['a widget without an appearance'] : []),
          ...(ua && !widget.has(PDFName.of('TU')) ? ['a widget without a description'] : []),
          ...(ua && text(dict, 'Tabs') !== '/S' ? ['a page without a tab order'] : []),
        ]
      }),
    )
  }

  /** Relation and type of each file that belongs to the document, all of which have to be among the embedded ones. */
  associated(): string[] {
    const names = this.dict(this.pdf.catalog.get(PDFName.of('Names')))
    const tree = this.dict(names?.get(PDFName.of('EmbeddedFiles')))
    const embedded = this.array(tree?.get(PDFName.of('Names'))).filter((_, i) => i % 2 === 1)
    return this.array(this.pdf.catalog.get(PDFName.of('AF'))).map((file) => {
      if (!embedded.includes(file)) return 'not embedded'
      const stream = this.pdf.context.lookup(
        this.dict(this.dict(file)!.get(PDFName.of('EF')))?.get(PDFName.of('F')),
      ) as PDFRawStream
      return `${text(this.dict(file)!, 'AFRelationship')} ${stream.dict.lookup(PDFName.of('Subtype'), PDFName).decodeText()}`
    })
  }

  /** What the fields are to a reader who cannot see them, page by page. */
  descriptions(): string[] {
    const annotations = this.pages().flatMap(({ dict }) => this.array(dict.get(PDFName.of('Annots'))))
    return annotations.flatMap((annotation) => {
      const words = this.dict(annotation)!.lookup(PDFName.of('TU'))
      return words instanceof PDFHexString || words instanceof PDFString ? [words.decodeText()] : []
    })
  }

  private owns(element: PDFDict, id: number, page: PDFRef): boolean {
    const kids = element.lookup(PDFName.of('K'))
    const list = kids instanceof PDFArray ? kids.asArray() : [kids]
    const direct = list.some((kid) => kid instanceof PDFNumber && kid.asNumber() === id)
    const named = list.some((kid) => text(this.dict(kid), 'MCID') === String(id))
    return named || (direct && element.get(PDFName.of('Pg')) === page)
  }

  private elements(root: PDFDict): Map<PDFRef, PDFDict> {
    const found = new Map<PDFRef, PDFDict>()
    const visit = (kid: PDFObject | undefined) => {
      const value = this.pdf.context.lookup(kid)
      if (value instanceof PDFArray) return value.asArray().forEach(visit)
      if (!(value instanceof PDFDict) || !value.has(PDFName.of('S')) || (kid instanceof PDFRef && found.has(kid)))
        return
      if (kid instanceof PDFRef) found.set(kid, value)
      visit(value.get(PDFName.of('K')))
    }
    visit(root.get(PDFName.of('K')))
    return found
  }

  private numberTree(node: PDFDict): Map<number, PDFObject> {
    const nums = this.array(node.get(PDFName.of('Nums')))
    const own = nums.flatMap((key, i) => (i % 2 === 0 ? [[(key as PDFNumber).asNumber(), nums[i + 1]!] as const] : []))
    const below = this.array(node.get(PDFName.of('Kids'))).map((kid) => this.numberTree(this.dict(kid)!))
    return new Map([...own, ...below.flatMap((map) => [...map])])
  }

  private pages() {
    return this.pdf.getPages().map(({ node, ref }) => ({ dict: node as PDFDict, ref, content: node.Contents() }))
  }

  private objects(): PDFObject[] {
    return this.pdf.context.enumerateIndirectObjects().map(([, object]) => object)
  }

  private streams(): PDFRawStream[] {
    return this.objects().filter((object) => object instanceof PDFRawStream)
  }

  private dicts(): PDFDict[] {
    return this.objects().flatMap((object) =>
      object instanceof PDFDict ? [object] : object instanceof PDFRawStream ? [object.dict] : [],
    )
  }

  private dict(object: PDFObject | undefined): PDFDict | undefined {
    const value = this.pdf.context.lookup(object)
    return value instanceof PDFDict ? value : undefined
  }

  private array(object: PDFObject | undefined): PDFObject[] {
    const value = this.pdf.context.lookup(object)
    return value instanceof PDFArray ? value.asArray() : []
  }

  private content(object: PDFObject | undefined): Uint8Array {
    const value = this.pdf.context.lookup(object)
    if (value instanceof PDFArray) {
      return Buffer.concat(value.asArray().flatMap((part) => [this.content(part), Buffer.from('\n')]))
    }
    return value instanceof PDFRawStream ? decodePDFRawStream(value).decode() : new Uint8Array()
  }

  private latin(object: PDFObject | undefined): string {
    return Buffer.from(this.content(object)).toString('latin1')
  }
}

const text = (dict: PDFDict | undefined, key: string) => String(dict?.lookup(PDFName.of(key)) ?? '')

function unitsPerEm(program: Uint8Array): number {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength)
  for (let at = 12; ; at += 16) {
    const tag = String.fromCharCode(...program.subarray(at, at + 4))
    if (tag === 'head') return view.getUint16(view.getUint32(at + 8) + 18)
  }
}

/** The marks of a page's content, and the operators that paint outside of any. */
function marks(content: string): { ids: number[]; unmarked: string[] } {
  const ids: number[] = []
  const unmarked: string[] = []
  let depth = 0
  const plain = content.replace(/\((?:\\[\s\S]|[^\\()])*\)/g, '()')
  for (const [token, id] of plain.matchAll(
    /\/MCID\s*(\d+)|(?<![^\s>\])])(?:BDC|BMC|EMC|Tj|TJ|Do|S|s|f|F|f\*|B|B\*|b|sh)(?![^\s<[(/])/g,
  )) {
    if (id !== undefined) ids.push(Number(id))
    else if (token === 'BDC' || token === 'BMC') depth++
    else if (token === 'EMC') depth--
    else if (depth === 0) unmarked.push(token)
  }
  return { ids, unmarked }
}
