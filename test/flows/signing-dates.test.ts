import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALES } from '../../server/domain/locales.ts'
import { localDate } from '../../server/domain/time-zone.ts'
import type { components } from '../../server/generated/openapi.ts'
import { openFontLibrary } from '../../server/pdf/fonts/index.ts'
import { layOutText } from '../../server/pdf/text-box.ts'
import { Signer, send } from '../support/flow.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

/** Dates are printed in the signer's time zone and language (decision 0461). */

type Trail = components['schemas']['AuditTrail']

let server: TestServer
let key: TestKey
let now: Date

beforeAll(async () => {
  server = await startServer()
  key = await server.key()
  // Three dates at one moment: Pago Pago is still on the day before, Kiritimati already on the day after.
  const tomorrow = new Date(server.clock.now().getTime() + 86_400_000)
  now = new Date(`${tomorrow.toISOString().slice(0, 10)}T10:30:00.000Z`)
  server.clock.set(now)
})
afterAll(() => server.stop())

async function signed(timeZone: unknown, locale = 'en') {
  const box = { role: 'tenant', page: 1, x: 0.1, w: 0.4 }
  const created = await send(server, key, {
    signers: [{ email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace', locale }],
    placement: 'explicit',
    fields: [
      { ...box, kind: 'signature', y: 0.5, h: 0.06 },
      { ...box, kind: 'date', y: 0.6, h: 0.03 },
    ],
  })
  const signer = new Signer(server, created.signers[0]!.signingUrl)
  const { fields, consentVersion } = await signer.data()
  const { id } = fields.find(({ kind }) => kind === 'signature')!
  const values = { [id]: { type: 'typed', text: 'Ada' } }
  await signer.display()
  const answer = await signer.call('POST', 'complete', { consentVersion, values, timeZone })
  if (answer.status !== 200) return { answer, texts: [], trail: [], words: '' }
  await server.work()
  const path = `/v1/documents/${created.documentId}`
  const pdf = async (file: string) => {
    const { body } = await server.call<Buffer>(key, 'GET', `${path}/${file}`)
    return (await pdfJsTexts(new Uint8Array(body))).flat().map(({ text }) => text)
  }
  const trail = (await server.call<Trail>(key, 'GET', `${path}/audit-events`)).body.events
  return { answer, texts: await pdf('signed'), trail, words: (await pdf('audit-trail')).join(' ') }
}

/** The date this many days after that of UTC. */
const day = (offset: number, locale = 'en') =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' }).format(
    new Date(now.getTime() + offset * 86_400_000),
  )

test.each([
  ['Pacific/Kiritimati', 'de', 1, '00:30 UTC+14'],
  ['Pacific/Pago_Pago', 'fr', -1, '23:30 UTC-11'],
  ['Asia/Kathmandu', 'cs', 0, '16:15 UTC+5:45'],
])('%s (%s): the date and the caption are those of that place', async (zone, locale, offset, time) => {
  const { texts, trail, words } = await signed(zone, locale)
  const date = day(offset, locale)
  expect(texts).toContain(date)
  expect(texts.join(' ')).toContain(`Ada Lovelace, ${date}, ${time}, SES`)
  const { meta } = trail.find(({ type }) => type === 'signed')!
  expect(meta).toMatchObject({ time_zone: zone, signed_at: now.toISOString() })
  expect(words.replace(/\s+/g, '')).toContain(`shownin:${zone}`)
  expect(words).toContain(now.toISOString().slice(0, 16).replace('T', ' '))
})

test('an Arabic date is printed in Arabic', async () => {
  const { texts } = await signed('Asia/Riyadh', 'ar')
  const month = new Intl.DateTimeFormat('ar', { month: 'long', timeZone: 'UTC' }).format(now)
  const words = texts.join(' ').normalize('NFKC')
  expect(words).toContain(month)
  expect(words).toContain('13:30')
  expect(words).toContain('UTC+3, SES')
})

test.each([
  ['no zone', undefined],
  ['null', null],
  ['a zone of a newer list', 'Mars/Olympus_Mons'],
])('%s: UTC, and nobody is kept from signing', async (_, zone) => {
  const { texts, trail } = await signed(zone)
  expect(texts).toContain(day(0))
  expect(texts.join(' ')).toContain('10:30 UTC, SES')
  expect(trail.find(({ type }) => type === 'signed')!.meta).toMatchObject({ time_zone: 'UTC' })
})

test.each([
  ['a number', 14],
  ['a very long text', 'Z'.repeat(65)],
])('a zone that is %s is bad input', async (_, zone) => {
  expect((await signed(zone)).answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

test('the longest date of every language is readable in a box of 100 x 14 points', async () => {
  const library = await openFontLibrary()
  const sizes = LOCALES.map((locale) => {
    const months = Array.from({ length: 12 }, (_, month) =>
      localDate({ at: new Date(Date.UTC(2026, month, 28)), timeZone: 'UTC', locale }),
    )
    const box = { width: 100, height: 14, minSize: 8 }
    return Math.min(...months.map((text) => (layOutText(library, text, box).block.readable ? 8 : 0)))
  })
  expect(sizes).toEqual(LOCALES.map(() => 8))
})
