import { hostname, tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { neverSentOf } from '../../scripts/contract/proof.ts'
import { mergedRecordings, placeOf } from '../../scripts/contract/recorded.ts'
import { type RecordedError, readRecordings } from '../../server/web/docs/recorded.ts'
import { Contract } from '../support/contract.ts'
import { asExample, EXAMPLE_HASH } from '../support/example-text.ts'

const contract = Contract.load()
const recordings = readRecordings()
const names = recordings.map(placeOf)

/** A call of `getMe` without a key. */
function refused(path: string, body: Record<string, unknown> = {}): RecordedError {
  return {
    code: 'invalid_key',
    operation: 'getMe',
    request: { method: 'GET', path, headers: {} },
    response: { status: 401, headers: {}, body: { error: 'The key is missing.', code: 'invalid_key', ...body } },
  }
}

describe('the recorded errors', () => {
  it('have a call for each code and status that is ever sent', () => {
    const never = new Set(neverSentOf(contract.spec).map(({ code }) => code))
    const documented = Object.entries(contract.spec.components['x-error-codes'])
      .filter(([code]) => !never.has(code))
      .flatMap(([code, { statuses }]) => statuses.map((status) => `${code} ${status}`))
    expect(documented.length).toBeGreaterThan(70)
    expect(documented.filter((place) => !names.includes(place))).toEqual([])
  })

  it('are in order, one of each', () => {
    expect(names).toEqual([...new Set(names)].sort())
  })

  it('are answers that the spec allows, of the operation that they name', () => {
    for (const { operation, request, response } of recordings) {
      expect(contract.judgeError(request.method, request.path, response.status, response.body)).toEqual([])
      expect([request.path, contract.operationAt(request.method, request.path)]).toEqual([request.path, operation])
    }
  })

  it('show what led to the error where the call alone does not', () => {
    const of = (code: string) => recordings.filter((one) => one.code === code)
    for (const { before, request } of of('idempotency_key_reuse')) {
      expect(before).toMatchObject({ request: { headers: request.headers, path: request.path }, status: 201 })
      expect(before!.request).not.toEqual(request)
    }
    for (const { notes } of of('ip_not_allowed')) expect(notes?.[0]).toMatch(/^This key may be used from 203\.0\./)
    for (const { notes, request } of of('payload_too_large'))
      expect(`${notes} ${JSON.stringify(request)}`).toMatch(/has \d,\d+,\d+ bytes|\(\d{7} characters\)/)
    for (const { request } of of('embedded_sessions_retired')) expect(request.path).toBe('/v1/embedded/sessions')
  })

  it('have nothing of the machine that made them, and nothing secret', () => {
    const text = JSON.stringify(recordings, null, 2)
    const names = [process.cwd(), tmpdir(), hostname(), 'localhost', '/home/', '/root/']
    expect(names.filter((name) => text.includes(name))).toEqual([])
    // Ports, and what is long and random.
    expect(text.match(/[a-z\d]:\d{4,5}\b(?!:)/g)).toBeNull()
    const random = text.match(/\b(?=\w*\d)(?=\w*[a-z])\w{20,}\b/gi) ?? []
    expect(random.filter((one) => one !== EXAMPLE_HASH)).toEqual([])
    for (const one of recordings) expect(asExample(one, 'https://sign.example.com')).toEqual(one)
  })
})

describe('a recording', () => {
  it('has examples in place of keys, ids, times and addresses', () => {
    const id = '0b9d6f0e-6a3a-4d3b-9a53-1f8b1b7f9c11'
    const made = {
      key: `Bearer cs_live_${'0123456789abcdef'.repeat(2)}`,
      own: `http://localhost:4801/v1/documents/${id}`,
      other: 'http://127.0.0.1:39211/lease.pdf',
      private: 'http://127.0.0.1/',
      ids: [id, '5a1f0c55-2d0f-4b39-8a57-d6a1a3f1f0aa', id],
      at: '2031-05-06T07:08:09.123Z',
      hash: 'ab'.repeat(32),
    }
    const first = '2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72'
    expect(asExample(made, 'http://localhost:4801')).toEqual({
      key: 'Bearer cs_live_...',
      own: `https://sign.example.com/v1/documents/${first}`,
      other: 'http://files.example.com/lease.pdf',
      private: 'http://127.0.0.1/',
      ids: [first, '2f8d6c1b-7a54-4e0d-9b3c-000000000002', first],
      at: '2026-03-02T09:30:00.000Z',
      hash: EXAMPLE_HASH,
    })
  })

  it('stays as it is while the spec allows it, with new words of the same answer', () => {
    const [long, short] = [refused('/v1/me?long=1'), refused('/v1/me')]
    expect(mergedRecordings(contract, [], [long, short])).toEqual([short])
    expect(mergedRecordings(contract, [long], [short])).toEqual([long])
    const reworded = refused('/v1/me?long=1', { error: 'No key.' })
    expect(mergedRecordings(contract, [long], [short, reworded])).toEqual([reworded])
    const outdated = refused('/v1/me?long=1', { nothing: 'of the kind' })
    expect(mergedRecordings(contract, [outdated], [short])).toEqual([short])
    const alias = refused('/api/v1/me')
    expect(mergedRecordings(contract, [alias], [long])).toEqual([long])
    const renamed = { ...long, operation: 'getYou' }
    expect(mergedRecordings(contract, [renamed], [short])).toEqual([short])
  })
})
