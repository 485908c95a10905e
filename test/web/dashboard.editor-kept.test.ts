import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { BOX, type Desk, EMPTY_MODEL as EMPTY, savedPlaces } from '../support/editor.ts'
import type { TestServer } from '../support/server.ts'
import { useDesk } from './stage.ts'

let desk: Desk
let server: TestServer
useDesk((started) => {
  desk = started
  server = desk.server
})

const placesOf = (id: string) => savedPlaces(server, id)

describe('what was kept', () => {
  /** A change of Ada's that only her browser has, and one of Olga's that is saved; the editor is closed. */
  async function changedOffline() {
    const ada = await desk.open({ ...EMPTY, boxes: [BOX] })
    await ada.page.context().setOffline(true)
    await ada.page.locator('.box').focus()
    await ada.page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => ada.page.locator('#saved').textContent()).toContain('Offline')
    // Before the page is left: what it sends then may still arrive.
    await desk.changedByOlga(ada.id)
    await ada.page.goto('about:blank')
    await ada.page.context().setOffline(false)
    return ada
  }

  const keptOf = (page: Page, id: string) =>
    page.evaluate(
      (key) =>
        new Promise<number>((resolve) => {
          const opened = indexedDB.open('countersign-editor')
          opened.onsuccess = () => {
            const count = opened.result.transaction('drafts').objectStore('drafts').count(key)
            count.onsuccess = () => resolve(count.result)
          }
        }),
      id,
    )

  test('does not go over what somebody else saved meanwhile', async () => {
    const { page, id } = await changedOffline()
    await page.goto(`${server.url}/templates/${id}/edit`)
    await page.getByText('Olga has saved this template').waitFor()
    await page.getByRole('button', { name: 'Save mine as a copy' }).click()
    await page.waitForURL((url) => !url.pathname.includes(id))
    expect(await placesOf(page.url().split('/').at(-2)!)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    expect(await placesOf(id)).toEqual([[1, 0.2, 0.4, 0.25, 0.04]])
  })

  test('is dropped for theirs', async () => {
    const { page, id } = await changedOffline()
    await page.goto(`${server.url}/templates/${id}/edit`)
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => keptOf(page, id)).toBe(0)
  })

  test('is dropped without a question if it was saved, and only the answer was lost', async () => {
    const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] })
    const lost = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    let goOn = () => {}
    const waited = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/draft', async (route) => {
      await waited
      await route.continue()
    })
    await page.route('**/draft', lost, { times: 1 })
    await page.locator('.box').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => keptOf(page, id)).toBe(1)
    goOn()
    await expect.poll(() => keptOf(page, id)).toBe(0)
    await page.unroute('**/draft')
    await page.getByText('All changes are saved').waitFor()
    expect(await page.locator('.notice').count()).toBe(0)
    expect(await placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
  })
})

test('changes after the session has ended are kept until somebody is signed in again', async () => {
  const { page, id, close } = await desk.openAlone({ ...EMPTY, boxes: [BOX] })
  const session = await page.context().cookies()
  await page.context().clearCookies()
  await page.locator('.box').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => page.locator('#saved').textContent()).toContain('your changes are kept here')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.context().addCookies(session)
  await page.reload()
  await page.getByRole('button', { name: 'Restore them' }).click()
  await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.324, 0.25, 0.04]])
  await close()
})

describe('in a browser whose storage', () => {
  /** The editor, with this done first in its page. */
  const openWith = (script: () => void) => desk.openAlone({ ...EMPTY, boxes: [BOX] }, { script })

  /** None of its requests reaches the server, also while it is left. */
  const cutOff = (page: Page) => page.route('**/draft', (route) => route.abort())

  async function change(page: Page, told: string) {
    await page.locator('.box').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => page.locator('#saved').textContent()).toContain(told)
  }

  test('is slow, a change is said to be kept only once it is', async () => {
    const { page, id, close } = await openWith(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...args) {
        // Its transaction is not committed before these are read.
        for (let read = 0; read < 3_000; read += 1) this.count()
        return put.apply(this, args)
      }
    })
    await cutOff(page)
    await change(page, 'Offline. Your changes are kept here')
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => {})
    await crashed
    const again = await page.context().newPage()
    await again.goto(`${server.url}/templates/${id}/edit`)
    await again.getByRole('button', { name: 'Restore them' }).click()
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    await close()
  })

  test('keeps nothing, its page is to be left open', async () => {
    const { page, id, close } = await openWith(() => {
      IDBFactory.prototype.open = () => {
        throw new Error('no storage')
      }
    })
    const session = await page.context().cookies()
    const saved = () => page.locator('#saved').textContent()
    await cutOff(page)
    await change(page, 'Offline. Leave this page open')
    await page.context().clearCookies()
    await page.unroute('**/draft')
    await expect.poll(saved).toContain('You are signed out. Leave this page open')
    await page.context().addCookies(session)
    await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
    await close()
  })
})

test('offline, changes wait for the connection', async () => {
  const { page, id } = await desk.open({ ...EMPTY, boxes: [BOX] })
  await page.context().setOffline(true)
  await page.locator('.box').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => page.locator('#saved').textContent()).toContain('Offline')
  await page.context().setOffline(false)
  await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.3, 0.25, 0.04]])
  await expect.poll(() => page.locator('#announce').textContent()).toMatch(/^Saved \d/)
  // Not read out again each time.
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => placesOf(id)).toEqual([[1, 0.217, 0.312, 0.25, 0.04]])
  await expect.poll(() => page.locator('#announce').textContent()).toMatch(/^Move/)
})
