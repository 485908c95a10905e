import { describe, expect, test } from 'vitest'
import { appendSignaturePages } from '../../server/pdf/append-page.ts'
import { openPdf } from '../../server/pdf/document.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { AppendBlock, Stamp } from '../../server/pdf/types.ts'
import { inkIn, inkOutside } from '../support/ink.ts'
import { NAMES, plain } from '../support/names.ts'
import { CLEAN, pdftoppm, pdftotext, popplerText, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import { makePdf, type PageOptions } from '../support/pdf-fixtures.ts'

const names = Object.values(NAMES)
const blocks = (count: number): AppendBlock[] =>
  Array.from({ length: count }, (_, i) => ({
    ref: `signer-${i}`,
    name: names[i % names.length]!,
    email: `signer${i}@example.com`,
    role: i % 3 === 0 ? null : `Party ${i}`,
    position: i % 2 === 0 ? null : `Director ${i}, Acme AG`,
  }))

async function append(append: AppendBlock[], page: PageOptions = {}, title = 'Lease of a flat.pdf') {
  const base = makePdf({ pages: 2, ...page })
  const pdf = openPdf(base)
  const boxes = await appendSignaturePages(pdf, { maskPages: [], append, title })
  return { base, boxes, bytes: Buffer.concat([base, pdf.appendRevision()]) }
}

describe('appended signature pages', () => {
  test('have one signature, one name and one date box for each block, apart and within the page', async () => {
    const { boxes, bytes } = await append(blocks(20))
    expect(boxes).toHaveLength(60)
    for (const kind of ['signature', 'name', 'date'] as const) {
      expect(boxes.filter((box) => box.kind === kind).map(({ ref }) => ref)).toEqual(blocks(20).map(({ ref }) => ref))
    }
    const pageCount = openPdf(bytes).pages.length
    for (const [i, box] of boxes.entries()) {
      expect(box.page).toBeGreaterThan(2)
      expect(box.page).toBeLessThanOrEqual(pageCount)
      expect(Math.min(box.x, box.y)).toBeGreaterThan(0.03)
      expect(Math.max(box.x + box.w, box.y + box.h)).toBeLessThan(0.97)
      const overlapping = boxes.slice(i + 1).filter((other) => {
        const apart = other.x >= box.x + box.w || other.x + other.w <= box.x || other.y >= box.y + box.h
        return other.page === box.page && !apart && other.y + other.h > box.y
      })
      expect(overlapping).toEqual([])
    }
  })

  test.each([
    ['A4', { mediaBox: [0, 0, 595, 842] }, [595, 842]],
    ['Letter', { mediaBox: [0, 0, 612, 792] }, [612, 792]],
    ['Letter lying', { mediaBox: [0, 0, 792, 612] }, [792, 612]],
    ['A4 turned', { mediaBox: [0, 0, 595, 842], rotate: 90 }, [842, 595]],
    ['cropped to A5', { mediaBox: [0, 0, 842, 1191], cropBox: [100, 100, 520, 695] }, [420, 595]],
    ['A0', { mediaBox: [0, 0, 2384, 3370] }, [2384, 3370]],
    ['A4 in units of ten points', { mediaBox: [0, 0, 59.5, 84.2], page: '/UserUnit 10' }, [595, 842]],
    ['a strip', { mediaBox: [0, 0, 100, 3000] }, [595.28, 841.89]],
  ] as const)('are as large as the last page is displayed: %s', async (_, page, [width, height]) => {
    const options = {
      ...page,
      mediaBox: [...page.mediaBox],
      cropBox: 'cropBox' in page ? [...page.cropBox] : undefined,
    }
    const { bytes, boxes } = await append(blocks(3), options)
    const last = openPdf(bytes).pages.at(-1)!
    expect([last.width, last.height, last.rotate]).toEqual([width, height, 0])
    for (const box of boxes) expect(box.y + box.h).toBeLessThan(0.98)
  })

  test.skipIf(!pdftotext)('say who signs, in every script', async () => {
    const text = plain(popplerText((await append(blocks(names.length))).bytes)).replace(/\s+/g, ' ')
    for (const name of names) expect(text).toContain(plain(name))
    expect(text).toContain('signer3@example.com')
    expect(text).toContain('Party 4')
    expect(text).toContain('Director 3, Acme AG')
    expect(text).toContain('Lease of a flat.pdf')
    expect(text).toContain('1 of 6')
  })

  test.skipIf(!pdftotext)('keep the whole text of a name that is too long to be drawn', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()
    const { bytes } = await append([
      { ref: 'a', name, email: `${'long'.repeat(16)}@${'mail.'.repeat(20)}example`, role: null, position: null },
    ])
    expect(plain(popplerText(bytes)).replace(/\s+/g, ' ')).toContain(name)
  })

  test.skipIf(!pdftotext)('show the address where the name is not known yet', async () => {
    const { bytes } = await append([{ ref: 'a', name: null, email: 'who@example.com', role: null, position: null }])
    expect(popplerText(bytes).match(/who@example\.com/g)).toHaveLength(1)
  })

  test.skipIf(!pdftoppm)('leave the boxes empty, and marks stamped there stay inside', async () => {
    const { bytes, boxes } = await append(blocks(4))
    const empty = render(bytes, 3, 72)
    const stamps = boxes.map((box): Stamp => {
      if (box.kind !== 'signature')
        return { ...box, kind: box.kind, text: box.kind === 'date' ? '2026-11-20' : 'Anna Müller' }
      return {
        ...box,
        kind: 'signature',
        ink: { type: 'typed', text: 'Anna Müller' },
        caption: { name: 'Anna Müller', facts: '2026-11-20' },
      }
    })
    const full = render(Buffer.concat([bytes, await stampFields(bytes, stamps)]), 3, 72)
    for (const box of boxes) {
      // The line to sign on runs through the box, above the caption.
      const writing = box.kind === 'signature' ? { ...box, h: box.h * 0.75 } : { ...box, h: box.h * 0.9 }
      expect(inkIn(empty, writing)).toBe(0)
      expect(inkIn(full, writing)).toBeGreaterThan(20)
    }
    expect(inkOutside(full, boxes)).toBe(inkOutside(empty, boxes))
  })

  test.skipIf(!qpdf)('are one appended revision, valid to qpdf', async () => {
    const { base, bytes } = await append(blocks(9))
    expect(bytes.subarray(0, base.length)).toEqual(base)
    expect(qpdfCheck(bytes)).toMatch(CLEAN)
  })

  test('are not added when no signer needs a block', async () => {
    const { base, boxes, bytes } = await append([])
    expect(boxes).toEqual([])
    expect(bytes).toEqual(base)
  })
})
