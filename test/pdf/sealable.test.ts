import { beforeAll, describe, expect, test } from 'vitest'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { sized } from '../support/full-size.ts'
import { qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { VARIANTS } from '../support/pdf-variants.ts'
import { createCa } from '../support/pki.ts'
import { type SealTools, sendAndSeal } from '../support/sealable.ts'
import { builtInTsa, keyOf } from '../support/sealing.ts'

let tools: SealTools
let roots: string[]

beforeAll(async () => {
  const ca = await createCa()
  roots = [ca.pem]
  const [key, tsa] = [await keyOf(await ca.issue({ name: 'Seal' })), await builtInTsa(ca)]
  // Of the highest level there is, at full size, the rehearsal holds the steps of the others.
  tools = { rehearsal: { pki: await createRehearsalPki(), level: sized('B-T', 'B-LTA') }, key, tsa }
})

/** Files that qpdf still reads only by a scan: the fault is in the upload, and nothing appended changes that. */
const SCANNED_BY_QPDF = ['the keyword and the rows on one line', 'numbers of every kind']

describe.each(VARIANTS)('files that viewers open are accepted, and accepted files are sealed: %s', (_, variants) => {
  test.each(variants)('%s', async (name, file) => {
    const outcome = await sendAndSeal(file, tools)
    if ('refused' in outcome) throw new Error(`refused as ${outcome.refused}: ${outcome.message}`)
    const upload = file.subarray(file.indexOf('%PDF-'))
    expect(outcome.sealed.subarray(0, upload.length).equals(upload)).toBe(true)
    expect((await verifyPdf(outcome.sealed, { roots })).ok).toBe(true)
    if (qpdf && !SCANNED_BY_QPDF.includes(name)) expect(qpdfCheck(outcome.sealed)).not.toContain('reconstruct')
  })
})
