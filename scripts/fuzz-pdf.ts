import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRehearsalPki } from '../server/pdf/rehearsal-pki.ts'
import { CLEAN, qpdf, qpdfCheck } from '../test/support/pdf-checks.ts'
import { Dice, generated, mutated, mutatedAfterSigning, signedSeeds } from '../test/support/pdf-fuzz.ts'
import { createCa } from '../test/support/pki.ts'
import { sendAndSeal, signaturesKept } from '../test/support/sealable.ts'
import { builtInTsa, keyOf } from '../test/support/sealing.ts'

/**
 * Sends, signs and seals mutated and generated PDFs. A failure is a file that is accepted but cannot be sealed, one that
 * makes the engine fail, or a clean one whose sealed file fails qpdf's check; it is kept, and its number reproduces it:
 * `npm run fuzz:pdf -- --seconds 60`, `npm run fuzz:pdf -- --only 1234`. With `--signed` the files are signed before they
 * are changed or extended; then a failure is also an earlier signature that the sealed file does not keep as it was.
 * Keys are made anew each time, so there a number reproduces the change, not every byte.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    signed: { type: 'boolean', default: false },
  },
})
/** Running qpdf takes longer than everything else. */
const RUN_QPDF_EVERY = 5

const ca = await createCa()
const [key, tsa] = [await keyOf(await ca.issue({ name: 'Seal' })), await builtInTsa(ca)]
const tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-LT' as const }, key, tsa }
const signed = values.signed ? await signedSeeds(tools) : null
const folder = mkdtempSync(join(tmpdir(), 'fuzz-pdf-'))
const outcomes = new Map<string, number>()
function count(name: string): void {
  outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
}

function fileOf(number: number): Buffer {
  const dice = new Dice(number)
  if (signed) return mutatedAfterSigning(dice, signed)
  return dice.next() < 0.7 ? mutated(dice) : generated(dice)
}

async function attempt(number: number): Promise<void> {
  const file = fileOf(number)
  try {
    const outcome = await sendAndSeal(file, tools)
    if ('refused' in outcome) {
      // Not a failure, but more often our fault than the file's.
      if (outcome.refused === 'not_sealable') console.warn(`${number}: ${outcome.message}`)
      return count(`refused: ${outcome.refused}`)
    }
    count('sealed')
    if (signed) count(await signaturesKept(outcome))
    if (!qpdf || number % RUN_QPDF_EVERY !== 0 || !CLEAN.test(qpdfCheck(file))) return
    count('clean before')
    const after = qpdfCheck(outcome.sealed)
    if (!CLEAN.test(after)) throw new Error(`clean before, not after: ${after}`)
  } catch (error) {
    count('FAILED')
    const path = join(folder, `${number}.pdf`)
    writeFileSync(path, file)
    console.error(`${path}\n${error instanceof Error ? error.stack : error}`)
  }
}

const first = Number(values.only ?? Number(values.seed) * 1_000_000)
const end = performance.now() + Number(values.seconds) * 1000
for (let number = first; performance.now() < end; number++) {
  await attempt(number)
  if (values.only) break
}
console.info(Object.fromEntries([...outcomes].sort()))
process.exitCode = outcomes.has('FAILED') ? 1 : 0
