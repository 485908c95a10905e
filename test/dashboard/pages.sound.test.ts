import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Crawled, crawl } from '../support/crawl.ts'
import { sized } from '../support/full-size.ts'
import type { TestServer } from '../support/server.ts'
import { useStage } from '../web/stage.ts'
import { furnished, type Office } from './office.ts'
import { flawsOf } from './sound.ts'

// Whatever a person can reach by links, and so whatever is added later, is accessible and narrow.

/** In `npm test` one stands for all: the filters of a list, the fields, the questions before something is ended. */
const LIKE: [like: RegExp, one: string][] = [
  [/\?.*/, ''],
  [/^\/fields\/\w+$/, '/fields/:key'],
  [/^.*\/(revoke|rotate|off|erase|withdraw|discard|unlock|archive|remove|delete)$/, '/end'],
]
/** Of a kind: more of them differ only in what they list. */
const LOOKED_AT = 1

let server: TestServer
let browser: Browser
let office: Office
let seen: Crawled

useStage((stage) => {
  ;({ server, browser } = stage)
})
beforeAll(async () => {
  office = await furnished(server)
  seen = await crawl(office.owner, sized(2, 6))
})

const VIEWS: [colorScheme: 'light' | 'dark', width: number][] = [
  ['dark', 375],
  ['light', 1280],
]

describe.each(sized(VIEWS.slice(0, 1), VIEWS))('%s, %i pixels wide', (colorScheme, width) => {
  test('no page has accessibility errors, scrolls sideways or complains', async () => {
    const paths = someOfEachKind(seen)
    expect(paths.length).toBeGreaterThan(35)
    expect(await flawsOf(paths, { browser, server, who: office.owner, colorScheme, width })).toEqual([])
  })
})

function someOfEachKind({ pages }: Crawled): string[] {
  const counts = new Map<string, number>()
  return pages.flatMap(({ path }) => {
    const kind = sized(LIKE, []).reduce(
      (kind, [like, one]) => kind.replace(like, one),
      path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/=[^&]*/g, ''),
    )
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return count < LOOKED_AT ? [path] : []
  })
}
