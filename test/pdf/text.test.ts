import { describe, expect, test } from 'vitest'
import { openFontLibrary } from '../../server/pdf/fonts/index.ts'
import { fitBlock, wrapText } from '../../server/pdf/text.ts'
import { NAMES } from '../support/names.ts'

const SENTENCES = {
  english: 'The buyer pays the price within thirty days after both of the parties have signed this agreement.',
  turkish: 'Bu belge İstanbul şehrinde, iki tarafın da huzurunda imzalanmış ve teslim edilmiştir; başka şart yoktur.',
  dottedCapital: 'The seller hands over the keys of the house in İstanbul to the buyer on the first day of the month.',
  polish: 'Zażółć gęślą jaźń: kupujący zapłaci cenę w ciągu trzydziestu dni od podpisania tej umowy przez strony.',
  czech: 'Příliš žluťoučký kůň úpěl ďábelské ódy, a proto kupující zaplatí cenu do třiceti dnů od podpisu.',
  arrow: 'Deliver by road from Hamburg to Berlin → then by rail to Vienna, all of it at the cost of the seller.',
  mixed: `${NAMES.latin} and ${NAMES.arabic} and ${NAMES.hebrew} agree on the price of 1,200 EUR, ${NAMES.thai}.`,
  arabic: 'اتفق الطرفان على أن يدفع المشتري الثمن خلال ثلاثين يوما من توقيع هذا العقد في Berlin 2026.',
  hindi: `${NAMES.devanagari} ${NAMES.devanagari} ${NAMES.devanagari}`,
  chinese: '买方应在双方签署本协议后三十天内支付价款，卖方应在收到价款之日交付房屋的钥匙。',
  longWord: `${'Łódź'.repeat(40)} ${'x'.repeat(120)}`,
  emoji: 'Agreed 👍 by all of the parties, who have read every page of it and are happy 😀 with the terms.',
}
const WIDTHS = [3, 9, 25, 60, 99.9, 140, 204, 238, 311, 420]

describe('a block of text', () => {
  test.each(Object.entries(SENTENCES))('has no line wider than its box: %s', async (_, text) => {
    const library = await openFontLibrary()
    for (const style of ['plain', 'hand'] as const) {
      for (const width of WIDTHS) {
        for (const height of [14, 200]) {
          const { lines, size } = fitBlock(library, text, { style, width, height, size: 11, minSize: 4 })
          for (const line of lines) expect(line.width * size).toBeLessThan(width + 1e-6)
        }
        if (width < 20) continue
        for (const line of wrapText(library, text, { style, width, size: 8.6 }, 'ltr')) {
          expect(line.width * 8.6, line.text).toBeLessThan(width + 1e-6)
        }
      }
    }
  })

  test('is set alike in all lines, whichever of them needs an embedded font', async () => {
    const library = await openFontLibrary()
    const facesOf = (text: string) => {
      const { lines } = fitBlock(library, text, { style: 'plain', width: 150, height: 90, size: 11, minSize: 4 })
      expect(lines.length).toBeGreaterThan(2)
      return new Set(lines.flatMap(({ runs }) => runs.map(({ face }) => face.name)))
    }
    expect([...facesOf(SENTENCES.english)]).toEqual(['Helvetica'])
    for (const text of [SENTENCES.dottedCapital, SENTENCES.arrow, `Acme\nBern\n${NAMES.polish}`]) {
      expect(facesOf(text)).not.toContain('Helvetica')
    }
  })

  test('is set smaller than that where it does not fit, and nothing is left out', async () => {
    const library = await openFontLibrary()
    const box = { style: 'plain', width: 90, height: 6, size: 4, minSize: 4 } as const
    const { lines, size, readable } = fitBlock(library, 'one\ntwo\nthree', box)
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(3 * 1.3 * size).toBeLessThanOrEqual(6.01)
    expect(readable).toBe(false)
    expect(fitBlock(library, 'one', box)).toMatchObject({ size: 4, readable: true })
  })
})
