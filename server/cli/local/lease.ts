import { PDFDocument, StandardFonts } from 'pdf-lib'

/** Distances in points from the lower left corner of an A4 page. */
const LINES: [size: number, x: number, y: number, text: string][] = [
  [22, 72, 740, 'Lease of 1 Main Street'],
  [11, 72, 700, 'The landlord lets the house at 1 Main Street to the tenant from 1 January for one year.'],
  [11, 72, 684, 'The rent is 900 a month, due on the first. Either side may end the lease with three months notice.'],
  [12, 72, 580, 'Tenant'],
  [12, 72, 530, '[[ls:signature:tenant]]'],
  [12, 330, 530, '[[ls:date:tenant]]'],
  [12, 72, 490, '[[ls:name:tenant]]'],
  [12, 72, 440, 'Landlord'],
  [12, 72, 390, '[[ls:signature:landlord]]'],
  [12, 330, 390, '[[ls:date:landlord]]'],
  [12, 72, 350, '[[ls:name:landlord]]'],
]

/** A one-page contract with markers for a tenant and a landlord (contract 2.4). */
export async function makeLease(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  for (const [size, x, y, text] of LINES) page.drawText(text, { x, y, size, font })
  return pdf.save()
}
