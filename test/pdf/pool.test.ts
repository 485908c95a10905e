import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlteredFileError, PdfError } from '../../server/pdf/errors.ts'
import { createPdfPool, type PdfJobs, type PdfPool } from '../../server/pdf/pool.ts'
import { createRevocationSource } from '../../server/pdf/revocation.ts'
import { createSealAuthority } from '../../server/pdf/seal-authority.ts'
import type { PdfPart } from '../../server/pdf/types.ts'
import { verifyPdf } from '../../server/pdf/verify.ts'
import { createCa, sha256 } from '../support/pki.ts'
import { builtInTsa, keyOf, samplePdf } from '../support/sealing.ts'

let folder: string
let started: PdfPool
let pool: PdfJobs

async function file(name: string, bytes: Uint8Array): Promise<PdfPart> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return { path }
}

const hashOf = (bytes: Uint8Array) => sha256(bytes).toString('hex')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'))
  started = createPdfPool({ threads: 1 })
  pool = started.of('workspace')
})
afterAll(async () => {
  await started.close()
  await rm(folder, { recursive: true })
})

describe('jobs', () => {
  test('a file passed in parts is the same file', async () => {
    const pdf = await samplePdf({ pages: 3 })
    const whole = await pool.inspect([await file('whole.pdf', pdf)])
    const parts = [
      await file('a', pdf.subarray(0, 500)),
      await file('b', pdf.subarray(500, 501)),
      await file('c', pdf.subarray(501)),
    ]
    expect(whole.pageCount).toBe(3)
    expect(await pool.inspect(parts)).toEqual(whole)
    const mixed = [{ bytes: pdf.subarray(0, 500) }, parts[1]!, { bytes: pdf.subarray(501) }]
    expect(await pool.inspect(mixed)).toEqual(whole)
    const { sha256: hash } = await pool.sign(mixed, hashOf(pdf), [])
    expect(hash).toBe(hashOf(pdf))
  })

  test('a fault of the PDF arrives as a PdfError with its reason', async () => {
    const attempt = pool.inspect([await file('broken.pdf', Buffer.from('%PDF-1.7\nnothing more'))])
    await expect(attempt).rejects.toThrow(PdfError)
    await expect(attempt).rejects.toMatchObject({
      name: 'PdfError',
      reason: 'damaged',
      message: expect.stringMatching(/./),
    })
  })

  test('a failure that is not the PDF’s fault stays a different error', async () => {
    const attempt = pool.inspect([{ path: join(folder, 'missing.pdf') }])
    await expect(attempt).rejects.toThrow(/ENOENT/)
    await expect(attempt).rejects.not.toBeInstanceOf(PdfError)
  })

  test('marks are drawn as a delta; length and hash are of the whole file', async () => {
    const pdf = await samplePdf()
    const stamp = { page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, kind: 'text' as const, text: 'Ἀλέξανδρος' }
    const { delta, length, sha256: hash } = await pool.sign([await file('stamp.pdf', pdf)], hashOf(pdf), [stamp])
    expect(length).toBe(pdf.length + delta.length)
    expect(hash).toBe(sha256(pdf, delta).toString('hex'))
  })

  test('a file that differs from the stored one is neither drawn on nor sealed', async () => {
    const pdf = await samplePdf()
    const part = await file('altered.pdf', Buffer.from(pdf).fill('0', pdf.length - 1))
    await expect(pool.sign([part], hashOf(pdf), [])).rejects.toThrow(AlteredFileError)
    const ca = await createCa()
    const key = await keyOf(await ca.issue({ name: 'Seal' }))
    const unused = createRevocationSource({ fetch: async () => new Uint8Array(), now: () => new Date() })
    const authorities = [createSealAuthority(await builtInTsa(ca), [key.chain], unused)]
    const options = { auditHead: { seq: 3, hash: 'cd'.repeat(32) }, signedAt: new Date(), level: 'B-T' as const }
    await expect(pool.seal([part], hashOf(pdf), options, { key, authorities })).rejects.toThrow(AlteredFileError)
  })

  test('the key and the authorities are used on this thread; the file is sealed and verified in the worker', async () => {
    const ca = await createCa()
    const key = await keyOf(await ca.issue({ name: 'Seal' }))
    const revocation = createRevocationSource({ fetch: async () => new Uint8Array(), now: () => new Date() })
    const authorities = [createSealAuthority(await builtInTsa(ca), [key.chain], revocation)]
    const pdf = await samplePdf()
    const auditHead = { seq: 3, hash: 'cd'.repeat(32) }
    const part = await file('seal.pdf', pdf)
    let signed = 0
    const counting = { ...key, sign: (tbs: Uint8Array) => key.sign(tbs).finally(() => signed++) }
    const sealed = await pool.seal(
      [part],
      hashOf(pdf),
      { auditHead, signedAt: new Date(), level: 'B-T' },
      { key: counting, authorities },
    )
    expect(signed).toBe(1)
    const result = await verifyPdf(Buffer.concat([pdf, sealed.delta]), { roots: [ca.pem] })
    expect(result).toMatchObject({ ok: true, auditHead })
    expect(await pool.verify([part, await file('delta', sealed.delta)], { roots: [ca.pem] })).toEqual(result)
  })
})

describe('limits', () => {
  test('a job that takes too long loses its worker, and the file is not reported as faulty; the next one runs', async () => {
    const strict = createPdfPool({ threads: 1, timeoutMs: 1 })
    const part = await file('large.pdf', await samplePdf({ pages: 400 }))
    const model = {
      title: 'x',
      documentId: 'x',
      workspace: 'x',
      status: 'x',
      facts: [],
      signers: [],
      consents: [],
      generatedAt: 'x',
    }
    const event = { seq: 1, at: 'x', title: 'x', text: 'long '.repeat(400), hash: 'ab'.repeat(32) }
    const slow = strict
      .of('workspace')
      .auditTrail({ ...model, events: Array.from({ length: 2000 }, () => event) }, null)
    await expect(slow).rejects.toMatchObject({ name: 'PdfTimeoutError' })
    await strict.close()
    expect((await pool.inspect([part])).pageCount).toBe(400)
  })

  test('an owner with many jobs leaves room for others, and uploads leave room for signing', async () => {
    const fair = createPdfPool({ threads: 3 })
    const part = await file('fair.pdf', await samplePdf({ pages: 300 }))
    const pdf = await samplePdf()
    const small = await file('small.pdf', pdf)
    const done: string[] = []
    const note = (name: string) => () => void done.push(name)
    const flood = Array.from({ length: 30 }, () => fair.of('greedy').inspect([part]).then(note('greedy')))
    const others = ['a', 'b', 'c'].map((owner) => fair.of(owner).inspect([small]).then(note(owner)))
    const signing = fair.of('greedy').sign([small], hashOf(pdf), []).then(note('signing'))
    await Promise.all([...flood, ...others, signing])
    // The flood gets one slot of three; other owners use the rest, however long a job takes.
    for (const name of ['a', 'b', 'c', 'signing']) expect(done.indexOf(name), name).toBeLessThan(15)
    await fair.close()
  })

  test('waiting for a worker does not count towards the timeout', async () => {
    const queue = createPdfPool({ threads: 1, timeoutMs: 15_000 })
    const part = await file('queue.pdf', await samplePdf())
    const results = await Promise.all(Array.from({ length: 30 }, () => queue.of('workspace').inspect([part])))
    expect(results.every(({ pageCount }) => pageCount === 1)).toBe(true)
    await queue.close()
  })

  test('a job waiting behind one that is terminated still runs', async () => {
    const queue = createPdfPool({ threads: 1, timeoutMs: 3000 })
    const part = await file('behind.pdf', await samplePdf())
    const model = {
      title: 'x',
      documentId: 'x',
      workspace: 'x',
      status: 'x',
      facts: [],
      signers: [],
      consents: [],
      generatedAt: 'x',
    }
    const event = { seq: 1, at: 'x', title: 'x', text: 'نص طويل '.repeat(2000), hash: 'ab'.repeat(32) }
    const slow = queue.of('workspace').auditTrail({ ...model, events: Array.from({ length: 3000 }, () => event) }, null)
    const after = queue.of('workspace').inspect([part])
    await expect(slow).rejects.toMatchObject({ name: 'PdfTimeoutError' })
    expect((await after).pageCount).toBe(1)
    await queue.close()
  })

  test('this thread keeps running while a worker computes', async () => {
    const part = await file('heavy.pdf', await samplePdf({ pages: 400 }))
    let turns = 0
    let done = false
    const work = pool.inspect([part]).finally(() => {
      done = true
    })
    while (!done) {
      turns++
      await nextTurn()
    }
    await work
    expect(turns).toBeGreaterThan(10)
  })

  test('nothing runs after close', async () => {
    const closed = createPdfPool({ threads: 1 })
    const part = await file('closed.pdf', await samplePdf())
    const pending = closed.of('workspace').inspect([part])
    const refused = expect(pending).rejects.toThrow()
    await closed.close()
    await refused
  })
})
