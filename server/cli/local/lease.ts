import { PDFDocument, StandardFonts } from 'pdf-lib'

/** Distances in points from the lower left corner of an A4 page. */
const LINES: [size: number, x: number, y: number, text: string][] = [
  [22, 72, 740, 'Lease of 1 Main Street'],
  [11, 72, 700, 'The landlord lets the house at 1 Main Street to the tenant from 1 January for one year.'],
  [11, 72, 684, 'The rent is 900 a month, due on the first. Either side may end the lease with three months notice.'],
]

/** Where the first who signs does so, and how far below it the next. */
const SIGNED_AT = { y: 580, step: 140 }

/** What each signs, from there: the text, and where it stands. */
const placesOf = (role: string): [x: number, below: number, text: string][] => [
  [72, 0, `${role[0]!.toUpperCase()}${role.slice(1)}`],
  [72, 50, `[[ls:signature:${role}]]`],
  [330, 50, `[[ls:date:${role}]]`],
  [72, 90, `[[ls:name:${role}]]`],
]

/** A one-page contract with markers for each of the roles (contract 2.4). */
export async function makeLease(roles: string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  for (const [size, x, y, text] of LINES) page.drawText(text, { x, y, size, font })
  for (const [index, role] of roles.entries()) {
    const top = SIGNED_AT.y - index * SIGNED_AT.step
    for (const [x, below, text] of placesOf(role)) page.drawText(text, { x, y: top - below, size: 12, font })
  }
  return pdf.save()
}
