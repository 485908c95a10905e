import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkAuditHead, checkSealedEvent, parseAuditHead, verifyAuditEvents } from '../../sdk/src/verify/audit.ts'
import { FileHashes } from '../../sdk/src/verify/hash.ts'
import { checkNamedRevisions, listRevisions, revisionsIn } from '../../sdk/src/verify/revisions.ts'
import type { AuditEvent } from '../../sdk/src/verify/types.ts'

/** What the verifier reads out of audit events and compares with the file. */

const sha256 = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex')
const HASH = sha256('one')
const event = (seq: number, more: Record<string, unknown> = {}): AuditEvent => ({ seq, hash: HASH, ...more })

describe('the chain', () => {
  test('starts from 64 zeros, and its events are counted from 1', async () => {
    const first = { seq: 1, type: 'created' }
    const hash = sha256('0'.repeat(64) + JSON.stringify(first))
    expect(await verifyAuditEvents([{ ...first, hash }])).toEqual({ ok: true, problem: null, head: { seq: 1, hash } })
    const { problem } = await verifyAuditEvents([
      { ...first, hash },
      { ...first, seq: 4, hash },
    ])
    expect(problem).toBe('event 2 of the list has seq 4')
  })
})

describe('the head under the seal', () => {
  test('is a number and a hash', () => {
    expect(parseAuditHead(JSON.stringify({ seq: 7, hash: HASH, more: 1 }))).toEqual({ seq: 7, hash: HASH })
  })

  test.each([
    'null',
    '7',
    '"head"',
    '[]',
    '{}',
    `{"hash":"${HASH}"}`,
    '{"seq":7}',
    `{"seq":"7","hash":"${HASH}"}`,
    `{"seq":7.5,"hash":"${HASH}"}`,
    '{"seq":7,"hash":7}',
    `{"seq":7,"hash":["${HASH}"]}`,
    `{"seq":7,"hash":"${HASH.slice(1)}"}`,
    `{"seq":7,"hash":"${HASH.toUpperCase()}"}`,
  ])('%s is malformed', (text) => {
    expect(() => parseAuditHead(text)).toThrow(/^the audit head under the seal is malformed$/)
  })

  test('is among the events, at its place', () => {
    const head = { seq: 2, hash: HASH }
    expect(checkAuditHead(head, [event(1, { hash: sha256('x') }), event(2)])).toBe('event 2 stands under the seal')
    expect(() => checkAuditHead(head, [event(1)])).toThrow('the events do not reach event 2, which the seal names')
    expect(() => checkAuditHead(head, [event(2, { hash: sha256('x') })])).toThrow(
      'event 2 is not the one under the seal',
    )
  })
})

describe('the entry of the seal', () => {
  const sealed = (seq: number, length: unknown) => event(seq, { type: 'sealed', meta: { length } })
  const none = 'the events end before the one that says this file was sealed'

  test('comes after the head and names at least as many bytes', () => {
    const head = { seq: 2, hash: HASH }
    expect(checkSealedEvent([event(1), event(2), sealed(3, 500)], head, 500)).toBe('event 3 names the sealed file')
    expect(checkSealedEvent([sealed(1, 400), sealed(3, 600), event(4)], head, 500)).toBe(
      'event 3 names the sealed file',
    )
    expect(checkSealedEvent([sealed(1, 500)], null, 500)).toBe('event 1 names the sealed file')
    // Of several, the last one counts.
    expect(checkSealedEvent([sealed(1, 500), sealed(3, 500)], head, 500)).toBe('event 3 names the sealed file')
  })

  test.each<[string, AuditEvent[]]>([
    ['none', []],
    ['one of another type', [event(3, { type: 'signed', meta: { length: 500 } })]],
    ['one of fewer bytes', [sealed(3, 499)]],
    ['one whose length is no number', [sealed(3, '500')]],
    ['one without a length', [event(3, { type: 'sealed', meta: { sha256: HASH } })]],
    ['one with nothing', [event(3, { type: 'sealed', meta: null })]],
    ['one without meta', [event(3, { type: 'sealed' })]],
    ['one whose meta is text', [event(3, { type: 'sealed', meta: '500' })]],
    ['one before the head', [sealed(1, 500)]],
    ['the head itself', [sealed(2, 500)]],
  ])('%s is not it', (_, events) => {
    expect(() => checkSealedEvent(events, { seq: 2, hash: HASH }, 500)).toThrow(none)
  })
})

describe('the revisions that events name', () => {
  const meta = { length: 20, sha256: HASH, original_length: 10, original_sha256: sha256('original') }
  const lengths = (one: AuditEvent) => revisionsIn([one]).map(({ length }) => length)

  test('are those of the upload and of what was made of it', () => {
    const one = event(1, { meta })
    expect(revisionsIn([event(2), one])).toEqual([
      { event: one, length: 10, sha256: sha256('original') },
      { event: one, length: 20, sha256: HASH },
    ])
  })

  test('are not the upload where its beginning has changed', () => {
    for (const change of ['leading_bytes_removed', 'encryption_removed'])
      expect(lengths(event(1, { meta: { ...meta, [change]: 3 } }))).toEqual([20])
  })

  test('have a length and a hash', () => {
    for (const part of [null, undefined, 'length', 7, {}, { length: 20 }, { sha256: HASH }])
      expect(lengths(event(1, { meta: part }))).toEqual([])
    expect(lengths(event(1, { meta: { length: '20', sha256: HASH } }))).toEqual([])
    expect(lengths(event(1, { meta: { length: 20, sha256: 7 } }))).toEqual([])
  })

  test('are in the file, but for renewals after it', () => {
    const facts = (seq: number, type: string, length: number) => ({ event: event(seq, { type }), length, sha256: HASH })
    const here = [{ length: 10, sha256: HASH }]
    expect(checkNamedRevisions([facts(1, 'created', 10)], here, 10)).toBe('1 named by events')
    expect(checkNamedRevisions([facts(1, 'created', 10), facts(2, 'renewed', 11)], here, 10)).toBe(
      '1 named by events, 1 renewals after this file',
    )
    for (const [missing, name] of [
      [facts(2, 'sealed', 11), 11],
      [facts(2, 'renewed', 9), 9],
      // A renewal as long as the file is this file.
      [{ ...facts(2, 'renewed', 10), sha256: sha256('x') }, 10],
      [{ ...facts(2, 'created', 10), sha256: sha256('x') }, 10],
    ] as const) {
      expect(() => checkNamedRevisions([facts(1, 'created', 10), missing], here, 10)).toThrow(
        `the first ${name} bytes are not what event 2 says (SHA-256 ${missing.sha256})`,
      )
    }
  })
})

describe('the revisions of a file', () => {
  const END = 'startxref\n123\n%%EOF'
  const list = (text: string, named: Parameters<typeof listRevisions>[1] = []) =>
    listRevisions(new FileHashes(Buffer.from(text, 'latin1')), named)
  const ends = async (text: string) => (await list(text)).map(({ length }) => text.slice(0, length))

  test('end with startxref, an offset and the mark', async () => {
    const file = `%PDF-1.7\n${END}`
    expect(await list(file)).toEqual([{ length: file.length, sha256: sha256(file) }])
    expect(await ends(END)).toEqual([END])
    // The first part of a linearized file says 0.
    expect(await ends('startxref\n0\n%%EOF')).toEqual([])
    expect(await ends('startxref\n023\n%%EOF')).toEqual([])
    for (const other of ['%%EOF', 'startxref %%EOF', 'startxref\n12x\n%%EOF', 'startxref\n12%%EOF', 'xref\n12\n%%EOF'])
      expect(await ends(other)).toEqual([])
    // As much space between them as fits into the 40 bytes before the mark.
    expect(await ends(`startxref\n1${' '.repeat(29)}%%EOF`)).toHaveLength(1)
    expect(await ends(`startxref\n1${' '.repeat(30)}%%EOF`)).toHaveLength(0)
  })

  test('include the line ends behind them, but for the line feed that the next one begins with', async () => {
    const one = `%PDF\n${END}`
    for (const behind of ['', '\n', '\r\n', '\r', '\n\n\r']) expect(await ends(one + behind)).toEqual([one + behind])
    expect(await ends(`${one}\nmore`)).toEqual([one])
    expect(await ends(`${one}\n\nmore`)).toEqual([`${one}\n`])
    expect(await ends(`${one}\r\nmore`)).toEqual([`${one}\r`])
    expect(await ends(`${one}\rmore`)).toEqual([`${one}\r`])
    expect(await ends(`${one}more`)).toEqual([one])
    const two = `${one}\nmore ${END}`
    expect(await ends(`${two}\n`)).toEqual([one, `${two}\n`])
  })

  test('are the newest 512', async () => {
    const file = `${END}\n`.repeat(514)
    const found = await list(file)
    expect(found).toHaveLength(512)
    expect(found[0]!.length).toBe(3 * (END.length + 1) - 1)
  })

  test('are joined by those that events name, in the order of their lengths', async () => {
    const file = `%PDF\n${END}`
    const named = (length: number, type: unknown = 'created') => ({
      event: event(1, { type }),
      length,
      sha256: sha256(file.slice(0, length)),
    })
    expect(await list(file, [named(file.length, 'sealed'), named(9), named(10, 7)])).toEqual([
      { length: 9, sha256: sha256(file.slice(0, 9)), kind: 'created' },
      { length: 10, sha256: sha256(file.slice(0, 10)) },
      { length: file.length, sha256: sha256(file), kind: 'sealed' },
    ])
    expect(await list(file, [named(1)])).toHaveLength(2)
    // The whole file, where it does not end as a PDF does.
    const [whole] = await list('%PDF', [{ ...named(4), sha256: sha256('%PDF') }])
    expect(whole).toEqual({ length: 4, sha256: sha256('%PDF'), kind: 'created' })
    for (const length of [0, -1, 1.5, file.length + 1]) expect(await list(file, [named(length)])).toHaveLength(1)
    // A name without the hash, or a hash without the length, is nobody's.
    const other = { ...named(9), sha256: HASH }
    expect((await list(file, [other]))[0]).toEqual({ length: 9, sha256: sha256(file.slice(0, 9)) })
    expect((await list(file, [{ ...named(9), length: 8 }]))[0]).toEqual({ length: 8, sha256: sha256(file.slice(0, 8)) })
  })
})
