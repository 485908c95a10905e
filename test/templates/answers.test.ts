import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerType } from '../../server/db/values.ts'
import { LOCALES } from '../../server/domain/locales.ts'
import { exampleOf, readAnswer } from '../../server/domain/signing/answer.ts'
import { valuePrinter } from '../../server/domain/values/print.ts'

const type = (of: AnswerType['type'], locale: string, more: Partial<AnswerType> = {}): AnswerType => ({
  type: of,
  options: [],
  currency: of === 'money' ? 'CHF' : null,
  decimals: null,
  locale,
  ...more,
})
/** Digits and, of a number, decimals; without zeros that say nothing. */
const amount = fc.tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
const asMoney = ([whole, cents]: [number, number]) => `${whole}.${String(cents).padStart(2, '0')}`
const days = fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })

describe.each(LOCALES)('in %s, what is printed is read as what it was', (locale) => {
  const print = valuePrinter(locale)
  const printed = (value: string, answer: AnswerType) => print(value, { ...answer, max_length: null, labels: {} }, null)

  it('money, with and without its currency', () => {
    for (const currency of ['CHF', 'EUR', 'SAR', 'DKK']) {
      const money = type('money', locale, { currency })
      fc.assert(
        fc.property(amount, (value) => {
          const kept = asMoney(value)
          expect(readAnswer(printed(kept, money), money)).toBe(kept)
          expect(readAnswer(printed(kept, type('number', locale, { decimals: 2 })), money)).toBe(kept)
        }),
        { numRuns: 8 },
      )
    }
  })

  it('numbers and days', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), days, (number, at) => {
        const answer = type('number', locale)
        expect(readAnswer(printed(String(number), answer), answer)).toBe(String(number))
        const date = type('date', locale)
        const kept = at.toISOString().slice(0, 10)
        for (const format of [null, 'date_short', 'iso'] as const) {
          const text = print(kept, { ...date, max_length: null, labels: {} }, format)
          expect(readAnswer(text, date), text).toBe(kept)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('the examples of messages', () => {
    expect(readAnswer(exampleOf(type('date', locale)), type('date', locale))).toBe('2026-11-22')
    expect(readAnswer(exampleOf(type('money', locale)), type('money', locale))).toBe('1850.00')
    for (const of of ['email', 'phone'] as const) {
      expect(readAnswer(exampleOf(type(of, locale)), type(of, locale))).not.toBeNull()
    }
  })
})

describe('what signers write', () => {
  it.each([
    ['number', 'de', '1.850', '1850'],
    ['number', 'de', '1850,5', '1850.5'],
    ['number', 'de', "1'850.50", '1850.50'],
    ['number', 'en', '1,850', '1850'],
    ['number', 'en', '1850,5', '1850.5'],
    ['number', 'fr', '1 850,5', '1850.5'],
    ['number', 'ar', '١٬٨٥٠٫٥', '1850.5'],
    ['number', 'en', '\u22125', '-5'],
    ['money', 'de', 'CHF 1850.-', null],
    ['money', 'en', '1.999', null],
    ['number', 'fr', '1.850', null],
    ['number', 'en', '1,85,0', null],
    ['number', 'en', '1.2.3', null],
    ['number', 'en', 'twelve', null],
    ['number', 'en', '-', null],
    ['date', 'de', '1.11.2026', '2026-11-01'],
    ['date', 'de', '1. Nov. 2026', '2026-11-01'],
    ['date', 'de', '29.2.2026', null],
    ['date', 'de', '1.11.26', null],
    ['date', 'en', '1 November 2026', '2026-11-01'],
    ['date', 'en', '22/11/2026', '2026-11-22'],
    ['date', 'en', '11/22/2026', '2026-11-22'],
    ['date', 'en', '11/11/2026', '2026-11-11'],
    ['date', 'en', '01/02/2026', null],
    ['date', 'fr', '1 novembre 2026', '2026-11-01'],
    ['date', 'cs', 'tomorrow', null],
    ['date', 'de', '22 2026', null],
    ['date', 'sv', '2. Mai 2026', '2026-05-02'],
    ['boolean', 'de', 'ja', true],
    ['boolean', 'de', 'yes', null],
    ['phone', 'de', '+41 79 123 45 67', '+41791234567'],
    ['phone', 'de', '079 123 45 67', null],
    ['email', 'en', ' ada@example.com ', 'ada@example.com'],
    ['email', 'en', 'ada', null],
    ['text', 'en', ' as it is', ' as it is'],
  ] as const)('%s in %s: %j is %j', (of, locale, text, kept) => {
    expect(readAnswer(text, type(of, locale))).toBe(kept)
  })

  it('an option, whatever its case', () => {
    const colours = type('enum', 'en', { options: ['Red', 'Green'] })
    expect(['red', 'Green', 'blue'].map((text) => readAnswer(text, colours))).toEqual(['Red', 'Green', null])
  })
})
