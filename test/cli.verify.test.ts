import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTsa } from '../server/pdf/tsa.ts'
import { useCommands } from './support/cli.ts'
import { makePdf } from './support/pdf-fixtures.ts'
import { createCa, Purpose } from './support/pki.ts'
import { builtInTsa, keyOf, samplePdf, seal } from './support/sealing.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-verify-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = useCommands()
const countersign = (args: string[]) => run(args, {})

describe('countersign verify', () => {
  it('says what is wrong with a PDF and exits 1', async () => {
    const file = join(folder, 'plain.pdf')
    await writeFile(file, makePdf())
    const { code, stdout } = await countersign(['verify', file])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL +structure: the file has no seal$/m)
    expect(stdout).toMatch(/NOT VALID\n$/)
  })

  it('says how it is called, and exits 3 for files that it cannot read', async () => {
    const file = join(folder, 'audit.json')
    await writeFile(file, 'no JSON')
    const [none, missing, audit] = await Promise.all([
      countersign(['verify']),
      countersign(['verify', join(folder, 'missing.pdf')]),
      countersign(['verify', file, '--audit', file]),
    ])
    // 2 would say that the file is intact.
    expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining("missing required argument 'file'") })
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringMatching(/^ENOENT[^\n]*missing\.pdf'\n$/) })
    expect(audit).toMatchObject({ code: 3, stderr: expect.stringMatching(/^[^\n]*JSON[^\n]*\n$/) })
  })

  it('exits 2 for an intact file whose time stamp has ended, and says why', async () => {
    const ca = await createCa()
    const inYears = (years: number) => new Date(Date.now() + years * 365 * 86_400_000)
    const dates = { notBefore: inYears(-3), notAfter: inYears(-1) }
    const purposes = { purposes: [Purpose.timeStamping], criticalPurposes: true }
    const answer = createTsa(await keyOf(await ca.issue({ name: 'TSA', ...purposes, ...dates })), () => inYears(-2))
    const key = await keyOf(await ca.issue({ name: 'Seal', ...dates }))
    const tsas = [{ provider: 'test', ask: answer }]
    const { bytes } = await seal(await samplePdf(), { key, tsas, level: 'B-T', signedAt: inYears(-2) })
    const [file, root] = [join(folder, 'ended.pdf'), join(folder, 'ended.pem')]
    await Promise.all([writeFile(file, bytes), writeFile(root, ca.pem)])
    const { code, stdout } = await countersign(['verify', file, '--root', root])
    expect(code).toBe(2)
    expect(stdout).not.toMatch(/^FAIL/m)
    expect(stdout).toMatch(
      /^ended {2}\S+ \(a certificate of its authority expires then\)\nINTACT, ITS TIME STAMP HAS EXPIRED /m,
    )
  })

  it('calls a file valid only when its signer leads to a root that was given', async () => {
    const [own, other] = [await createCa('Own'), await createCa('Other')]
    const key = await keyOf(await own.issue({ name: 'Seal' }))
    const { bytes } = await seal(await samplePdf(), { key, tsas: [await builtInTsa(own)], level: 'B-T' })
    const at = (name: string) => join(folder, name)
    await Promise.all([
      writeFile(at('sealed.pdf'), bytes),
      writeFile(at('own.pem'), own.pem),
      writeFile(at('other.pem'), other.pem),
      writeFile(at('empty.pem'), ''),
    ])
    const altered = Buffer.from(bytes)
    altered[altered.indexOf('%PDF') + 5] = '9'.charCodeAt(0)
    await writeFile(at('altered.pdf'), altered)
    const verify = (file: string, ...roots: string[]) =>
      countersign(['verify', at(file), ...roots.flatMap((root) => ['--root', at(root)])])
    const [alone, trusted, foreign, changed, empty] = await Promise.all([
      verify('sealed.pdf'),
      verify('sealed.pdf', 'own.pem'),
      verify('sealed.pdf', 'other.pem'),
      verify('altered.pdf', 'other.pem'),
      verify('sealed.pdf', 'empty.pem'),
    ])
    expect(alone).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/\nINTACT, SIGNER NOT TRUSTED\nTo trust the signer, .*\n.*--root\.\n$/),
    })
    expect(trusted).toMatchObject({ code: 0, stdout: expect.stringMatching(/\nVALID\n$/) })
    expect(foreign).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(
        /\nFAIL {2}chain: .* none of the given roots\n[\s\S]*\nINTACT, SIGNER NOT TRUSTED\n/,
      ),
    })
    expect(changed).toMatchObject({ code: 1, stdout: expect.stringMatching(/\nNOT VALID\n$/) })
    // It was meant as a root, so the file is not judged as if none was given.
    expect(empty).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/empty\.pem is no root cert/) })
  })
})
