import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { ascii85, asciiHex, lzw, pngPredicted, runLength, withoutChecksum, withWrongChecksum } from './pdf-encoders.ts'
import { formPdf, makePdf } from './pdf-fixtures.ts'
import { object, sample, source, stream, update } from './pdf-source.ts'
import { VARIANTS } from './pdf-variants.ts'
import { type Signing, type SigningTools, signedByPdfLib, signedFile } from './signed-files.ts'

/** The same numbers for the same seed (mulberry32). */
export class Dice {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}

/** Larger files take long and reveal nothing that small ones do not. */
const MAX_BYTES = 60_000
const FIXTURES = join(import.meta.dirname, '..', 'fixtures')

const seeds: Buffer[] = [
  ...VARIANTS.flatMap(([, variants]) => variants.map(([, file]) => file)),
  ...(['table', 'stream'] as const).flatMap((xref) => [makePdf({ pages: 3 }, { xref }), formPdf({ xref })]),
  makePdf({ pages: 2 }, { objectStreams: true }),
  formPdf({ objectStreams: true }),
  ...readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .map((name) => readFileSync(join(FIXTURES, name))),
].filter(({ length }) => length <= MAX_BYTES)

const TOKENS = [
  ...['<<', '>>', '[', ']', '(', ')', '<', '>', '/', '%', '\n', '\r', ' ', '\x00', 'null', 'true', 'R', '0 R', '3 0 R'],
  ...['obj', 'endobj', 'stream\n', 'endstream', 'xref\n', 'trailer', 'startxref', '%%EOF', '%PDF-1.4', '1 0 obj'],
  ...['/Length 5', '/Length 6 0 R', '/Filter /Fl', '/Filter [/AHx /Fl]', '/Type /ObjStm', '/Type /XRef', '/Prev 9'],
  ...['/Root 1 0 R', '/Root 3 0 R', '/Kids [3 0 R]', '/Pages 2 0 R', '/AcroForm << /Fields [3 0 R] >>', '/FT /Sig'],
  ...['/V 5 0 R', '/Perms << /DocMDP 5 0 R >>', '/DSS 5 0 R', '/Size 1', '/Index [0 99]', '/W [1 1 1]', '/W [8 8 8]'],
  ...['/Extensions 4 0 R', '/Annots 3 0 R', '/Contents 2 0 R', '/XRefStm 20', '/ByteRange [0 1 2 3]', '/ID 4 0 R'],
  ...['0', '-1', '65535', '65536', '2147483648', '99999999999', '0.5', '1e9', '/ByteRange [0 /**********]'],
]

/** Up to six changes somewhere in a file. */
export function mutated(dice: Dice, files: Buffer[] = seeds): Buffer {
  let file: Buffer = Buffer.from(dice.of(files))
  for (let changes = dice.below(7); changes > 0; changes--) file = change(file, dice)
  return file
}

/** Files that are signed, once or twice, in all ways that permit another signature. */
export function signedSeeds(tools: SigningTools): Promise<Buffer[]> {
  const signings: Signing[][] = [
    [{}],
    [{ visible: true }, {}],
    [{ certify: 2 }],
    [{ certify: 3 }, { timestamp: true }],
    [{ security: true }],
    [{ lockFields: '/Action /Include /Fields [(other)]' }],
    [{ lockDocument: 2, security: true }, { visible: true }],
  ]
  const uploads = [makePdf({ pages: 2 }), formPdf(), formPdf({ objectStreams: true })]
  return Promise.all([
    ...signings.map((list) => signedFile(tools, list)),
    ...uploads.map((upload) => signedByPdfLib(tools, upload)),
  ])
}

/** A signed file that was changed somewhere, most often without moving the rest, or that somebody appended revisions to. */
export function mutatedAfterSigning(dice: Dice, files: Buffer[]): Buffer {
  const way = dice.below(4)
  if (way === 0) return mutated(dice, files)
  let file: Buffer = Buffer.from(dice.of(files))
  if (way === 1)
    for (let changes = dice.below(4); changes >= 0; changes--) file[dice.below(file.length)] = dice.below(256)
  else
    for (let revisions = dice.below(3); revisions >= 0; revisions--) {
      const changed = Array.from({ length: 1 + dice.below(2) }, () => object(1 + dice.below(70), value(dice, 3)))
      file = update(file, changed)
    }
  return file
}

export function change(file: Buffer, dice: Dice): Buffer {
  const at = dice.below(file.length)
  const length = 1 + dice.below(dice.of([4, 40, 400]))
  const [before, after] = [file.subarray(0, at), file.subarray(at)]
  switch (dice.below(7)) {
    case 0:
      return Buffer.concat([before, Buffer.of(dice.below(256)), file.subarray(at + 1)])
    case 1:
      return Buffer.concat([before, Buffer.from(dice.of(TOKENS), 'latin1'), after])
    case 2:
      return Buffer.concat([before, Buffer.from(dice.of(TOKENS), 'latin1'), file.subarray(at + length)])
    case 3:
      return Buffer.concat([before, file.subarray(at + length)])
    case 4:
      return Buffer.concat([before, file.subarray(at, at + length), after])
    case 5: {
      const from = dice.below(file.length)
      return Buffer.concat([before, file.subarray(from, from + length), after])
    }
    default:
      return number(file, at, dice)
  }
}

/** Replaces the next number with another. */
function number(file: Buffer, at: number, dice: Dice): Buffer {
  const text = file.subarray(at).toString('latin1')
  const found = /\d+/.exec(text)
  if (!found) return file
  const value = Number(found[0])
  const other = dice.of([0, value + 1, value - 1, value * 2, 65_536, 4_294_967_295, dice.below(file.length)])
  const rest = text.slice(found.index + found[0].length)
  return Buffer.concat([file.subarray(0, at + found.index), Buffer.from(`${other}${rest}`, 'latin1')])
}

type Encoding = [encode: (data: Buffer) => Uint8Array, dict: string]
const ENCODINGS: Encoding[] = [
  [(data) => data, ''],
  [deflateSync, '/Filter /FlateDecode'],
  [deflateSync, '/Filter [/Fl]'],
  [withoutChecksum, '/Filter /FlateDecode'],
  [withWrongChecksum, '/Filter /FlateDecode'],
  [lzw, '/Filter /LZWDecode'],
  [runLength, '/Filter /RL'],
  [(data) => asciiHex(deflateSync(data)), '/Filter [/ASCIIHexDecode /FlateDecode]'],
  [(data) => ascii85(lzw(data)), '/Filter [/A85 /LZW]'],
  [(data) => deflateSync(pngPredicted(data, 7)), '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 7 >>'],
]

/** A file of random structure: its content is valid or nearly so, its syntax is not. */
export function generated(dice: Dice): Buffer {
  const chance = (share: number) => dice.next() < share
  const more: string[] = []
  if (chance(0.5)) more.push(`/X ${value(dice, 4)}`)
  if (chance(0.3)) more.push(`/AcroForm ${chance(0.5) ? '6 0 R' : value(dice, 3)}`)
  for (const key of ['Perms', 'DSS', 'Extensions', 'Names', 'Outlines', 'AF'])
    if (chance(0.1)) more.push(`/${key} ${value(dice, 3)}`)
  const changed = [
    object(1, `<< /Type /Catalog /Pages 2 0 R ${more.join(' ')} >>`),
    object(6, `<< /Fields ${chance(0.7) ? '[7 0 R 8 0 R]' : value(dice, 2)} >>`),
    object(7, `<< /FT /${dice.of(['Tx', 'Sig', 'Btn'])} /T (a) /V ${value(dice, 2)} >>`),
    object(8, value(dice, 4)),
    object(4, stream(...encoded('BT ET q Q', dice), dice.of([undefined, 3, 99, '9 0 R']))),
    object(9, String(dice.below(20))),
  ]
  if (chance(0.2)) changed.push(object(3, `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots ${value(dice, 3)} >>`))
  const objects = sample(changed)
  const junk = chance(0.1) ? 'x'.repeat(dice.below(900)) : ''
  const options = { junk, fromHeader: chance(0.5), trailer: `/Root 1 0 R /ID ${value(dice, 1)}` }
  const [encode, dict] = dice.of(ENCODINGS)
  if (chance(0.3)) return source(objects, { ...options, xrefStream: { encode, dict } })
  if (chance(0.4)) {
    const inside = objects.filter(({ body }) => typeof body === 'string')
    const packed = { objects: inside.map(({ num, body }) => ({ num, body: String(body) })), encode, dict }
    return source(
      objects.filter(({ body }) => typeof body !== 'string'),
      { ...options, packed },
    )
  }
  const file = source(objects, options)
  return junk === '' && chance(0.3) ? update(file, [object(dice.of([3, 5, 8]), value(dice, 3))]) : file
}

const encoded = (data: string, dice: Dice): [Uint8Array, string] => {
  const [encode, dict] = dice.of(ENCODINGS)
  return [encode(Buffer.from(data)), dict]
}

function value(dice: Dice, depth: number): string {
  const inner = () => value(dice, depth - 1)
  const several = (item: () => string) => Array.from({ length: dice.below(4) }, item).join(' ')
  switch (dice.below(depth > 0 ? 9 : 6)) {
    case 0:
      return String(dice.of([0, 1, -3, 0.5, 1e7, 4_294_967_296]))
    case 1:
      return dice.of(['null', 'true', 'false', 'nonsense'])
    case 2:
      return `${dice.below(12)} ${dice.of([0, 0, 0, 1])} R`
    case 3:
      return dice.of(['(text)', '(a\\)b\\053)', '<4142>', '<4>', '()', '(\\\r\n)'])
    case 4:
      return dice.of(['/Name', '/N#61me', '/Sig', '/', '/A#20B', '/\xe4'])
    case 5:
      return dice.of(['[]', '<< >>'])
    case 6:
      return `[${several(inner)}]`
    default:
      return `<< ${several(() => `/${dice.of(['A', 'B', 'Type', 'Kids', 'V', 'DocMDP', 'Certs', 'S', 'JS'])} ${inner()}`)} >>`
  }
}
