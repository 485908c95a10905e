import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { decryptPdf } from '../../server/pdf/encryption/decrypt.ts'
import type { PdfError } from '../../server/pdf/errors.ts'
import { inspect } from '../../server/pdf/inspect.ts'
import { createRehearsalPki } from '../../server/pdf/rehearsal-pki.ts'
import { signaturesOf } from '../../server/pdf/signed.ts'
import { stampFields } from '../../server/pdf/stamp.ts'
import type { Stamp } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { CLEAN, pdftoppm, qpdf, qpdfCheck, render, withFile } from '../support/pdf-checks.ts'
import { withBrokenXref } from '../support/pdf-fixtures.ts'
import { object, sample, source, stream, update } from '../support/pdf-source.ts'
import { createCa, Purpose, type TestCa } from '../support/pki.ts'
import { type SealTools, sendAndSeal } from '../support/sealable.ts'
import { builtInTsa, keyOf, seal } from '../support/sealing.ts'
import { type Signing, signedFile } from '../support/signed-files.ts'
import { run } from '../support/tools.ts'
import { validators } from '../support/validators.ts'

let ca: TestCa
let tools: SealTools
beforeAll(async () => {
  ca = await createCa()
  const key = await keyOf(await ca.issue({ name: 'Seal', purposes: [Purpose.emailProtection] }))
  tools = { rehearsal: { pki: await createRehearsalPki(), level: 'B-LT' }, key, tsa: await builtInTsa(ca) }
})

const sealed = async (file: Uint8Array) => {
  const outcome = await sendAndSeal(file, tools)
  if (!('sealed' in outcome)) throw new Error(`${outcome.refused}: ${outcome.message}`)
  return outcome.sealed
}

describe('signatures that a file brings along stay valid', () => {
  test.each<[string, Signing[], states: string[]]>([
    ['an approval signature', [{}], ['approval valid']],
    ['two of them, one visible', [{}, { visible: true }], ['approval valid', 'approval valid']],
    ['certified for filling in forms', [{ certify: 2 }], ['certification valid']],
    ['certified for annotations', [{ certify: 3 }, {}], ['certification valid', 'approval valid']],
    ['fields locked by name', [{ lockFields: '/Action /Include /Fields [(other)]' }], ['approval valid']],
    ['a lock that permits signing', [{ lockDocument: 2 }], ['approval valid']],
    ['for the long term', [{ security: true }, { timestamp: true }], ['approval valid', 'timestamp valid']],
    ['a document time stamp alone', [{ timestamp: true }], ['timestamp valid']],
  ])('%s', async (_, signings, states) => {
    const upload = await signedFile(tools, signings)
    expect((await signaturesOf(upload)).map(({ kind, state }) => `${kind} ${state}`)).toEqual(states)
    const file = await sealed(upload)
    expect(file.subarray(0, upload.length).equals(upload)).toBe(true)
    expect((await signaturesOf(file)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      ...states,
      'approval valid',
    ])
    const { ok, checks } = await verifyPdf(file, { roots: [ca.pem] })
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect(ok).toBe(true)
    expect(checks.map(({ name }) => name)).toContain('earlier_signatures')
    if (qpdf) expect(qpdfCheck(file)).toMatch(CLEAN)
    if (!validators.pdfsig) return
    const opinion = withFile(
      file,
      (path) => spawnSync(validators.pdfsig!, ['-nocert', path], { encoding: 'utf8' }).stdout,
    )
    // pdfsig has no opinion on document time stamps.
    const judged = states.filter((state) => !state.startsWith('timestamp')).length + 1
    expect(opinion.match(/Signature is Valid\./g)).toHaveLength(judged)
    expect(opinion).not.toMatch(/Mismatch/)
  })

  test('a time stamp is valid beside a signature that cannot be read', async () => {
    const upload = update(await signedFile(tools, [{}, { timestamp: true }]), [
      object(41, '<< /Type /Sig /Filter /Adobe.PPKLite >>'),
    ])
    const states = async (file: Buffer) => (await signaturesOf(file)).map(({ field, state }) => `${field} ${state}`)
    expect(await states(upload)).toEqual(['Signature1 unknown', 'Signature2 valid'])
    expect(await states(await sealed(upload))).toEqual(['Signature1 unknown', 'Signature2 valid', 'Seal valid'])
  })

  test.each([
    ['invalid', (contents: string) => contents],
    ['unknown', (contents: string) => contents.replaceAll(/[1-9a-f]/gi, '0')],
  ])('a signature over more bytes than the file has is %s, before and after', async (state, contents) => {
    const whole = (await signedFile(tools, [{}])).toString('latin1').trimEnd()
    const upload = Buffer.from(whole.slice(0, -1).replace(/(?<=\/Contents <)[^>]+/, contents), 'latin1')
    const states = async (file: Buffer) => (await signaturesOf(file)).map(({ field, state }) => `${field} ${state}`)
    expect(await states(upload)).toEqual([`Signature1 ${state}`])
    expect(await states(await sealed(upload))).toEqual([`Signature1 ${state}`, 'Seal valid'])
  })

  test.skipIf(!pdftoppm).each(['', '/Rotate 90', '/Rotate 180 /CropBox [50 60 500 700]', '/Rotate 270'])(
    'marks are shown where they would be on a page that is not signed: %s',
    async (entries) => {
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${entries} /Resources << /Font << /F1 5 0 R >> >> >>`
      const plain = source(sample([object(3, page)]))
      const signed = await signedFile(tools, [{}], [], entries)
      const shown = async (file: Buffer) => render(Buffer.concat([file, await stampFields(file, [NAME, TICK])]), 1, 50)
      const [expected, actual, without] = [await shown(plain), await shown(signed), render(plain, 1, 50)]
      const differing = (a: Buffer, b: Buffer) => a.filter((byte, i) => Math.abs(byte - b[i]!) > 96).length
      expect(differing(expected.pixels, without.pixels)).toBeGreaterThan(300)
      expect(differing(expected.pixels, actual.pixels)).toBeLessThan(60)
    },
  )
})

const NAME: Stamp = { page: 1, x: 0.1, y: 0.2, w: 0.5, h: 0.05, kind: 'name', text: 'Ada Lovelace' }
const TICK: Stamp = { page: 1, x: 0.7, y: 0.6, w: 0.1, h: 0.05, kind: 'checkbox', checked: true }

const refusal = (file: Uint8Array, optional = true): PdfError['reason'] | 'accepted' => {
  try {
    inspect(file, 0, optional)
    return 'accepted'
  } catch (error) {
    return (error as PdfError).reason
  }
}

describe('refused', () => {
  test.each<[string, Signing]>([
    ['certified against any change', { certify: 1 }],
    ['all fields locked', { lockFields: '/Action /All' }],
    ['all but some fields locked', { lockFields: '/Action /Exclude /Fields [(other)]' }],
    ['the document locked', { lockDocument: 1 }],
  ])('no_further_signatures: %s', async (_, signing) => {
    expect(refusal(await signedFile(tools, [signing]))).toBe('no_further_signatures')
  })

  test('no_further_signatures: a file that was sealed here', async () => {
    expect(refusal(await sealed(source(sample())))).toBe('no_further_signatures')
    expect(refusal(await sealed(await signedFile(tools, [{}])))).toBe('no_further_signatures')
  })

  test('signed_active_content', async () => {
    const link = object(8, '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >>')
    const outline = object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    const file = await signedFile(tools, [{}], [link, outline], '/AA << /O << /S /JavaScript /JS (1) >> >>')
    expect(refusal(file)).toBe('signed_active_content')
  })

  test('signed_markers, unless markers are not used', async () => {
    const text = object(4, stream('BT /F1 12 Tf 72 700 Td ([[ls:signature:client]]) Tj ET'))
    const file = await signedFile(tools, [{}], [text])
    expect([refusal(file, false), refusal(file, true)]).toEqual(['signed_markers', 'accepted'])
  })

  test('already_signed: a cross-reference that would have to be repaired', async () => {
    expect(refusal(withBrokenXref(await signedFile(tools, [{}])))).toBe('already_signed')
  })

  test.skipIf(!qpdf)('already_signed: encrypted, so that decrypting would break the signature', async () => {
    const encrypted = withFile(await signedFile(tools, [{}]), (path) => {
      run(qpdf, ['--encrypt', '', 'owner', '256', '--', path, '--replace-input'])
      return decrypt(path)
    })
    expect(encrypted).toBe('already_signed')
  })
})

function decrypt(path: string): string {
  try {
    decryptPdf(readFileSync(path))
    return 'decrypted'
  } catch (error) {
    return (error as PdfError).reason
  }
}

describe('a seal is not kept over a change that makes an earlier signature invalid', () => {
  const page = (entries: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${entries} >>`
  const catalog = (entries: string) => `<< /Type /Catalog /Pages 2 0 R /AcroForm 30 0 R ${entries} >>`
  test.each([
    ['the content of a page', [object(4, stream('BT ET'))]],
    ['an entry of a page', [object(3, page('/Annots [40 0 R] /Rotate 90'))]],
    [
      'an annotation',
      [object(3, page('/Annots [40 0 R 80 0 R]')), object(80, '<< /Type /Annot /Subtype /FreeText >>')],
    ],
    ['a text field', [object(30, '<< /Fields [40 0 R 80 0 R] /SigFlags 3 >>'), object(80, '<< /FT /Tx /T (a) >>')]],
    [
      'a signature field with an action',
      [
        object(30, '<< /Fields [40 0 R 80 0 R] /SigFlags 3 >>'),
        object(80, '<< /FT /Sig /T (a) /A << /S /URI /URI (x:y) >> >>'),
      ],
    ],
    [
      'a field put before the one that is signed',
      [object(30, '<< /Fields [80 0 R 40 0 R] /SigFlags 3 >>'), object(80, '<< /FT /Sig /T (a) >>')],
    ],
    ['an entry of the catalog', [object(1, catalog('/OpenAction 4 0 R'))]],
    ['an object that was referred to before it existed', [object(70, stream('late'))]],
    ['validation data lost', [object(1, catalog('/DSS 80 0 R')), object(80, '<< /Type /DSS >>')]],
  ])('%s', async (_, objects) => {
    const upload = await signedFile(tools, [{ security: true }], [object(6, '<< /Late 70 0 R >>')])
    const { length } = upload
    const keep = objects.some(({ num }) => num === 1) ? [] : [object(1, catalog('/DSS 60 0 R'))]
    const changed = update(upload, [...objects, ...keep])
    const attempt = (file: Buffer) =>
      seal(file, { key: tools.key, tsas: [tools.tsa], level: 'B-T', uploadLength: length })
    await expect(attempt(changed)).rejects.toThrow(/earlier_signatures/)
    expect((await attempt(upload)).revision.level).toBe('B-T')
  })
})
