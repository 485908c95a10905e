import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BlobStore,
  blobKey,
  bytesOf,
  documentPrefix,
  openStorage,
  type Storage,
  type StorageError,
  type StoredBlob,
} from '../../server/storage/index.ts'
import { openS3Store } from '../../server/storage/s3.ts'
import { programFile } from '../support/cli.ts'
import { type S3StandIn, startS3 } from '../support/s3.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const workspace = '7f2c0f6e-58d4-4a9b-8a43-0f2d6d0f3a11'
const document = 'b1b7c1d0-94a8-4b8b-a7c5-3c9a2e1f0d22'
const content = randomBytes(1_000_003)
const key = blobKey(workspace, document, sha256(content))

let dataDir: string
let storage: Storage
let s3: S3StandIn

async function open(): Promise<Storage> {
  const file = (region: string) => `file:${join(dataDir, 'blobs', region)}`
  return openStorage({ urls: { eu: file('eu'), ch: file('ch'), us: s3.url }, dataDir, now: new Date() })
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-storage-'))
  s3 = await startS3()
  storage = await open()
})
afterEach(async () => {
  await storage.close()
  await s3.close()
  await rm(dataDir, { recursive: true, force: true })
})

const read = (store: BlobStore, key: string) => buffer(store.stream(key))

async function blobsOf(list: AsyncIterable<StoredBlob>): Promise<StoredBlob[]> {
  const blobs: StoredBlob[] = []
  for await (const blob of list) blobs.push(blob)
  return blobs
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe.each([
  ['files', 'eu'],
  ['S3', 'us'],
] as const)('%s', (_, region) => {
  let store: BlobStore
  beforeEach(() => {
    store = storage.region(region)
  })

  test('a blob can be read whole, in ranges and as a file', async () => {
    await store.put(key, { bytes: content })
    expect(sha256(await buffer(store.stream(key)))).toBe(sha256(content))
    expect(await buffer(store.stream(key, { start: 10, end: 19 }))).toEqual(content.subarray(10, 20))
    expect(await buffer(store.stream(key, { start: 1_000_002, end: 1_000_002 }))).toEqual(content.subarray(-1))
    expect(await store.size(key)).toBe(content.length)
    const local = await store.localFile(key)
    expect(local.source).toEqual({ path: expect.any(String) })
    expect(sha256(await buffer(Readable.from(bytesOf(local.source))))).toBe(sha256(content))
    await local.release()
    expect(await filesUnder(join(dataDir, 'tmp'))).toEqual([])
  })

  test('a received upload is put from its file', async () => {
    const receiver = await storage.receive()
    await receiver.write(content.subarray(0, 700))
    await receiver.write(content.subarray(700))
    const received = await receiver.finish()
    expect(received).toMatchObject({ size: content.length, sha256: sha256(content), head: content.subarray(0, 1024) })
    await store.put(key, received.source)
    await received.discard()
    await received.discard()
    expect(sha256(await buffer(store.stream(key)))).toBe(sha256(content))
  })

  test('a small upload is put without a file of its own', async () => {
    const small = content.subarray(0, 262_144)
    const receiver = await storage.receive()
    for (const [start, end] of [
      [0, 1],
      [1, 900],
      [900, small.length],
    ])
      await receiver.write(small.subarray(start, end))
    const received = await receiver.finish()
    expect(received).toMatchObject({ size: small.length, sha256: sha256(small), head: small.subarray(0, 1024) })
    expect(await filesUnder(join(dataDir, 'tmp'))).toEqual([])
    await store.put(key, received.source)
    await received.discard()
    expect(sha256(await buffer(store.stream(key)))).toBe(sha256(small))
  })

  test('the same key may be put again, also by many at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => store.put(key, { bytes: content })))
    await store.put(key, { bytes: content })
    expect(sha256(await buffer(store.stream(key)))).toBe(sha256(content))
  })

  test('a small blob needs no file to be read, unless it is one', async () => {
    const small = content.subarray(0, 1000)
    await store.put(key, { bytes: small })
    const { source, release } = await store.localFile(key)
    expect('bytes' in source).toBe(region === 'us')
    expect(await buffer(Readable.from(bytesOf(source)))).toEqual(small)
    expect(await filesUnder(join(dataDir, 'tmp'))).toEqual([])
    await release()
  })

  test('several blobs of a document are stored at once', async () => {
    const parts = [content.subarray(0, 1000), content.subarray(1000, 200_000)]
    const upload = join(dataDir, 'upload')
    await writeFile(upload, parts[1]!)
    const keys = parts.map((bytes) => blobKey(workspace, document, sha256(bytes)))
    const sources = [{ bytes: parts[0]! }, { path: upload }]
    const hashes = await store.putAll(keys.map((one, index) => ({ key: one, source: sources[index]! })))
    expect(hashes.map(({ length }) => length / 32)).toEqual([1, 4])
    expect(await store.put(keys[1]!, { bytes: parts[1]! })).toEqual(hashes[1])
    for (const [index, one] of keys.entries()) expect(await read(store, one)).toEqual(parts[index])
    expect(await filesUnder(join(dataDir, 'blobs', 'eu', '.tmp'))).toEqual([])
  })

  test('a missing blob is reported before the first byte; deleting it is fine', async () => {
    await expect(read(store, key)).rejects.toMatchObject({ name: 'StorageError', reason: 'missing' })
    await expect(store.size(key)).rejects.toMatchObject({ name: 'StorageError', reason: 'missing' })
    await expect(store.localFile(key)).rejects.toMatchObject({ name: 'StorageError', reason: 'missing' })
    await store.delete(key)
    await store.put(key, { bytes: content })
    await store.delete(key)
    await expect(read(store, key)).rejects.toMatchObject({ reason: 'missing' })
    expect(await filesUnder(dataDir)).toEqual([])
  })

  test('what is stored can be listed, all of it or one document’s, with the time it was stored', async () => {
    const other = 'c2c7c1d0-94a8-4b8b-a7c5-3c9a2e1f0d33'
    const keys = ['1', '2', '3', '4', '5'].map((digit) => blobKey(workspace, document, digit.repeat(64)))
    const further = blobKey(workspace, other, 'a'.repeat(64))
    const before = Date.now()
    for (const one of [...keys, further]) await store.put(one, { bytes: content.subarray(0, 100) })
    const listed = async (prefix?: string) => {
      const found = await blobsOf(store.list(prefix))
      for (const { modifiedAt } of found) expect(Math.abs(modifiedAt.getTime() - before)).toBeLessThan(60_000)
      return found.map((blob) => blob.key).sort()
    }
    expect(await listed()).toEqual([...keys, further])
    expect(await listed(documentPrefix(workspace, document))).toEqual(keys)
    expect(await listed(documentPrefix(other, document))).toEqual([])
    for (const bad of ['../', '/', workspace, '.tmp/']) expect(() => store.list(bad)).toThrow('Not a prefix')
  })

  test('a listing shows only complete blobs of ours', async () => {
    s3.objects.set('blobs/eu/README.txt', Buffer.from('x'))
    const folder = join(dataDir, 'blobs', 'eu')
    await writeFile(join(folder, 'README.txt'), 'x')
    await writeFile(join(folder, '.tmp', 'half'), 'x')
    expect(await blobsOf(store.list())).toEqual([])
  })

  test('a key cannot point outside the store', async () => {
    for (const bad of ['../../etc/passwd', '/etc/passwd', 'a/../b', '.tmp/x', '']) {
      await expect(store.put(bad, { bytes: content })).rejects.toMatchObject({ name: 'StorageError' })
      await expect(read(store, bad)).rejects.toMatchObject({ name: 'StorageError' })
    }
  })
})

test('a delete concurrent with puts of the same document loses none of them', async () => {
  const store = storage.region('eu')
  const blobs = Array.from({ length: 40 }, () => randomBytes(64))
  const keys = blobs.map((bytes) => blobKey(workspace, document, sha256(bytes)))
  await Promise.all(
    keys.map(async (one, index) => {
      await store.put(one, { bytes: blobs[index]! })
      if (index % 2 === 1) await store.delete(one)
    }),
  )
  for (const [index, one] of keys.entries()) {
    if (index % 2 === 1) await expect(read(store, one)).rejects.toMatchObject({ reason: 'missing' })
    else expect(await buffer(store.stream(one))).toEqual(blobs[index])
  }
})

test('a put that fails leaves nothing behind', async () => {
  const store = storage.region('eu')
  const gone = { key, source: { path: join(dataDir, 'not-there') } }
  const large = { key: blobKey(workspace, document, 'a'.repeat(64)), source: { bytes: content } }
  await expect(store.put(gone.key, gone.source)).rejects.toMatchObject({ reason: 'failed' })
  await expect(store.putAll([gone, large])).rejects.toMatchObject({ reason: 'failed' })
  expect(await filesUnder(join(dataDir, 'blobs'))).toEqual([])
})

test('a file that was cut short on disk is repaired by the next put', async () => {
  const store = storage.region('eu')
  await store.put(key, { bytes: content })
  await writeFile(join(dataDir, 'blobs', 'eu', key), content.subarray(0, 10))
  await store.put(key, { bytes: content })
  expect(sha256(await buffer(store.stream(key)))).toBe(sha256(content))
})

test('an aborted upload is removed, and so is what a killed process left a day ago', async () => {
  const receiver = await storage.receive()
  await receiver.write(content)
  await receiver.abort()
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])

  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const folder of [join(dataDir, 'tmp'), join(dataDir, 'blobs', 'eu', '.tmp')]) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'old'), 'x')
    await utimes(join(folder, 'old'), old, old)
    await writeFile(join(folder, 'new'), 'x')
  }
  await open()
  expect(await readdir(join(dataDir, 'tmp'))).toEqual(['new'])
  expect(await readdir(join(dataDir, 'blobs', 'eu', '.tmp'))).toEqual(['new'])
})

test('of many small uploads at once, 128 are held in memory and the others are files', async () => {
  const receive = async (bytes: Uint8Array) => {
    const receiver = await storage.receive()
    await receiver.write(bytes)
    return receiver
  }
  const files = async () => (await readdir(join(dataDir, 'tmp'))).length
  const small = content.subarray(0, 1000)
  const receivers = await Promise.all(Array.from({ length: 140 }, () => receive(small)))
  expect(await files()).toBe(12)
  const received = await Promise.all(receivers.map((receiver) => receiver.finish()))
  expect(new Set(received.map((one) => one.sha256))).toEqual(new Set([sha256(small)]))
  for (const one of [...received, ...received]) await one.discard()
  expect(await files()).toBe(0)

  // What grows beyond memory, is given up or was discarded makes room for others.
  const large = await Promise.all(Array.from({ length: 128 }, () => receive(content)))
  expect(await files()).toBe(128)
  for (const one of large) await one.abort()
  const abandoned = await Promise.all(Array.from({ length: 128 }, () => receive(small)))
  for (const one of abandoned) await one.abort()
  const next = await Promise.all(Array.from({ length: 128 }, () => receive(small)))
  expect(await files()).toBe(0)
  for (const one of next) await (await one.finish()).discard()
})

test('a refusal by S3 is a temporary failure, and the check names it', async () => {
  const store = storage.region('us')
  expect(await storage.check()).toEqual([])
  s3.fail(403)
  await expect(store.put(key, { bytes: content })).rejects.toMatchObject({ name: 'StorageError', reason: 'failed' })
  await expect(read(store, key)).rejects.toMatchObject({ name: 'StorageError', reason: 'failed' })
  await expect(blobsOf(store.list())).rejects.toMatchObject({ name: 'StorageError', reason: 'failed' })
  expect(await storage.check()).toMatchObject([{ subject: 'storage us' }])
  s3.fail(null)
  await store.put(key, { bytes: content })
  expect([...s3.objects.keys()]).toEqual([`blobs/eu/${key}`])
})

test.each(['before', 'within'] as const)(
  'S3 that stops answering %s the body is a temporary failure',
  async (stalls) => {
    await storage.region('us').put(key, { bytes: content })
    const store = await openS3Store(s3.url, join(dataDir, 'tmp'), 200)
    s3.behaviour.stalls = stalls
    await expect(read(store, key)).rejects.toMatchObject({ name: 'StorageError', reason: 'failed' })
    s3.behaviour.stalls = null
    expect(await read(store, key)).toEqual(content)
    await store.close()
  },
)

test.each(['memory', 'a file'])('a blob from %s is stored in spite of what fails for a moment', async (place) => {
  const path = join(dataDir, 'upload')
  await writeFile(path, content)
  const source = place === 'memory' ? { bytes: content } : { path }
  const store = storage.region('us')
  const attempts = async (key: string) => {
    s3.methods.length = 0
    await store.put(key, source)
    expect(s3.objects.get(`blobs/eu/${key}`)).toEqual(content)
    return s3.methods.length
  }
  for (const [index, status] of [500, 503, 429, 409].entries()) {
    s3.fail(status, 2)
    expect([status, await attempts(`${index}`)]).toEqual([status, 3])
  }
  // Stored, and the answer was lost.
  s3.behaviour.breaks = 1
  expect(await attempts('a')).toBe(2)
  s3.fail(403)
  await expect(attempts('b')).rejects.toMatchObject({ reason: 'failed' })
  expect(s3.methods).toEqual(['PUT'])
})

test('a blob whose bytes stop is read on from there, whole and in ranges', async () => {
  const store = storage.region('us')
  await store.put(key, { bytes: content })
  for (const range of [undefined, { start: 10, end: content.length - 10 }]) {
    s3.behaviour.breaks = 2
    s3.methods.length = 0
    expect(await buffer(store.stream(key, range))).toEqual(content.subarray(range?.start, range && range.end + 1))
    expect(s3.methods).toEqual(['GET', 'GET', 'GET'])
  }
  s3.behaviour.breaks = 3
  await expect(read(store, key)).rejects.toMatchObject({ name: 'StorageError', reason: 'failed' })
})

test.each([
  ['a missing bucket', (url: string) => url.replace('/blobs/', '/other/'), /: NoSuchBucket$/],
  ['a wrong key', (url: string) => url.replace('KEY:', 'NO:'), /: access denied \(AccessDenied\): the key, its secret/],
  ['an endpoint without TLS', (url: string) => url.replace('tls=0', ''), /: TLS: E.+ plain http/],
])('the check names %s', async (_, broken, said) => {
  const urls = { eu: `file:${join(dataDir, 'eu')}`, ch: `file:${join(dataDir, 'ch')}`, us: broken(s3.url) }
  const other = await openStorage({ urls, dataDir, now: new Date() })
  expect(await other.check()).toEqual([{ subject: 'storage us', message: expect.stringMatching(said) }])
  await other.close()
})

test('a file whose bits were flipped on disk is repaired by the next put', async () => {
  const store = storage.region('eu')
  await store.put(key, { bytes: content })
  await writeFile(join(dataDir, 'blobs', 'eu', key), randomBytes(content.length))
  await store.put(key, { bytes: content })
  expect(sha256(await buffer(store.stream(key)))).toBe(sha256(content))
})

/** Containers often have no strace, or do not permit it. */
const traces = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

test.skipIf(!traces)(
  'every put flushes the file, then moves it, then flushes the folders that it changed',
  async () => {
    const root = join(dataDir, 'blobs', 'eu')
    const folder = join(root, documentPrefix(workspace, document)).slice(0, -1)
    const put = async () => {
      const trace = join(dataDir, 'trace')
      await promisify(execFile)('strace', [
        ...['-f', '-y', '-e', 'trace=fsync,rename', '-e', 'status=successful', '-o', trace, process.execPath],
        ...[programFile('put-blob'), dataDir, key],
      ])
      const calls = (await readFile(trace, 'utf8')).matchAll(/(fsync)\(\d+<(.+)>\)|(rename)\(.+, "(.+)"\)/g)
      return [...calls]
        .map(([, fsync, flushed, rename, to]) => `${fsync ?? rename} ${flushed ?? to}`)
        .map((call) => call.replace(/\.tmp\/.*/, '.tmp'))
        .filter((call) => call.includes(root))
    }
    const stored = [`fsync ${join(root, '.tmp')}`, `rename ${join(root, key)}`, `fsync ${folder}`]
    expect(await put()).toEqual([...stored, `fsync ${dirname(folder)}`, `fsync ${root}`])
    expect(await put()).toEqual(stored)
  },
)

test.runIf(process.getuid?.() === 0)('what root stores belongs to the user of the store', async () => {
  const root = join(dataDir, 'blobs', 'eu')
  await chown(root, 4321, 4322)
  const eu = storage.region('eu')
  await eu.put(key, { bytes: content })
  for (let path = join(root, key); path !== root; path = dirname(path)) {
    const { uid, gid } = await stat(path)
    expect([path, uid, gid]).toEqual([path, 4321, 4322])
  }
  expect(await read(eu, key)).toEqual(content)
})

test('S3 never overwrites an existing blob', async () => {
  s3.objects.set(`blobs/eu/${key}`, Buffer.from('the first'))
  await storage.region('us').put(key, { bytes: content })
  expect(s3.objects.get(`blobs/eu/${key}`)).toEqual(Buffer.from('the first'))
})

test('a store that knows neither the checksum nor the condition of a put gets it without them', async () => {
  s3.behaviour.isPlain = true
  const store = storage.region('us')
  const path = join(dataDir, 'upload')
  await writeFile(path, content)
  await store.put(key, { path })
  expect(s3.objects.get(`blobs/eu/${key}`)).toEqual(content)
  const keys = ['c1', 'c2', 'c3']
  const other = await openS3Store(s3.url, join(dataDir, 'tmp'))
  await other.putAll(keys.map((one) => ({ key: one, source: { path } })))
  for (const one of keys) expect(s3.objects.get(`blobs/eu/${one}`)).toEqual(content)
  await other.close()
  // From then on it is not asked again.
  s3.behaviour.isPlain = false
  await expect(store.put(key, { bytes: content })).rejects.toThrow('BadDigest')
})

test('the check names a folder that cannot be used', async () => {
  await rm(join(dataDir, 'blobs', 'ch'), { recursive: true })
  expect(await storage.check()).toMatchObject([{ subject: 'storage ch' }])
  await writeFile(join(dataDir, 'blobs', 'ch'), 'a file')
  expect(await storage.check()).toMatchObject([{ subject: 'storage ch' }])
})

test('a blob that is stored while it is looked for is missing or read, never a failure of the store', async () => {
  const store = storage.region('eu')
  const reasons = new Set<string>()
  for (let times = 0; times < 300; times++) {
    const own = documentPrefix(workspace, randomUUID()) + sha256(content)
    const small = { bytes: content.subarray(0, 100) }
    let isStored = false
    const putting = store.put(own, small).then(() => {
      isStored = true
    })
    while (!isStored) {
      const reason = await store.size(own).then(
        () => 'read',
        (error: StorageError) => error.reason,
      )
      reasons.add(reason)
    }
    await putting
  }
  expect([...reasons].filter((reason) => reason !== 'missing' && reason !== 'read')).toEqual([])
})

test('a blob is not missing because its store is away for a moment', async () => {
  const store = storage.region('eu')
  await store.put(key, { bytes: content })
  const folder = join(dataDir, 'blobs', 'eu')
  const reasons = new Map<string, number>()
  let reading = true
  const moving = (async () => {
    while (reading) {
      await rename(folder, `${folder}-away`)
      await sleep(5)
      await rename(`${folder}-away`, folder)
      await sleep(5)
    }
  })()
  for (let times = 0; times < 3000; times++) {
    const reason = await store.size(key).then(
      () => 'read',
      (error: StorageError) => error.reason,
    )
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  reading = false
  await moving
  expect([...reasons.keys()].sort()).toEqual(['failed', 'read'])
})
