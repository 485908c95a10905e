import { PDFDocument } from 'pdf-lib'

/** A form with a list of all countries, which is longer than the options of a field can be, and a line of text. */
export async function countryForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const form = pdf.getForm()
  const country = form.createDropdown('country')
  country.addOptions(Array.from({ length: 249 }, (_, index) => `Country ${index + 1}`))
  country.addToPage(page, { x: 72, y: 700, width: 200, height: 20 })
  form.createTextField('iban').addToPage(page, { x: 72, y: 640, width: 200, height: 20 })
  return pdf.save()
}

/** A form as a word processor writes one: made with a library that the engine does not use to read. */
export async function tenantForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const first = pdf.addPage([595, 842])
  const second = pdf.addPage([595, 842])
  first.drawText('[[ls:signature:landlord]]', { x: 72, y: 100, size: 8 })
  const form = pdf.getForm()
  const name = form.createTextField("Tenant's name")
  name.addToPage(first, { x: 72, y: 700, width: 200, height: 20 })
  // The same field on both pages.
  name.addToPage(second, { x: 72, y: 700, width: 200, height: 20 })
  name.enableRequired()
  name.setMaxLength(60)
  const notes = form.createTextField('notes')
  notes.enableMultiline()
  notes.addToPage(first, { x: 72, y: 560, width: 300, height: 80 })
  form.createCheckBox('pets').addToPage(first, { x: 72, y: 520, width: 12, height: 12 })
  const heating = form.createRadioGroup('heating')
  heating.addOptionToPage('gas', first, { x: 72, y: 480, width: 12, height: 12 })
  heating.addOptionToPage('oil', first, { x: 172, y: 480, width: 12, height: 12 })
  const floor = form.createDropdown('Stockwerk')
  floor.addOptions(['ground', 'first'])
  floor.addToPage(first, { x: 72, y: 440, width: 100, height: 18 })
  form.createTextField('名前').addToPage(second, { x: 72, y: 600, width: 200, height: 20 })
  const button = form.createButton('print')
  button.addToPage('Print', second, { x: 400, y: 30, width: 60, height: 20 })
  return pdf.save()
}
