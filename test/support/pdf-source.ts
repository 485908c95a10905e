/**
 * PDFs assembled from pieces, to produce files that no writer should: every object, the cross-reference and the
 * trailer can be replaced by arbitrary bytes. `PdfBuilder` writes valid files; this writes the others.
 */

type Bytes = string | Uint8Array
const bytesOf = (value: Bytes) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from(value))

export interface SourceObject {
  num: number
  gen?: number
  body: Bytes
  /** The whole text, instead of `N G obj ... endobj`. */
  raw?: Bytes
  /** Left out of the cross-reference. */
  unlisted?: boolean
}

export interface Packed {
  num: number
  body: string
}

export interface SourceOptions {
  header?: string
  /** Written before the header; offsets count from the header when `fromHeader`. */
  junk?: string
  fromHeader?: boolean
  /** The inside of the trailer dictionary. */
  trailer?: string
  /** Objects in an object stream, with how its data is encoded. */
  packed?: { objects: Packed[]; encode?: (data: Buffer) => Bytes; dict?: string }
  /** A cross-reference stream instead of a table, with how its data is encoded. */
  xrefStream?: { encode?: (data: Buffer) => Bytes; dict?: string; widths?: [number, number, number] } | true
  /** Rewrites the rows of the cross-reference, by object number. */
  rows?: (rows: Map<number, XrefRow>) => void
  /** Rewrites the cross-reference table as text. */
  table?: (text: string) => string
  /** The value of `startxref`, given where the section is. */
  startxref?: (at: number) => string
  /** Everything after the cross-reference. */
  end?: (start: string) => string
  after?: Bytes
}

export type XrefRow = [type: number, a: number, b: number]

/** `<< dict /Length n >> stream ... endstream` */
export const stream = (data: Bytes, dict = '', length?: string | number) => {
  const body = bytesOf(data)
  const head = `<< ${dict} /Length ${length ?? body.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body, Buffer.from('\nendstream')])
}

export const object = (num: number, body: Bytes, gen = 0): SourceObject => ({ num, body, gen })

const CONTENT = 'BT /F1 12 Tf 72 700 Td (Agreement) Tj ET'

/** Catalog, page tree, page, content, font: objects 1 to 5. `change` replaces some of them or adds more. */
export function sample(change: SourceObject[] = []): SourceObject[] {
  const objects = new Map<number, SourceObject>(
    [
      object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
      object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
      object(
        3,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      ),
      object(4, stream(CONTENT)),
      object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ].map((item) => [item.num, item]),
  )
  for (const item of change) objects.set(item.num, item)
  return [...objects.values()]
}

/** Writes the objects in their order, then the cross-reference. */
export function source(objects: SourceObject[], options: SourceOptions = {}): Buffer {
  const { junk = '', fromHeader = false } = options
  const parts: Buffer[] = [bytesOf(junk), bytesOf(options.header ?? '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  let at = parts[0]!.length + parts[1]!.length - (fromHeader ? parts[0]!.length : 0)
  const push = (part: Bytes) => {
    const bytes = bytesOf(part)
    parts.push(bytes)
    at += bytes.length
  }
  const rows = new Map<number, XrefRow>([[0, [0, 0, 65535]]])
  const write = ({ num, gen = 0, body, raw, unlisted }: SourceObject) => {
    if (!unlisted) rows.set(num, [1, at, gen])
    if (raw) push(raw)
    else push(Buffer.concat([Buffer.from(`${num} ${gen} obj\n`), bytesOf(body), Buffer.from('\nendobj\n')]))
  }
  objects.forEach(write)
  const next = () => Math.max(...rows.keys()) + 1
  if (options.packed) {
    const { objects: inside, encode = (data) => data, dict = '' } = options.packed
    const container = Math.max(next(), ...inside.map(({ num }) => num + 1))
    let offset = 0
    const head = inside.map(({ num, body }, index) => {
      rows.set(num, [2, container, index])
      const pair = `${num} ${offset}`
      offset += body.length + 1
      return pair
    })
    const first = `${head.join(' ')} `
    const data = encode(bytesOf(first + inside.map(({ body }) => body).join(' ')))
    const shape = `/Type /ObjStm /N ${inside.length} /First ${first.length} ${dict}`
    write(object(container, stream(data, shape)))
  }
  const section = at
  const trailer = options.trailer ?? '/Root 1 0 R'
  if (options.packed || options.xrefStream) push(xrefStream(rows, next(), at, trailer, options))
  else {
    options.rows?.(rows)
    push((options.table ?? ((text) => text))(xrefTable(rows)))
    push(`trailer\n<< /Size ${next()} ${trailer} >>\n`)
  }
  const start = options.startxref?.(section) ?? String(section)
  push(options.end?.(start) ?? `startxref\n${start}\n%%EOF\n`)
  if (options.after) push(options.after)
  return Buffer.concat(parts)
}

function xrefTable(rows: Map<number, XrefRow>): string {
  let text = 'xref\n'
  const numbers = [...rows.keys()].sort((a, b) => a - b)
  for (let i = 0; i < numbers.length; ) {
    let j = i
    while (numbers[j + 1] === numbers[j]! + 1) j++
    text += `${numbers[i]} ${j - i + 1}\n`
    for (; i <= j; i++) {
      const [type, offset, generation] = rows.get(numbers[i]!)!
      text += `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${type ? 'n' : 'f'} \n`
    }
  }
  return text
}

function xrefStream(rows: Map<number, XrefRow>, num: number, at: number, trailer: string, options: SourceOptions) {
  const {
    encode = (data: Buffer) => data,
    dict = '',
    widths = [1, 4, 2],
  } = typeof options.xrefStream === 'object' ? options.xrefStream : {}
  rows.set(num, [1, at, 0])
  options.rows?.(rows)
  const numbers = [...rows.keys()].sort((a, b) => a - b)
  const data = Buffer.from(
    numbers.flatMap((number) =>
      rows.get(number)!.flatMap((value, i) => {
        const field = Buffer.alloc(widths[i]!)
        for (let p = field.length - 1, rest = BigInt(value); p >= 0; p--, rest >>= 8n) field[p] = Number(rest & 255n)
        return [...field]
      }),
    ),
  )
  const index = numbers.flatMap((number) => [number, 1]).join(' ')
  const shape = `/Type /XRef /Size ${num + 1} /W [${widths.join(' ')}] /Index [${index}] ${trailer} ${dict}`
  return Buffer.concat([Buffer.from(`${num} 0 obj\n`), stream(encode(data), shape), Buffer.from('\nendobj\n')])
}

/** An incremental update by hand: `objects` replace earlier ones; `previous` is the offset of the last section. */
export function update(file: Buffer, objects: SourceObject[], trailer = '/Root 1 0 R'): Buffer {
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.subarray(-64).toString('latin1'))![1]!
  const rows = new Map<number, XrefRow>()
  const parts = [file]
  let at = file.length
  for (const { num, gen = 0, body } of objects) {
    rows.set(num, [1, at, gen])
    const part = Buffer.concat([Buffer.from(`${num} ${gen} obj\n`), bytesOf(body), Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
  }
  const size = Math.max(9, ...objects.map(({ num }) => num + 1))
  const end = `${xrefTable(rows)}trailer\n<< /Size ${size} /Prev ${previous} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}
