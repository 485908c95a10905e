import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyPdf } from '../../sdk/src/verify/index.ts'
import { commandFile } from '../support/cli.ts'
import { pdfJsTexts } from '../support/pdfjs.ts'

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

const root = resolve(import.meta.dirname, '../..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  // The embedded database may run as a user of its own.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'tmp'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** With a temporary folder that belongs to the test, to see what is left in it. */
function tryOut(...args: string[]): Promise<Ended> {
  const command = [commandFile(), 'try', ...args]
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') }
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: root, env }, (_error, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    )
  })
}

describe('countersign try', () => {
  it('sends, signs, verifies every webhook and proves the sealed file', async () => {
    const out = join(folder, 'out')
    const { code, stdout, stderr } = await tryOut('--out', out)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const webhooks = [...stdout.matchAll(/✓ Webhook +\d+ ms +(\S+) \((.+?)\), signature verified/g)]
    expect(webhooks.map(([, event, signer]) => [event, signer])).toEqual([
      ['signing_request.sent', 'Ada Lovelace'],
      ['signing_request.viewed', 'Ada Lovelace'],
      ['signing_request.signed', 'Ada Lovelace'],
      ['signing_request.sms_sent', 'Grace Hopper'],
      ['signing_request.sms_verified', 'Grace Hopper'],
      ['signing_request.viewed', 'Grace Hopper'],
      ['signing_request.signed', 'Grace Hopper'],
      ['document.completed', 'Grace Hopper'],
    ])
    expect(stdout).toMatch(/✓ Verify +\d+ ms +\d+ checks, PAdES B-LT, \d+ audit events/)
    expect(stdout).toMatch(/✓ Email +\d+ ms +to (ada|grace)@example\.com: /)
    expect(stdout).not.toContain('✗')
    expect(stdout).toMatch(/\nDone in \d+\.\d s\.\n\nNext, .*\n {2}npx countersign init .*\n {2}npx countersign dev /)

    expect((await readdir(out)).sort()).toEqual(['audit-trail.pdf', 'offer.pdf', 'signed.pdf'])
    const signed = await readFile(join(out, 'signed.pdf'))
    const { checks } = await verifyPdf(signed)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    const offer = await readFile(join(out, 'offer.pdf'))
    expect((await verifyPdf(offer)).checks.filter(({ ok }) => !ok)).toEqual([])
    const printed = (await pdfJsTexts(offer)).map((page) => page.map(({ text }) => text).join(' '))
    expect(printed.length).toBeGreaterThan(1)
    for (const text of ['Dijkstra & Sons', '€1,250.00', 'Bicycle no. 30']) expect(printed.join(' ')).toContain(text)
    expect(stdout).toMatch(/✓ Values +\d+ ms +Purchase order: Sample/)
    const pages = await pdfJsTexts(await readFile(join(out, 'audit-trail.pdf')))
    const trail = pages
      .flat()
      .map(({ text }) => text)
      .join(' ')
    for (const name of ['Ada Lovelace', 'Grace Hopper']) expect(trail).toContain(name)
    expect(trail).toContain('Advanced (AES): the personal link, sent by email, and a code by SMS')
    const left = await readdir(join(folder, 'tmp'))
    expect(left.filter((name) => name.startsWith('countersign-'))).toEqual([])
  })

  it('exits with the reason when it cannot finish', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, stderr } = await tryOut('--out', file)
    expect(code).toBe(1)
    expect(stderr).toContain(`EEXIST: file already exists, mkdir '${file}'`)
  })
})
