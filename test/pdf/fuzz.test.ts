import { expect, test } from 'vitest'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { Dice, generated, mutated } from '../support/pdf-fuzz.ts'
import { createCa } from '../support/pki.ts'
import { type Outcome, sendAndSeal } from '../support/sealable.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'

/** `npm run fuzz:pdf` does the same for any length of time. */
const FILES = 80

test.each([
  ['mutated', mutated],
  ['generated', generated],
])('%s files are either refused or sealed', async (_, make) => {
  const ca = await createCa()
  const [key, tsa] = [await keyOf(await ca.issue({ name: 'Seal' })), await builtInTsa(ca)]
  const tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-LT' as const }, key, tsa }
  const outcomes: Outcome[] = []
  // A file that is accepted but cannot be sealed throws.
  for (let number = 0; number < FILES; number++) outcomes.push(await sendAndSeal(make(new Dice(number)), tools))
  const sealed = outcomes.filter((outcome) => 'sealed' in outcome)
  // If all files were refused, this would prove nothing.
  expect(sealed.length).toBeGreaterThan(FILES / 4)
})
