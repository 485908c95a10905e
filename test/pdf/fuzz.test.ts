import { beforeAll, expect, test } from 'vitest'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { sized } from '../support/full-size.ts'
import { Dice, generated, mutated, mutatedAfterSigning, signedSeeds } from '../support/pdf-fuzz.ts'
import { createCa } from '../support/pki.ts'
import { type Outcome, type SealTools, sendAndSeal, signaturesKept } from '../support/sealable.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'

/** `npm run fuzz:pdf` does the same for any length of time. */
const FILES = sized(30, 800)

let tools: SealTools
beforeAll(async () => {
  const ca = await createCa()
  const [key, tsa] = [await keyOf(await ca.issue({ name: 'Seal' })), await builtInTsa(ca)]
  tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-LT' }, key, tsa }
})

/** A file that is accepted but cannot be sealed throws. */
async function sealedOf(make: (dice: Dice) => Buffer) {
  const outcomes: Outcome[] = []
  for (let number = 0; number < FILES; number++) outcomes.push(await sendAndSeal(make(new Dice(number)), tools))
  const sealed = outcomes.filter((outcome) => 'sealed' in outcome)
  // If all files were refused, this would prove nothing.
  expect(sealed.length).toBeGreaterThan(FILES / 4)
  return sealed
}

test.each([
  ['mutated', mutated],
  ['generated', generated],
])('%s files are either refused or sealed', async (_, make) => {
  await sealedOf(make)
})

test('so are signed ones that were changed, and each of their signatures stays what it was', async () => {
  const seeds = await signedSeeds(tools)
  const sealed = await sealedOf((dice) => mutatedAfterSigning(dice, seeds))
  const kept = await Promise.all(sealed.map(signaturesKept))
  for (const state of ['valid', 'invalid']) expect(kept).toContainEqual(expect.stringMatching(`: .*\\b${state}\\b`))
})
