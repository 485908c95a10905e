import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { neverSentOf, proofGuide, proofOf } from '../../scripts/contract/proof.ts'
import { loadSpec } from '../support/contract.ts'
import notCovered from './not-covered.json' with { type: 'json' }

test('the page on coverage names every operation, and what a whole run must produce', async () => {
  const spec = loadSpec()
  const guide = await readFile(new URL('../../spec/guides/contract-coverage.md', import.meta.url), 'utf8')
  expect(guide).toBe(proofGuide(proofOf(spec, notCovered), neverSentOf(spec)))
})
