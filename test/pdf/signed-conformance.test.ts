import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { conformanceWarnings } from '../../server/domain/sending/refusals.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { prepare } from '../../server/pdf/prepare.ts'
import { signaturesOf } from '../../server/pdf/signed.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { ConformanceLoss } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { facturXPdf, INVOICE } from '../support/attached.ts'
import { type Fixture, fixture, MARKS } from '../support/conformance.ts'
import { Conforming } from '../support/conformance-checks.ts'
import { CLEAN, qpdf, qpdfCheck, withFile } from '../support/pdf-checks.ts'
import { createCa, Purpose, type TestCa } from '../support/pki.ts'
import { builtInTsa, keyOf, seal, withArchiveTimestamp } from '../support/sealing.ts'
import { type SigningTools, signedByPdfLib } from '../support/signed-files.ts'
import { validators } from '../support/validators.ts'

/** Claims of a file that is already signed: what they say of the signed revision stays true (decision 0410). */

let ca: TestCa
let tools: SigningTools
beforeAll(async () => {
  ca = await createCa()
  const key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection] }))
  tools = { key, tsa: await builtInTsa(ca) }
})

async function sealedOver(upload: Buffer) {
  const { lost, delta } = await prepare(upload, { maskPages: [], append: [], marks: [], title: 'a.pdf' })
  expect(delta).toHaveLength(0)
  const marked = Buffer.concat([upload, await stampFields(upload, MARKS)])
  const { bytes } = await seal(marked, { key: tools.key, tsas: [tools.tsa], level: 'B-T', uploadLength: upload.length })
  return { lost, bytes }
}

const UNTAGGED = 'marks over its signatures cannot be tagged'
const CASES: [Fixture, { first: boolean; ua: boolean }, ConformanceLoss[]][] = [
  ['pdfa-1a', { first: true, ua: false }, [{ claim: 'PDF/A-1a', reason: UNTAGGED, earlierOnly: true }]],
  ['pdfa-2b-ua', { first: false, ua: true }, [{ claim: 'PDF/UA-1', reason: UNTAGGED, earlierOnly: true }]],
  ['pdfa-3b', { first: false, ua: false }, []],
]

describe.each(CASES)('%s, signed before', (name, claims, expected) => {
  let upload: Buffer
  let bytes: Buffer
  let file: Conforming
  beforeAll(async () => {
    upload = await signedByPdfLib(tools, fixture(name))
    const result = await sealedOver(upload)
    bytes = result.bytes
    expect(result.lost).toEqual(expected)
    file = await Conforming.open(bytes)
  })

  test('the signed revision is still there, with its metadata', async () => {
    expect(bytes.subarray(0, upload.length).equals(upload)).toBe(true)
    expect(file.xmp).toBe((await Conforming.open(fixture(name))).xmp)
  })
  test('its signature and the seal are valid', async () => {
    expect((await signaturesOf(bytes)).map(({ state }) => state)).toEqual(['valid', 'valid'])
    const { checks } = await verifyPdf(bytes, { roots: [ca.pem] })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    if (qpdf) expect(qpdfCheck(bytes)).toMatch(CLEAN)
    if (!validators.pdfsig) return
    const { stdout } = withFile(bytes, (path) => spawnSync(validators.pdfsig!, ['-nocert', path], { encoding: 'utf8' }))
    expect(stdout.match(/Signature is Valid\./g)).toHaveLength(2)
  })
  test('nothing that was added breaks what level B asks', () => {
    expect([...file.fonts(claims.first), ...file.transparency(), ...file.colours()]).toEqual([])
  })
  test('fields are as the claims want them', () => {
    expect(file.widgets(claims)).toEqual([])
  })
  test('a time stamp for renewal can follow', async () => {
    const { checks } = await verifyPdf(await withArchiveTimestamp(bytes, tools.tsa), { roots: [ca.pem] })
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
  })
})

test('a mark in a PDF/UA file is described', async () => {
  const { bytes } = await sealedOver(await signedByPdfLib(tools, fixture('pdfa-2b-ua')))
  expect((await Conforming.open(bytes)).descriptions()).toEqual([
    'Signature of the sender',
    'Signature: Anna Müller, 2026-11-22, SES',
    'Signature: Anna Müller, 2026-11-22, SES',
    'Initials',
    'Kim 김철수 대한민국 🚀',
    'الله Kim 𐌰𐌱𐌲 Q',
    '22 November 2026',
    'Ticked box',
    'Seal',
  ])
})

test('an invoice under a signature stays', async () => {
  const upload = await signedByPdfLib(tools, await facturXPdf([{ name: 'factur-x.xml', content: INVOICE }]))
  expect(inspect(upload, 0, true)).toMatchObject({ signed: true, removed: [] })
  const { bytes, lost } = await sealedOver(upload)
  expect(lost).toEqual([])
  expect((await Conforming.open(bytes)).associated()).toEqual(['/Alternative text/xml'])
})

test('the sender is told what holds for the signed revision alone', () => {
  const lost: ConformanceLoss = { claim: 'PDF/UA-1', reason: UNTAGGED, earlierOnly: true }
  expect(conformanceWarnings([lost])).toEqual([
    {
      field: 'file',
      code: 'conformance_lost',
      message: `only what was signed before is PDF/UA-1, the file with further signatures is not: ${UNTAGGED}`,
    },
  ])
})
