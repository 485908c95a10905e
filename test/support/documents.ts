import { createCanvas } from '@napi-rs/canvas'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

/** Documents as people send them, made with pdf-lib: no tags, one text operator a line, as most generators write. */

const A4: [number, number] = [595, 842]
const MARGIN = 64

interface Writer {
  pdf: PDFDocument
  page: PDFPage
  plain: PDFFont
  bold: PDFFont
  y: number
}

async function begin(size = A4): Promise<Writer> {
  const pdf = await PDFDocument.create()
  const plain = await pdf.embedFont(StandardFonts.TimesRoman)
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold)
  return { pdf, plain, bold, page: pdf.addPage(size), y: size[1] - MARGIN }
}

function newPage(writer: Writer): void {
  writer.page = writer.pdf.addPage([writer.page.getWidth(), writer.page.getHeight()])
  writer.y = writer.page.getHeight() - MARGIN
}

/** Wrapped to the page's width; `indent` in points. */
function write(writer: Writer, text: string, { size = 10.5, bold = false, indent = 0, after = 8 } = {}): void {
  const font = bold ? writer.bold : writer.plain
  const width = writer.page.getWidth() - 2 * MARGIN - indent
  let line = ''
  const put = () => {
    writer.page.drawText(line, { x: MARGIN + indent, y: writer.y - size, size, font })
    writer.y -= size * 1.35
    line = ''
  }
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (font.widthOfTextAtSize(longer, size) > width) {
      put()
      line = word
    } else line = longer
  }
  if (line) put()
  writer.y -= after
}

const saved = async ({ pdf }: Writer) => Buffer.from(await pdf.save({ useObjectStreams: false }))

const TERMS =
  'The Landlord lets and the Tenant takes the premises for the term and at the rent stated in the particulars. ' +
  'The Tenant shall keep the interior in good repair, shall not assign or sublet any part of the premises without ' +
  'the written consent of the Landlord, and shall permit inspection on twenty-four hours notice in writing.'

/** A residential lease of 12 pages: numbered headings, paragraphs, a list, a line for the tenant's initials on each. */
export async function lease(pages = 12): Promise<Buffer> {
  const writer = await begin()
  for (let number = 1; number <= pages; number++) {
    if (number > 1) newPage(writer)
    if (number === 1) write(writer, 'Residential Lease Agreement', { size: 20, bold: true, after: 14 })
    write(writer, `${number}. ${SECTIONS[(number - 1) % SECTIONS.length]}`, { size: 14, bold: true })
    write(writer, TERMS)
    write(writer, 'The following are included in the rent:')
    for (const item of ['water and drainage', 'heating from October to April', 'one parking space'])
      write(writer, `• ${item}`, { indent: 18, after: 2 })
    writer.y -= 6
    for (let repeat = 0; repeat < 4; repeat++) write(writer, `${number}.${repeat + 1} ${TERMS}`)
    write(writer, "Tenant's initials:")
    writer.page.drawText(`Page ${number} of ${pages}`, { x: 270, y: 30, size: 9, font: writer.plain })
  }
  return saved(writer)
}

const SECTIONS = [
  'The premises',
  'Term of the lease',
  'Rent and deposit',
  'Utilities',
  'Use of the premises',
  'Maintenance and repairs',
  'Alterations',
  'Insurance',
  'Access by the landlord',
  'Termination',
  'Notices',
  'Signatures',
]

/** Where the initials of `lease` go, and the tenant's name, date and signature on its last page. */
export const leaseFields = (role: string, pages = 12) => [
  ...Array.from({ length: pages }, (_, index) => ({
    role,
    kind: 'initial',
    page: index + 1,
    ...{ x: 0.3, y: index === 0 ? 0.7 : 0.67, w: 0.12, h: 0.03 },
  })),
  { role, kind: 'name', page: pages, x: 0.11, y: 0.75, w: 0.4, h: 0.03, label: 'Full name of the tenant' },
  { role, kind: 'text', page: pages, x: 0.11, y: 0.8, w: 0.4, h: 0.03, label: 'Current address' },
  { role, kind: 'signature', page: pages, x: 0.11, y: 0.85, w: 0.4, h: 0.06 },
]

/** A consent form with a table of questions, ruled, and the answers' boxes in its right column. */
export async function consentForm(): Promise<Buffer> {
  const writer = await begin()
  write(writer, 'Consent to an MRI scan with contrast agent', { size: 18, bold: true, after: 14 })
  write(
    writer,
    'I have been told about the purpose, the course and the risks of the scan and had the chance to ask questions.',
  )
  const rows = [
    ['Question', 'Answer'],
    ["Patient's name", ''],
    ['Known allergies', ''],
    ['Current medication', ''],
    ['Pacemaker or other implant', 'none known'],
  ]
  writer.y -= 6
  for (const [index, [question, answer]] of rows.entries()) {
    const font = index === 0 ? writer.bold : writer.plain
    const bottom = writer.y - 26
    for (const [x, width] of [
      [MARGIN, 200],
      [MARGIN + 200, 267],
    ] as const)
      writer.page.drawRectangle({ x, y: bottom, width, height: 26, borderWidth: 0.7, borderColor: rgb(0, 0, 0) })
    writer.page.drawText(question!, { x: MARGIN + 6, y: bottom + 9, size: 10.5, font })
    if (answer) writer.page.drawText(answer, { x: MARGIN + 206, y: bottom + 9, size: 10.5, font })
    writer.y = bottom
  }
  writer.y -= 18
  write(writer, 'I agree to the scan and to the use of a contrast agent.')
  return saved(writer)
}

/** The boxes of `consentForm`: three answers in the table, and a signature below. */
export const consentFields = (role: string) => [
  ...["Patient's name", 'Known allergies', 'Current medication'].map((label, index) => ({
    role,
    kind: index === 0 ? 'name' : 'text',
    page: 1,
    label,
    ...{ x: 0.45, y: 0.2185 + index * 0.0309, w: 0.42, h: 0.0265 },
  })),
  { role, kind: 'signature', page: 1, x: 0.11, y: 0.4, w: 0.4, h: 0.06 },
]

/** An offer letter of one page. */
export async function offerLetter(): Promise<Buffer> {
  const writer = await begin()
  write(writer, 'Northwind Property Management', { size: 13, bold: true, after: 24 })
  for (const line of ['Ms Ada Lovelace', '12 St James Square', 'London']) write(writer, line, { after: 0 })
  writer.y -= 20
  write(writer, 'Offer of employment', { size: 15, bold: true })
  write(writer, 'Dear Ms Lovelace,')
  for (let paragraph = 0; paragraph < 4; paragraph++)
    write(
      writer,
      'We are pleased to offer you the position of analyst, starting on the first of March. Your annual salary will ' +
        'be paid in twelve instalments. Please sign below to accept this offer.',
    )
  return saved(writer)
}

/** Pages that are photographs: noise over grey lines, about `bytes` in all. */
export async function scan(bytes: number, pages = 1): Promise<Buffer> {
  const writer = await begin()
  for (let number = 1; number <= pages; number++) {
    if (number > 1) newPage(writer)
    const image = await writer.pdf.embedJpg(photograph(bytes / pages, number))
    writer.page.drawImage(image, { x: 0, y: 0, width: A4[0], height: A4[1] })
  }
  return saved(writer)
}

function photograph(bytes: number, seed: number): Buffer {
  const [width, height] = [1654, 2339]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f4f2ee'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#222'
  context.font = '36px serif'
  for (let line = 0; line < 38; line++)
    context.fillText(`${TERMS.slice(line * 3, line * 3 + 78)}`, 160, 220 + line * 52)
  const pixels = context.getImageData(0, 0, width, height)
  // The noise of a scanner's sensor; the same on every run.
  let random = seed
  for (let at = 0; at < pixels.data.length; at += 4) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0
    const shift = (random >>> 27) - 16
    for (let channel = 0; channel < 3; channel++) pixels.data[at + channel]! += shift
  }
  context.putImageData(pixels, 0, 0)
  let best = canvas.toBuffer('image/jpeg', 30)
  for (let quality = 40; best.length < bytes && quality <= 100; quality += 5)
    best = canvas.toBuffer('image/jpeg', quality)
  return best
}

/** An architect's plan on A1: thousands of lines, small labels. */
export async function plan(): Promise<Buffer> {
  const writer = await begin([2384, 1684])
  const { page, plain } = writer
  for (let index = 0; index < 3000; index++) {
    const [x, y] = [80 + ((index * 37) % 2200), 80 + ((index * 91) % 1500)]
    page.drawLine({ start: { x, y }, end: { x: x + 60, y: y + (index % 3) * 20 }, thickness: 0.5 })
    if (index % 20 === 0) page.drawText(`R ${index}`, { x, y: y + 4, size: 7, font: plain })
  }
  page.drawText('Ground floor, 1:50', { x: 1900, y: 100, size: 28, font: plain })
  return saved(writer)
}
