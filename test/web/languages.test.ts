import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '../../server/domain/locales.ts'
import { consentFor } from '../../server/domain/messages/consent.ts'
import { mailTexts } from '../../server/domain/messages/locales/index.ts'
import { languageOf } from '../../server/web/locales/index.ts'
import { axeViolations, sidewaysScroll, visit } from '../support/browser.ts'
import { newestCode, Signer } from '../support/flow.ts'
import { sized } from '../support/full-size.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'
import { ADA, BOB, everyKind, go, openLink, post, type Sent, send } from './story.ts'

const OTHERS = LOCALES.filter((locale) => locale !== 'en')
/** Whose pages are measured in `npm test`: the longest words, and the other direction. */
const MEASURED = sized(['de', 'ar'], [...LOCALES])

/** Words that a language shares with English, and names. */
const SHARED = new Set([
  'Countersign',
  'Document',
  'File',
  'Page',
  'Signature',
  'Text',
  'Upload',
  'Reference: {id}',
  'Version {version}',
  '{count} minute',
  '{count} minutes',
  '{label}, {required}',
  '{label}, page {page}',
])

type Texts = { [key: string]: string | Texts }

/** Every text by its path; a text with plural forms by the path of its forms. */
function flatten(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )
}

/** Every text with plural forms, by its path. */
function counted(texts: Texts, path = ''): [string, Record<string, string>][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (typeof value === 'string') return []
    if (typeof value.other === 'string') return [[path + key, value as Record<string, string>] as const]
    return counted(value, `${path}${key}.`)
  }) as [string, Record<string, string>][]
}

const places = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

const catalogue = (locale: string): Texts => ({
  page: languageOf(locale).messages as unknown as Texts,
  mail: mailTexts(locale) as unknown as Texts,
})

describe.each(OTHERS)('the texts in %s', (locale) => {
  const english = catalogue('en')
  const own = catalogue(locale)

  test('have every plural form', () => {
    const needed = [...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort()
    const forms = counted(own)
    expect(forms.map(([path]) => path)).toEqual(counted(english).map(([path]) => path))
    for (const [path, texts] of forms) expect([path, Object.keys(texts).sort()]).toEqual([path, needed])
  })

  test('have the same placeholders as the English texts', () => {
    const inEnglish = new Map(flatten(english))
    const countedIn = new Map(counted(english))
    for (const [path, text] of flatten(own)) {
      const [parent, form] = [path.slice(0, path.lastIndexOf('.')), path.slice(path.lastIndexOf('.') + 1)]
      const forms = countedIn.get(parent)
      const source = forms ? forms.other! : inEnglish.get(path)!
      // "One more person" needs no number.
      const optional = form !== 'other' && !text.includes('{count}')
      const expected = places(source).filter((place) => !(forms && optional && place === '{count}'))
      expect([path, places(text)]).toEqual([path, expected])
    }
  })

  test('are not English', () => {
    const inEnglish = new Map(flatten(english))
    const same = flatten(own).filter(([path, text]) => inEnglish.get(path) === text && !SHARED.has(text))
    expect(same).toEqual([])
    expect(consentFor(locale)).toMatchObject({ locale, reviewed: false })
    expect(consentFor(locale).text).not.toBe(consentFor('en').text)
    expect(consentFor(locale).text.match(/^# /gm)).toHaveLength(consentFor('en').text.match(/^# /gm)!.length)
  })
})

describe('for a signer', () => {
  let server: TestServer
  let browser: Browser
  let key: TestKey

  useStage((stage) => {
    ;({ server, browser, key } = stage)
  })

  const inLanguage = (locale: string, more: Record<string, unknown> = {}): Promise<Sent> =>
    send(server, key, { signers: [{ ...ADA, locale, ...more }], fields: everyKind, extra: { expires_in_days: 30 } })
  const audit = async (sent: Sent) =>
    (
      await server.call<{ auditEvents: unknown[] }>(
        key,
        'GET',
        `/v1/signing-requests/${sent.signers[0]!.signingRequestId}`,
      )
    ).body.auditEvents

  test.each(LOCALES)('the page and the mail are in %s', async (locale) => {
    const sent = await inLanguage(locale)
    await server.work()
    const { messages } = languageOf(locale)
    const html = await (await fetch(sent.signers[0]!.signingUrl)).text()
    expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(html).toContain(messages.open.consent)
    const expires = new Date(server.clock.now().getTime() + 30 * 86_400_000)
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' })
    expect(html).toContain(date.format(expires))
    const mail = (await server.outbox()).findLast(({ recipient }) => recipient === ADA.email)!
    expect(mail.html).toContain(`lang="${locale}"`)
    expect(mail.body).toContain(mailTexts(locale).personal)
    expect(mail.body).toContain(date.format(expires))
  })

  test('only the strings of the displayed language are sent to the browser', async () => {
    const html = await (await fetch((await inLanguage('de')).signers[0]!.signingUrl)).text()
    const { errors } = languageOf('de').messages.page
    expect(html).toContain(errors.offline)
    for (const locale of LOCALES.filter((one) => one !== 'de')) {
      expect(html).not.toContain(languageOf(locale).messages.page.errors.offline)
    }
  })

  test('the code is sent in their language', async () => {
    const phone = { phone_e164: '+41791234567', require_sms_verification: true }
    const sent = await inLanguage('pl', phone)
    const signer = new Signer(server, sent.signers[0]!.signingUrl)
    expect((await signer.askForCode()).status).toBe(200)
    const code = await newestCode(server)
    const message = (await server.outbox()).findLast(({ body }) => body.includes(`#${code}`))!
    expect(message.body).toContain(`${code} to kod do podpisania dokumentu`)
  })

  test('a language we do not have is refused at create', async () => {
    await expect(inLanguage('tlh')).rejects.toThrow(/create answered 400/)
  })

  test('a page switched to a language is in it in every state; the consent names it, the trail stays English', async () => {
    const sent = await inLanguage('de')
    const link = sent.signers[0]!.signingUrl
    const read = async (lang: string) => (await fetch(`${link}?lang=${lang}`)).text()
    expect(await read('fr')).toContain(languageOf('fr').messages.open.consent)
    expect(await read('tlh'), 'an unknown one is their own').toContain(languageOf('de').messages.open.consent)
    const data = await new Signer(server, link).data()
    const values = Object.fromEntries(
      data.fields
        .filter(({ kind, required }) => required && kind !== 'date' && kind !== 'name')
        .map(({ id, kind }) => [
          id,
          kind === 'checkbox' ? { type: 'checked', checked: true } : { type: 'typed', text: 'Ada' },
        ]),
    )
    const input = { consentVersion: data.consentVersion, values }
    await post(link, 'displayed', { view: 'none' })
    expect((await post(link, 'complete', { ...input, consentLocale: 'tlh' })).status).toBe(400)
    expect((await post(link, 'complete', { ...input, consentLocale: 'fr' })).status).toBe(200)
    const { sha256 } = consentFor('fr')
    const trail = JSON.stringify(await audit(sent))
    expect(trail).toContain('"type":"consented"')
    expect(trail).toContain(`"text_sha256":"${sha256}"`)
    expect(trail).toContain('"locale":"fr"')
    expect(trail).not.toMatch(/Unterschrift|signature électronique/)
    expect(await read('fr')).toContain(languageOf('fr').messages.states.signed.title)
  })

  test('the menu works by keyboard and without a script, keeps its choice after a reload, and stores nothing', async () => {
    const sent = await send(server, key, { signers: [ADA, BOB] })
    const seen = await visit(browser, server.url, { width: 375, height: 740 })
    const { page } = seen
    await openLink(page, sent.signers[0]!.signingUrl)
    await page.locator('.languages summary').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'العربية' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**?lang=ar')
    await page.reload()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.waitForSelector('.sheet[data-ready]')
    expect(
      await page
        .locator('.sheet')
        .first()
        .evaluate((sheet) => getComputedStyle(sheet).direction),
    ).toBe('ltr')
    await page.waitForFunction((text) => document.getElementById('go')?.textContent === text, 'ابدأ')
    expect(await page.locator('#consent-row').textContent()).toContain(languageOf('ar').messages.open.consent)
    expect(await page.context().cookies()).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    expect(seen.complaints).toEqual([])
    await seen.close()
  })

  test('a Latin name keeps its end in a right-to-left sentence', async () => {
    const { id: workspaceId } = await server.workspace({ name: 'Lease & Co.' })
    const sent = await send(server, await server.key({ workspaceId }), { signers: [{ ...ADA, locale: 'ar' }] })
    const seen = await visit(browser, server.url, { width: 375, height: 740 })
    await openLink(seen.page, sent.signers[0]!.signingUrl)
    const lefts = await seen.page
      .getByText('Lease & Co.')
      .first()
      .evaluate((element) => {
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!
        const start = text.nodeValue!.indexOf('Lease')
        return [start, start + 'Lease & Co'.length].map((at) => {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          return range.getBoundingClientRect().left
        })
      })
    expect(lefts[1]).toBeGreaterThan(lefts[0]!)
    await seen.close()
  })

  test('in no language is part of the page wider than a small phone', async () => {
    const sent = await inLanguage('en')
    const seen = await visit(browser, server.url, { width: 320, height: 600, phone: true })
    const { page } = seen
    for (const locale of MEASURED) {
      await openLink(page, `${sent.signers[0]!.signingUrl}?lang=${locale}`)
      expect([locale, await sidewaysScroll(page)]).toEqual([locale, 0])
      await page.locator('.languages summary').click()
      const menu = await page.locator('.languages nav').boundingBox()
      expect([locale, menu!.x >= 0, menu!.x + menu!.width <= 320]).toEqual([locale, true, true])
      expect([locale, await sidewaysScroll(page)]).toEqual([locale, 0])
    }
    await seen.close()
  })

  test('in no language does the Finish button cover part of the panel on a phone', async () => {
    const sent = await inLanguage('en')
    const link = sent.signers[0]!.signingUrl
    const seen = await visit(browser, server.url, { width: 320, height: 700, phone: true })
    await seen.page.goto(link)
    // With and without the button for the optional field beside it.
    for (const filled of ['required', 'all'] as const) {
      await seen.page.evaluate(fillFields, filled)
      for (const locale of MEASURED) {
        const { page: words } = languageOf(locale).messages
        await seen.page.goto(`${link}?lang=${locale}`)
        await go(seen.page).filter({ hasText: words.finish }).waitFor()
        for (const width of [320, 375, 414]) {
          await seen.page.setViewportSize({ width, height: 700 })
          for (const note of [words.saved, words.errors.notSaved]) {
            expect(await seen.page.evaluate(overlaps, note), `${locale}, ${width} pixels, ${note}`).toEqual([])
          }
        }
      }
    }
    await seen.close()
  })
})

/** Saves a value for each of these fields, as the page would. */
async function fillFields(which: 'required' | 'all'): Promise<void> {
  const { fields } = JSON.parse(document.querySelector('#data')!.textContent) as {
    fields: { id: string; kind: string; required: boolean }[]
  }
  const willing = (kind: string) => {
    if (kind === 'checkbox') return { type: 'checked', checked: true }
    return { type: kind === 'signature' || kind === 'initial' ? 'typed' : 'text', text: 'Ada' }
  }
  const asked = fields.filter(({ kind, required }) => kind !== 'date' && (required || which === 'all'))
  const body = JSON.stringify({ values: Object.fromEntries(asked.map(({ id, kind }) => [id, willing(kind)])) })
  const answer = await fetch(`${location.pathname}/fields`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The parts of the panel's text and bar under its buttons or outside the window, with this saving note shown. */
function overlaps(note: string): string[] {
  document.querySelector('#saving')!.textContent = note
  const range = document.createRange()
  const boxes = ['progress-text', 'saving', 'progress', 'aside', 'go'].map((id) => {
    const element = document.getElementById(id)!
    range.selectNodeContents(element)
    const isText = id === 'progress-text' || id === 'saving'
    return { id, box: (isText ? range : element).getBoundingClientRect(), element }
  })
  const outside = boxes.filter(
    ({ box, element }) => box.left < 0 || box.right > innerWidth || element.scrollWidth > element.clientWidth + 1,
  )
  const covered = boxes.filter(({ box: a, element }) =>
    boxes.some(
      ({ box: b, element: other }) =>
        other !== element &&
        a.width > 0 &&
        a.left < b.right - 1 &&
        a.right > b.left + 1 &&
        a.top < b.bottom - 1 &&
        a.bottom > b.top + 1,
    ),
  )
  return [...outside, ...covered].map(({ id }) => id)
}
