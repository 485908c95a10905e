import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { renderAuditTrail } from '../../server/pdf/audit-trail/index.ts'
import { openPdf } from '../../server/pdf/document.ts'
import type { AuditTrailModel, Ink } from '../../server/pdf/types.ts'
import { sized } from '../support/full-size.ts'
import { inkIn, makePng, mutool, renderMupdf } from '../support/ink.ts'
import { NAMES, plain, WITHOUT_FONT } from '../support/names.ts'
import { CLEAN, pdftoppm, pdftotext, popplerText, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { pdfJsTexts, withPdfJs } from '../support/pdfjs.ts'

const hash = (value: unknown) => createHash('sha256').update(String(value)).digest('hex')
const names: string[] = [...Object.values(NAMES), ...Object.values(WITHOUT_FONT)]

const model = (events: number, people = names): AuditTrailModel => ({
  title: 'Mietvertrag über eine Wohnung, 契約書, عقد إيجار.pdf',
  documentId: '5b0c2a52-6c3f-4a7e-9d61-0f7f3c1f9a11',
  workspace: 'Acme GmbH',
  status: 'signed',
  facts: [
    ['Uploaded SHA-256', hash('upload')],
    ['Sealed SHA-256', hash('sealed')],
    ['Note', 'A long remark that has to be wrapped because it does not fit on one line of the page. '.repeat(3).trim()],
  ],
  signers: people.map((name, i) => ({
    name,
    email: `signer${i}@example.com`,
    role: i % 2 ? `Party ${i}` : null,
    status: i % 3 ? 'signed' : 'declined',
    signature: null,
    facts: [
      ['IP address', '203.0.113.0/24'],
      ['Signed SHA-256', hash(`signer ${i}`)],
    ],
  })),
  consents: [],
  events: Array.from({ length: events }, (_, i) => ({
    seq: i + 1,
    at: new Date(Date.UTC(2026, 10, 20, 13, 0, i, 123)).toISOString(),
    title: 'Document opened',
    text: `${people[i % people.length]} opened the document at address 203.0.113.0/24`,
    hash: hash(i),
  })),
  generatedAt: '2026-11-20T14:06:00.000Z',
})

describe('the audit trail', () => {
  test.skipIf(!pdftotext)('shows everything in the model, in every script', async () => {
    const input = model(40)
    const text = plain(popplerText(await renderAuditTrail(input)))
    const flat = text.replace(/\s+/g, ' ')
    for (const { name, email, status } of input.signers) {
      expect(flat).toContain(plain(name!))
      expect(flat).toContain(email)
      expect(flat).toContain(status)
    }
    for (const event of input.events) {
      expect(flat).toContain(`${event.seq} ${event.at.slice(0, 19).replace('T', ' ')}`)
      expect(text).toContain(event.hash)
      expect(flat).toContain(plain(event.text))
    }
    for (const [label, value] of [...input.facts, ...input.signers.flatMap(({ facts }) => facts)]) {
      expect(flat).toContain(label)
      expect(flat).toContain(value)
    }
    for (const part of [input.documentId, 'Acme GmbH', '2026-11-20 14:06:00 UTC', 'Audit trail', plain(input.title)]) {
      expect(flat).toContain(part)
    }
  })

  test.skipIf(!pdftotext)('shows long names and addresses of signers whole', async () => {
    const name = `${'Maximiliane Wolfeschlegelsteinhausen '.repeat(3)}End`
    const email = `${'mw.'.repeat(20)}x@${'sub.'.repeat(40)}example.com`
    const signer = { name, email, role: 'Buyer', status: 'signed', signature: null, facts: [] as [string, string][] }
    const bytes = await renderAuditTrail({ ...model(0), signers: [signer, { ...signer, name: null }] })
    // The status is beside the first line of each.
    const text = popplerText(bytes).replaceAll('signed', '')
    expect(text.split(/\s+/).join(' ')).toContain(name)
    expect(text.replace(/\s/g, '').split(email)).toHaveLength(3)
    if (!pdftoppm) return
    // The ends are drawn, not only in the text layer.
    const pictureOf = async (change: Partial<typeof signer>) => {
      const input = { ...model(0), signers: [{ ...signer, ...change }] }
      return Buffer.from(render(await renderAuditTrail(input), 1, 100).pixels)
    }
    const whole = await pictureOf({})
    expect(whole.equals(await pictureOf({ name: name.replace(/End$/, 'Ell') }))).toBe(false)
    expect(whole.equals(await pictureOf({ email: email.replace(/com$/, 'org') }))).toBe(false)
  })

  test('shows the hashes to pdf.js in one piece', async () => {
    const input = model(5)
    const texts = (await pdfJsTexts(await renderAuditTrail(input))).flat().map(({ text }) => text)
    for (const event of input.events) expect(texts).toContain(event.hash)
  })

  test.skipIf(!pdftotext)('numbers its pages and repeats the heads', async () => {
    const bytes = await renderAuditTrail(model(200))
    const count = openPdf(bytes).pages.length
    expect(count).toBeGreaterThan(8)
    const pages = popplerText(bytes).split('\f').slice(0, count)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(`Page ${i + 1} of ${count}`)
      expect(page).toContain('5b0c2a52-6c3f-4a7e-9d61-0f7f3c1f9a11')
      if (i > 0) expect(page).toMatch(/Audit trail\s+·/)
    }
    expect(pages.at(-2)).toContain('Time (UTC)')
  })

  test.each([
    ['poppler', pdftoppm, render],
    ['MuPDF', mutool, renderMupdf],
  ] as const)('is drawn by %s within its margins', async (_, program, draw) => {
    if (!program) return
    const bytes = await renderAuditTrail(model(34))
    for (const page of openPdf(bytes).pages.keys()) {
      const picture = draw(bytes, page + 1, 50)
      expect(inkIn(picture, { x: 0.08, y: 0.05, w: 0.84, h: 0.9 })).toBeGreaterThan(300)
      expect(inkIn(picture, { x: 0, y: 0, w: 0.075, h: 1 })).toBe(0)
      expect(inkIn(picture, { x: 0.925, y: 0, w: 0.075, h: 1 })).toBe(0)
    }
  })

  test.skipIf(!pdftotext)('leaves no heading alone at the end of a page', async () => {
    // Every number of facts moves the headings by a row.
    for (let rows = 20; rows < 62; rows += 3) {
      const facts = Array.from({ length: rows }, (_, i): [string, string] => [`Fact ${i}`, 'value'])
      const bytes = await renderAuditTrail({ ...model(3, names.slice(0, 2)), facts })
      for (const page of popplerText(bytes).split('\f')) {
        const lines = page
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '' && !/^(Document .*|Page \d+ of \d+)$/.test(line))
        expect(['Signers', 'Events']).not.toContain(lines.at(-1))
      }
    }
  })

  test.skipIf(!pdftotext)('goes on on the next page with what is longer than one, under its label', async () => {
    const long = (name: string) => Array.from({ length: 1500 }, (_, i) => `${name}${i}`).join(' ')
    const [signer] = model(0).signers
    const [event] = model(1).events
    const input: AuditTrailModel = {
      ...model(0),
      facts: [['Note', long('fact')]],
      signers: [{ ...signer!, facts: [['Reason', long('reason')]] }],
      consents: [{ facts: [['Version', '1']], text: `# What\n${long('consent')}` }],
      events: [{ ...event!, text: long('event') }],
    }
    const text = popplerText(await renderAuditTrail(input))
    const found = new Set(text.split(/\s+/))
    for (const name of ['fact', 'reason', 'consent', 'event'])
      expect(
        long(name)
          .split(' ')
          .filter((word) => !found.has(word)),
      ).toEqual([])
    const pages = text.split('\f')
    for (const [label, word] of [
      ['Note', 'fact'],
      ['Reason', 'reason'],
    ] as const) {
      const shown = pages.filter((page) => new RegExp(`\\b${word}\\d`).test(page))
      expect(shown.length).toBeGreaterThan(1)
      expect(shown[0]).toMatch(new RegExp(`${label} +${word}0 `))
      for (const page of shown.slice(1)) expect(page).toMatch(new RegExp(`${label} \\(continued\\) +${word}\\d`))
    }
    expect(pages.filter((page) => /\d \(continued\)/.test(page.replace(/ +/g, ' '))).length).toBeGreaterThan(0)
  })

  test.skipIf(!pdftotext)('tears no signer apart, and no row from its label', async () => {
    const people = Array.from({ length: 14 }, (_, i) => `Person ${i}.`)
    for (let rows = 0; rows < 14; rows++) {
      const facts = Array.from({ length: rows }, (_, i): [string, string] => [`Fact ${i}.`, `value ${i}.`])
      const signers = model(0, people).signers.map((signer, i) => ({
        ...signer,
        facts: Array.from({ length: 5 }, (_, row): [string, string] => [
          `Row ${i}-${row}.`,
          `cell ${i}-${row}. `.repeat(12),
        ]),
      }))
      const pages = popplerText(await renderAuditTrail({ ...model(3), facts, signers }))
        .split('\f')
        .map((page) => page.replaceAll(/\s+/g, ' '))
      for (const [i, name] of people.entries()) {
        const page = pages.find((each) => each.includes(name))
        for (let row = 0; row < 5; row++) expect(page).toContain(`Row ${i}-${row}. cell ${i}-${row}.`)
      }
      for (const [label, value] of facts)
        expect(pages.filter((page) => page.includes(`${label} ${value}`))).toHaveLength(1)
    }
  })

  test('sets no text under 7 points, however long it is', async () => {
    const input = model(30)
    const long = `${'Wolfeschlegelsteinhausen '.repeat(8)}`
    const status = 'status '.repeat(40)
    const bytes = await renderAuditTrail({
      ...{ ...input, title: long, documentId: long, status: long, facts: [[long, long]] },
      signers: input.signers.map((signer) => ({ ...signer, status, facts: [[long, hash(1)] as [string, string]] })),
    })
    const sizes = await withPdfJs(bytes, async (document) => {
      const pages = await Promise.all(Array.from({ length: document.numPages }, (_, i) => document.getPage(i + 1)))
      const texts = await Promise.all(pages.map((page) => page.getTextContent()))
      return texts.flatMap(({ items }) =>
        items.flatMap((item) => ('str' in item && item.str.trim() ? [item.height] : [])),
      )
    })
    expect(sizes.length).toBeGreaterThan(100)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(7)
  })

  test.skipIf(!pdftoppm)(
    'shows the first page beside the facts, however it is turned, and each signature',
    async () => {
      const block = '60 400 300 200 re f'
      const draw = async (file: Uint8Array | null, signature: Ink | null = null) => {
        const [signer] = model(0).signers
        const facts: [string, string][] = []
        const bytes = await renderAuditTrail(
          { ...model(0), facts, signers: [{ ...signer!, facts, signature }] },
          {},
          file,
        )
        if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
        return render(bytes, 1, 60)
      }
      const right = { x: 0.68, y: 0.12, w: 0.24, h: 0.28 }
      const without = await draw(null)
      for (const rotate of sized([0, 90], [0, 90, 180, 270])) {
        const empty = await draw(makePdf({ content: '', rotate }))
        const shown = await draw(makePdf({ content: block, rotate }))
        expect([rotate, inkIn(shown, right) > inkIn(empty, right) + 10]).toEqual([rotate, true])
      }
      // A file that cannot be read costs the picture only.
      expect((await draw(Buffer.from('no PDF'))).pixels).toEqual(without.pixels)
      const strokes = [[0, 0, 100, 50, 200, 0, 300, 50]]
      const all = { x: 0, y: 0, w: 1, h: 1 }
      for (const ink of [
        { type: 'drawn', width: 300, height: 100, strokes },
        { type: 'typed', text: 'Ada Lovelace' },
        { type: 'image', bytes: makePng(60, 20, () => [0, 0, 0, 255]) },
      ] as Ink[]) {
        expect([ink.type, inkIn(await draw(null, ink), all) > inkIn(without, all) + 40]).toEqual([ink.type, true])
      }
    },
  )

  test('is the same for the same model', async () => {
    expect(await renderAuditTrail(model(10))).toEqual(await renderAuditTrail(model(10)))
  })

  test.skipIf(!qpdf)('is a valid PDF, small, with every font in it', async () => {
    const bytes = await renderAuditTrail(model(40, names.slice(0, 17)))
    expect(qpdfCheck(bytes)).toMatch(CLEAN)
    expect(bytes.length).toBeLessThan(60_000)
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/Type1')
  })

  test('can be made before anything has happened', async () => {
    const bytes = await renderAuditTrail({ ...model(0), signers: [], facts: [] })
    expect(openPdf(bytes).pages).toHaveLength(1)
  })
})
