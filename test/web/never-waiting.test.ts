import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, closerOf, sidewaysScroll } from '../support/browser.ts'
import { sized } from '../support/full-size.ts'
import { JPEGS } from '../support/images.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { type Stage, useStage } from './stage.ts'
import { go, PHONE, send } from './story.ts'

/** Whatever of our own files does not arrive, the page says so and offers ways on. */

let server: TestServer
let browser: Stage['browser']
let key: TestKey
useStage((stage) => {
  ;({ server, browser, key } = stage)
})

const { width, height } = PHONE

/** Opens a signing link on a phone. */
async function open(prepare: (page: Page) => Promise<unknown>, options: { javaScriptEnabled?: boolean } = {}) {
  const sent = await send(server, key)
  const link = sent.signers[0]!.signingUrl
  const context = await browser.newContext({ viewport: { width, height }, ...options })
  const page = await context.newPage()
  const close = closerOf(page)
  await prepare(page)
  await page.goto(link)
  return { page, link, close }
}

const body = (text: string) => (route: Route) =>
  route.fulfill({ status: 200, contentType: 'text/javascript', body: text })
const SCRIPT = /\/assets\/sign-[^/]*\.js$/
const WORKER = /\/assets\/pdf-worker-[^/]*\.js$/
const VIEWER = /\/assets\/pdf\.min-[^/]*\.js$/

describe('the script of the page', () => {
  const FAILURES: [string, (route: Route) => Promise<void>][] = [
    ['does not arrive', (route) => route.abort()],
    ['is not there any more', (route) => route.fulfill({ status: 404 })],
    ['cannot be read', body('const = 1')],
    ['breaks off as it starts', body('throw new Error("old browser")')],
  ]
  test.each(sized([FAILURES[1]!, FAILURES[3]!], FAILURES))(
    '%s: the page says so, and the document can be had',
    async (_what, answer) => {
      const { page, link, close } = await open((page) => page.route(SCRIPT, answer))
      const notice = page.locator('#not-started')
      // It is there once the animation of its style sheet has ended, after some seconds.
      await notice.evaluate((waiting) => {
        for (const animation of waiting.getAnimations()) animation.finish()
      })
      await notice.getByText('This page has not finished loading.').waitFor()
      expect(await notice.getByRole('link', { name: 'Download the document' }).getAttribute('href')).toBe(
        `${new URL(link).pathname}/document.pdf?download`,
      )
      expect([await sidewaysScroll(page), await axeViolations(page, '#not-started')]).toEqual([0, []])
      await page.unrouteAll()
      await notice.getByRole('link', { name: 'Try again' }).click()
      await page.locator('.sheet[data-ready]').first().waitFor()
      expect([await notice.count(), await go(page).isEnabled()]).toEqual([0, true])
      await close()
    },
  )

  test('is switched off: the page asks for scripts, and nothing else', async () => {
    const { page, close } = await open(async () => {}, { javaScriptEnabled: false })
    await expect.poll(() => page.locator('noscript .notice').isVisible()).toBe(true)
    expect(await page.locator('#not-started').evaluate((notice) => getComputedStyle(notice).display)).toBe('none')
    await close()
  })

  test('may not run, as in a frame without an origin of its own', async () => {
    const { page, link, close } = await open(async () => {})
    await page.route(link, async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      const policy = `${headers['content-security-policy']}; sandbox allow-scripts allow-downloads`
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
    })
    await page.goto(link)
    await page.getByText('This page has not finished loading.').waitFor()
    await page.getByRole('link', { name: 'Download the document' }).waitFor()
    await close()
  })
})

describe('the viewer', () => {
  const SLOW = 'longer than usual'
  const FAILURES: [string, RegExp, (route: Route) => Promise<void>, string][] = [
    ['whose worker does not arrive', WORKER, (route) => route.abort(), 'cannot be shown in this browser'],
    ['whose worker is gone after an update', WORKER, (route) => route.fulfill({ status: 404 }), 'cannot be shown'],
    ['whose worker cannot be read', WORKER, body('const = 1'), 'cannot be shown in this browser'],
    ['that is gone after an update', VIEWER, (route) => route.fulfill({ status: 404 }), 'cannot be shown'],
    ['whose worker hangs', WORKER, () => new Promise(() => {}), SLOW],
    ['whose worker dies as it starts', WORKER, body('postMessage("here"); close()'), SLOW],
  ]
  /** Seconds of the page's own clock, until it says something. */
  const passSeconds = (page: Page, said: Locator) =>
    expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return said.isVisible()
      })
      .toBe(true)
  test.each(sized(FAILURES.slice(2, 5), FAILURES))(
    '%s: the page says so, is not signed, and "Try again" mends it',
    async (_what, file, answer, words) => {
      const { page, close } = await open(async (page) => {
        await page.clock.install()
        await page.route(file, answer)
      })
      const notice = page.locator('#document-error')
      if (words === SLOW) await passSeconds(page, notice.getByText(words))
      await notice.getByText(words).waitFor()
      await notice.getByRole('link', { name: 'Download the document' }).waitFor()
      await go(page).click()
      await go(page).click()
      await page.getByRole('tab', { name: 'Type' }).click()
      // The save of the signature is on its way while the page is loaded anew.
      let save: Route | undefined
      await page.route(/\/fields$/, (route) => {
        save = route
      })
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.locator('#consent').check()
      await go(page).click()
      await page.getByText('Page 1 could not be displayed, so you cannot sign yet.').waitFor()
      await expect.poll(() => save).toBeDefined()
      await page.unroute(file)
      await notice.getByRole('button', { name: 'Try again' }).click()
      await save!.continue()
      await page.locator('#pages[data-displayed]').waitFor()
      expect(await notice.isVisible()).toBe(false)
      await page.getByText('Ready to sign').waitFor()
      await close()
    },
  )
})

describe('a browser that alters what is read from a canvas', () => {
  /** As the protections of Brave, Firefox and Tor do: noise for pixels. */
  function alter(): void {
    const noise = (pixels: { data: Uint8ClampedArray }) => {
      for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = (at * 7919) % 256
    }
    const noisy = () => {
      const canvas = document.createElement('canvas')
      canvas.width = 64
      canvas.height = 64
      const context = canvas.getContext('2d')!
      const image = new ImageData(64, 64)
      noise(image)
      context.putImageData(image, 0, 0)
      return canvas
    }
    const { toBlob, toDataURL } = HTMLCanvasElement.prototype
    const { getImageData } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.getImageData = function read(...area: Parameters<typeof getImageData>) {
      const pixels = getImageData.apply(this, area)
      noise(pixels)
      return pixels
    }
    HTMLCanvasElement.prototype.toBlob = (...how: Parameters<typeof toBlob>) => toBlob.apply(noisy(), how)
    HTMLCanvasElement.prototype.toDataURL = (...how: Parameters<typeof toDataURL>) => toDataURL.apply(noisy(), how)
  }

  /** Changes only what a canvas encodes. */
  function alterEncoding(): void {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function encode(...how: Parameters<typeof toBlob>) {
      const canvas = document.createElement('canvas')
      canvas.width = this.width
      canvas.height = this.height
      toBlob.apply(canvas, how)
    }
  }

  test.each([
    ['in all ways', alter],
    ['where it encodes', alterEncoding],
  ])('%s shows the document, and sends no picture that went through it', async (_what, script) => {
    const { page, link, close } = await open((page) => page.addInitScript(script))
    await page.locator('#pages[data-displayed]').waitFor()
    expect(await page.locator('.undrawn').count()).toBe(0)
    await go(page).click()
    await go(page).click()
    const error = page.locator('#signature-error')
    await page.getByRole('tab', { name: 'Type' }).click()
    await page.locator('#typed').fill('\u4e00\u{20000} \u1200')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => error.textContent()).toContain('a signature with these letters cannot be sent')
    await page.getByRole('tab', { name: 'Upload' }).click()
    const large = Buffer.concat([JPEGS.baseline, Buffer.alloc(1_048_577)])
    await page.locator('#upload').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: large })
    await expect.poll(() => error.textContent()).toContain('cannot be made smaller')
    await page.locator('#upload').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: JPEGS.baseline })
    await page.locator('#upload-preview').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.locator('.field.done img').waitFor()
    const sent = await page.locator('.field.done img').getAttribute('src')
    expect(sent).toBe(`data:image/jpeg;base64,${JPEGS.baseline.toString('base64')}`)
    await page.locator('#consent').check()
    await go(page).click()
    await page.getByRole('heading', { name: 'You have signed' }).waitFor()
    expect(await (await fetch(link)).text()).toContain('You have signed')
    await close()
  })
})
