import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleNames } from './rules.ts'

/** `rule, another rule: what is tested`, as the beginning of a string. */
const NAMED = /['"`]((?:[a-z-]+(?:\.[a-z_\d-]+)+(?:, )?)+): /g

function namedInTests(): Set<string> {
  const root = new URL('..', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'))
  const titles = files.flatMap((path) => [...readFileSync(new URL(path, root), 'utf8').matchAll(NAMED)])
  return new Set(titles.flatMap(([, names]) => names!.split(', ')))
}

test('every rule of templates and their instances, and every row of the states, has a test named after it', () => {
  const named = namedInTests()
  const rules = ruleNames()
  expect(new Set(rules).size).toBe(rules.length)
  expect(rules.filter((rule) => !named.has(rule))).toEqual([])
})
