import { createCipheriv } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/**
 * PDFs for tests, written byte by byte, so that a test states exactly what is in the file and no part of the
 * engine under test takes part in making its own input.
 */

type Content = string | Uint8Array
type Entry = { body: string; stream?: Uint8Array }

const latin1 = (content: Content) => (typeof content === 'string' ? Buffer.from(content, 'latin1') : content)

export interface BuildOptions {
  /** Form of the cross-reference. Default `table`. */
  xref?: 'table' | 'stream'
  /** Put all objects that may be compressed into one object stream (implies `xref: 'stream'`). */
  objectStreams?: boolean
  /** Further trailer entries, as PDF source. */
  trailer?: string
  /** Bytes before the header; offsets count from the header, as such files are written. */
  junk?: string
}

/** Collects objects and writes the file. Object 1 is the catalog. */
export class PdfBuilder {
  private readonly entries: (Entry | undefined)[] = [undefined]

  /** Adds an object given as PDF source and returns its number. */
  add(body: string): number {
    return this.entries.push({ body }) - 1
  }

  /** Adds a stream; `dict` is the inside of its dictionary, without `/Length`. */
  stream(content: Content, dict = ''): number {
    const stream = latin1(content)
    return this.entries.push({ body: `<< ${dict} /Length ${stream.length} >>`, stream }) - 1
  }

  flate(content: Content, dict = ''): number {
    return this.stream(deflateSync(latin1(content)), `/Filter /FlateDecode ${dict}`)
  }

  set(number: number, body: string) {
    this.entries[number] = { body }
  }

  build(options: BuildOptions = {}): Buffer {
    const parts: Buffer[] = [Buffer.from(`${options.junk ?? ''}%PDF-1.7\n%\xe2\xe3\xcf\xd3\n`, 'latin1')]
    const shift = (options.junk ?? '').length
    let at = parts[0]!.length - shift
    const push = (part: Buffer) => {
      parts.push(part)
      at += part.length
    }
    const rows = new Map<number, [type: number, a: number, b: number]>([[0, [0, 0, 65535]]])
    const write = (number: number, { body, stream }: Entry) => {
      rows.set(number, [1, at, 0])
      push(Buffer.from(`${number} 0 obj\n${body}\n`, 'latin1'))
      if (stream) push(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
      push(Buffer.from('endobj\n'))
    }
    const compressed: [number, string][] = []
    for (const [number, entry] of this.entries.entries()) {
      if (!entry) continue
      if (options.objectStreams && !entry.stream) compressed.push([number, entry.body])
      else write(number, entry)
    }
    let size = this.entries.length
    if (compressed.length > 0) {
      const container = size++
      let offset = 0
      const head = compressed.map(([number, body], index) => {
        rows.set(number, [2, container, index])
        const pair = `${number} ${offset}`
        offset += body.length + 1
        return pair
      })
      const first = `${head.join(' ')} `
      const stream = deflateSync(latin1(first + compressed.map(([, body]) => body).join(' ')))
      const dict = `/Type /ObjStm /N ${compressed.length} /First ${first.length} /Filter /FlateDecode`
      write(container, { body: `<< ${dict} /Length ${stream.length} >>`, stream })
    }
    const start = at
    const trailer = `/Root 1 0 R ${options.trailer ?? ''}`
    if (options.objectStreams || options.xref === 'stream') {
      const number = size++
      rows.set(number, [1, start, 0])
      const data = Buffer.alloc(size * 7)
      for (let n = 0; n < size; n++) {
        const [type, a, b] = rows.get(n) ?? [0, 0, 0]
        data[n * 7] = type
        data.writeUInt32BE(a, n * 7 + 1)
        data.writeUInt16BE(b, n * 7 + 5)
      }
      write(number, {
        body: `<< /Type /XRef /W [1 4 2] /Size ${size} ${trailer} /Length ${data.length} >>`,
        stream: data,
      })
    } else {
      const line = (n: number) => {
        const [type, a, b] = rows.get(n) ?? [0, 0, 0]
        return `${String(a).padStart(10, '0')} ${String(b).padStart(5, '0')} ${type ? 'n' : 'f'} \n`
      }
      const lines = Array.from({ length: size }, (_, n) => line(n))
      push(Buffer.from(`xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} ${trailer} >>\n`, 'latin1'))
    }
    push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
    return Buffer.concat(parts)
  }
}

export interface PageOptions {
  /** Content stream of each page; default: the page's number as text. */
  content?: Content | ((index: number) => Content)
  pages?: number
  mediaBox?: number[]
  cropBox?: number[]
  rotate?: number
  /** Further resources, as PDF source; `/F1` is Helvetica. */
  resources?: string
  /** Further entries of each page dictionary. */
  page?: string
  /** Further entries of the catalog. */
  catalog?: string
  /** Further objects; their numbers begin at 10 and are known to the other options. */
  objects?: string[]
}

/** First number of `PageOptions.objects`. */
export const FIRST_EXTRA_OBJECT = 10

/** A document of pages with Helvetica as `/F1`. */
export function makePdf(options: PageOptions = {}, build: BuildOptions = {}): Buffer {
  const pdf = new PdfBuilder()
  const { pages = 1, mediaBox = [0, 0, 595, 842], objects = [] } = options
  const catalog = pdf.add(`<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`)
  const tree = pdf.add('')
  const font = pdf.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (let n = font + 1; n < FIRST_EXTRA_OBJECT; n++) pdf.add('null')
  for (const object of objects) pdf.add(object)
  const boxes = `/MediaBox [${mediaBox.join(' ')}] ${options.cropBox ? `/CropBox [${options.cropBox.join(' ')}]` : ''}`
  const kids = Array.from({ length: pages }, (_, index) => {
    const { content = textAt(72, 700, `Page ${index + 1}`) } = options
    const stream = pdf.flate(typeof content === 'function' ? content(index) : content)
    const rotate = options.rotate ? `/Rotate ${options.rotate}` : ''
    const resources = `/Resources << /Font << /F1 ${font} 0 R >> ${options.resources ?? ''} >>`
    const page = `/Type /Page /Parent ${tree} 0 R ${boxes} ${rotate} ${resources} /Contents ${stream} 0 R ${options.page ?? ''}`
    return `${pdf.add(`<< ${page} >>`)} 0 R`
  })
  pdf.set(tree, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`)
  return catalog === 1 ? pdf.build(build) : Buffer.alloc(0)
}

/** One line of Helvetica; `text` in WinAnsi. */
export function textAt(x: number, y: number, text: string, size = 12): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET\n`
}

/** Bytes that no filter makes smaller, the same on every run. */
export function noise(length: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16))
  return cipher.update(Buffer.alloc(length))
}

/** A document of `pages` pages with one incompressible image each, `bytes` long at least. */
export function largePdf(bytes: number, pages = 200): Buffer {
  const pdf = new PdfBuilder()
  pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
  pdf.add('')
  const font = pdf.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const width = Math.ceil(bytes / pages / 100)
  const pixels = noise(width * 100 * pages)
  const kids = Array.from({ length: pages }, (_, index) => {
    const data = pixels.subarray(index * width * 100, (index + 1) * width * 100)
    const dict = `/Type /XObject /Subtype /Image /Width ${width} /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray`
    const image = pdf.stream(data, dict)
    const content = pdf.flate(`q 400 0 0 300 72 200 cm /Im Do Q ${textAt(72, 700, `Page ${index + 1}`)}`)
    const resources = `<< /Font << /F1 ${font} 0 R >> /XObject << /Im ${image} 0 R >> >>`
    const entries = `/MediaBox [0 0 595 842] /Resources ${resources} /Contents ${content} 0 R`
    return `${pdf.add(`<< /Type /Page /Parent 2 0 R ${entries} >>`)} 0 R`
  })
  pdf.set(2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`)
  return pdf.build()
}

/** Many small objects, as report writers make them. */
export function manyObjectsPdf(count: number): Buffer {
  return makePdf({ objects: Array.from({ length: count }, (_, index) => `<< /K ${index} >>`) })
}

/** Fields of every kind, with values: a text, a check box, and an empty signature field. */
export const formPdf = (build: BuildOptions = {}) =>
  makePdf(
    {
      catalog: '/AcroForm << /Fields [10 0 R 11 0 R 12 0 R] /DA (/Helv 0 Tf 0 g) >>',
      page: '/Annots [10 0 R 11 0 R 12 0 R]',
      objects: [
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (city) /V (Bern) /Rect [72 600 272 620] >>',
        '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes /Rect [72 560 92 580] >>',
        '<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [72 500 272 540] >>',
      ],
    },
    build,
  )

/** A signature field with a value, as any signer leaves it; the signature itself is fake. */
export const signedPdf = () =>
  makePdf({
    catalog: '/AcroForm << /Fields [10 0 R] /SigFlags 3 >>',
    page: '/Annots [10 0 R]',
    objects: [
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /V 11 0 R /Rect [0 0 0 0] >>',
      '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <00> >>',
    ],
  })

/** Content with an unknown filter. */
export function undecodablePdf(): Buffer {
  const pdf = new PdfBuilder()
  pdf.add('<< /Type /Catalog /Pages 2 0 R >>')
  pdf.add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  pdf.add('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>')
  pdf.stream('BT ET', '/Filter /Unheard')
  return pdf.build()
}

/** A placeholder of the seal hidden in an object stream; it becomes visible when the seal rewrites the catalog. */
export const unsealablePdf = () =>
  makePdf({ catalog: '/X (/ByteRange [0 /********** /********** /**********])' }, { objectStreams: true })

export const encryptedPdf = () =>
  makePdf({}, { trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -44 >> /ID [<00> <00>]' })

/** The same file with its `startxref` pointing nowhere, as a careless text conversion leaves it. */
export function withBrokenXref(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const at = text.lastIndexOf('startxref')
  return Buffer.from(`${text.slice(0, at)}startxref\n12\n%%EOF\n`, 'latin1')
}
