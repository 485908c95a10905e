import type { webcrypto } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Certificate } from '../../sdk/src/verify/certificate.ts'
import { buildPath, type CertificatePath } from '../../sdk/src/verify/path.ts'
import { type CertificateParts, certify, DIGITAL_SIGNATURE, KEY_CERT_SIGN, newKeys } from '../support/certificates.ts'

/** Certification paths (RFC 5280, 6.1): what leads to a root, and why anything else does not. */

const AT = new Date('2030-06-01T00:00:00Z')
const EARLIER = { notBefore: new Date('2028-01-01T00:00:00Z'), notAfter: new Date('2029-01-01T00:00:00Z') }
const CA = { authority: { ca: true }, usage: KEY_CERT_SIGN }

type Keys = webcrypto.CryptoKeyPair
let keys: Record<'root' | 'middle' | 'leaf' | 'other', Keys>
let root: Certificate
let middle: Certificate
let leaf: Certificate

const under = (name: string, holder: Keys) => ({ issuer: { name, keys: holder } })
const middleWith = (parts: Partial<CertificateParts>) =>
  certify({ name: 'Middle', keys: keys.middle, ...under('Root', keys.root), ...CA, ...parts })
const leafWith = (parts: Partial<CertificateParts>) =>
  certify({ name: 'Leaf', keys: keys.leaf, ...under('Middle', keys.middle), usage: DIGITAL_SIGNATURE, ...parts })

beforeAll(async () => {
  const [a, b, c, d] = await Promise.all([newKeys(), newKeys(), newKeys(), newKeys()])
  keys = { root: a, middle: b, leaf: c, other: d }
  root = await certify({ name: 'Root', keys: keys.root, ...CA })
  middle = await middleWith({})
  leaf = await leafWith({})
})

const trusted = (...certificates: Certificate[]): CertificatePath => ({ certificates, trusted: true, problem: null })
const untrusted = (problem: string, ...certificates: Certificate[]): CertificatePath => ({
  certificates,
  trusted: false,
  problem,
})

describe('a path', () => {
  test('leads from the leaf through the given certificates to a root', async () => {
    expect(await buildPath(leaf, [middle], [root], AT)).toEqual(trusted(leaf, middle, root))
    expect(await buildPath(leaf, [root, leaf, middle], [root], AT)).toEqual(trusted(leaf, middle, root))
    expect(await buildPath(leaf, [], [middle], AT)).toEqual(trusted(leaf, middle))
    for (const one of [root, leaf]) expect(await buildPath(one, [middle], [one], AT)).toEqual(trusted(one))
  })

  test('that ends too early says what is missing', async () => {
    expect(await buildPath(leaf, [], [root], AT)).toEqual(untrusted('the issuer of CN=Leaf is missing', leaf))
    const other = await certify({ name: 'Other', keys: keys.other, ...CA })
    expect(await buildPath(leaf, [middle], [other], AT)).toEqual(
      untrusted('the issuer of CN=Middle is missing', leaf, middle),
    )
    expect(await buildPath(leaf, [middle, root], [other], AT)).toEqual(
      untrusted('CN=Root is none of the given roots', leaf, middle, root),
    )
    expect(await buildPath(leaf, [middle, root], [], AT)).toEqual(untrusted('no root was given', leaf, middle, root))
  })

  test('is found although another one ends', async () => {
    const expired = await middleWith(EARLIER)
    expect(await buildPath(leaf, [expired, middle], [root], AT)).toEqual(trusted(leaf, middle, root))
    // Without a root, the first of the longest ones is reported.
    const other = await certify({ name: 'Other', keys: keys.other, ...CA })
    expect(await buildPath(leaf, [middle, expired], [other], AT)).toEqual(
      untrusted('the issuer of CN=Middle is missing', leaf, middle),
    )
    expect(await buildPath(leaf, [expired, middle], [other], AT)).toEqual(
      untrusted(`CN=Middle is not valid at ${AT.toISOString()}`, leaf, expired),
    )
  })

  test('has at most eight certificates', async () => {
    const chain = async (length: number) => {
      const list = [root]
      for (let i = 1; i < length; i++) {
        const above = under(i === 1 ? 'Root' : `Authority ${i - 1}`, keys.root)
        list.unshift(await certify({ name: `Authority ${i}`, keys: keys.root, ...above, ...CA }))
      }
      return list
    }
    const eight = await chain(8)
    expect(await buildPath(eight[0]!, eight.slice(1), [root], AT)).toEqual(trusted(...eight))
    const nine = await chain(9)
    expect(await buildPath(nine[0]!, nine.slice(1), [root], AT)).toMatchObject({ trusted: false })
  })

  test('names no certificate twice, whoever certifies whom', async () => {
    const a = await certify({ name: 'A', keys: keys.root, ...under('B', keys.middle), ...CA })
    const b = await certify({ name: 'B', keys: keys.middle, ...under('A', keys.root), ...CA })
    const below = await leafWith(under('A', keys.root))
    expect(await buildPath(below, [a, b], [root], AT)).toEqual(untrusted('the issuer of CN=B is missing', below, a, b))
  })
})

describe('an issuer', () => {
  test('has the name and the key', async () => {
    const namesake = await certify({ name: 'Middle', keys: keys.other, ...under('Root', keys.root), ...CA })
    expect(await buildPath(leaf, [namesake], [root], AT)).toEqual(untrusted('the issuer of CN=Leaf is missing', leaf))
    expect(await buildPath(leaf, [namesake, middle], [root], AT)).toEqual(trusted(leaf, middle, root))
    const renamed = await certify({ name: 'Another', keys: keys.middle, ...under('Root', keys.root), ...CA })
    expect(await buildPath(leaf, [renamed], [root], AT)).toEqual(untrusted('the issuer of CN=Leaf is missing', leaf))
  })

  test('whose key is of a kind that is not supported is passed over', async () => {
    const unsupported = { ...middle, publicKey: Uint8Array.of(0x30, 0x00) } as Certificate
    expect(await buildPath(leaf, [unsupported], [root], AT)).toEqual(
      untrusted('the issuer of CN=Leaf is missing', leaf),
    )
    expect(await buildPath(leaf, [unsupported, middle], [root], AT)).toEqual(trusted(leaf, middle, root))
  })

  test.each<[string, Partial<CertificateParts>, string | null]>([
    ['is an authority', { authority: { ca: false } }, 'is no certification authority'],
    ['says so', { authority: undefined }, 'is no certification authority'],
    ['may sign certificates', { usage: DIGITAL_SIGNATURE }, 'may not sign certificates'],
    ['need not limit its key', { usage: undefined }, null],
    ['allows a path of this length', { authority: { ca: true, pathLength: 0 } }, null],
  ])('%s', async (_, parts, problem) => {
    const issuer = await middleWith(parts)
    expect(await buildPath(leaf, [issuer], [root], AT)).toEqual(
      problem === null ? trusted(leaf, issuer, root) : untrusted(`CN=Middle ${problem}`, leaf, issuer),
    )
  })

  test('with a limit has no more authorities below it', async () => {
    const upper = (pathLength: number) =>
      certify({
        name: 'Upper',
        keys: keys.other,
        ...under('Root', keys.root),
        authority: { ca: true, pathLength },
        usage: KEY_CERT_SIGN,
      })
    const below = await middleWith(under('Upper', keys.other))
    const [none, one] = [await upper(0), await upper(1)]
    expect(await buildPath(leaf, [below, one], [root], AT)).toEqual(trusted(leaf, below, one, root))
    expect(await buildPath(leaf, [below, none], [root], AT)).toEqual(
      untrusted('CN=Upper allows no path of this length', leaf, below, none),
    )
  })
})

describe('validity', () => {
  const notBefore = new Date('2030-01-01T00:00:00Z')
  const notAfter = new Date('2030-12-31T00:00:00Z')
  const seconds = (date: Date, by: number) => new Date(date.getTime() + by * 1000)

  test('includes its first and its last second', async () => {
    for (const at of [notBefore, notAfter])
      expect(await buildPath(leaf, [], [middle], at)).toEqual(trusted(leaf, middle))
    for (const at of [seconds(notBefore, -1), seconds(notAfter, 1)]) {
      expect(await buildPath(leaf, [], [middle], at)).toEqual(
        untrusted(`CN=Leaf is not valid at ${at.toISOString()}`, leaf),
      )
    }
  })

  test('is asked of every certificate but a root above others', async () => {
    const expired = await middleWith(EARLIER)
    expect(await buildPath(leaf, [expired], [root], AT)).toEqual(
      untrusted(`CN=Middle is not valid at ${AT.toISOString()}`, leaf, expired),
    )
    expect(await buildPath(leaf, [], [expired], AT)).toEqual(trusted(leaf, expired))
    const old = await certify({ name: 'Root', keys: keys.root, ...CA, ...EARLIER })
    expect(await buildPath(leaf, [middle], [old], AT)).toEqual(trusted(leaf, middle, old))
    expect(await buildPath(old, [], [old], AT)).toEqual(untrusted(`CN=Root is not valid at ${AT.toISOString()}`, old))
  })
})

describe('extensions', () => {
  test('that are critical and unknown end a path', async () => {
    const strange = await leafWith({ extensions: { '1.2.3.4': true } })
    const problem = 'has the critical extension 1.2.3.4, which is not supported'
    expect(await buildPath(strange, [middle], [root], AT)).toEqual(untrusted(`CN=Leaf ${problem}`, strange))
    const above = await middleWith({ extensions: { '1.2.3.4': true } })
    expect(await buildPath(leaf, [above], [root], AT)).toEqual(untrusted(`CN=Middle ${problem}`, leaf, above))
  })

  test('that are not critical, or known, do not', async () => {
    const known = ['2.5.29.17', '2.5.29.32', '1.3.6.1.5.5.7.1.3', '2.5.29.37']
    for (const extensions of [{ '1.2.3.4': false }, ...known.map((oid) => ({ [oid]: true }))]) {
      const one = await leafWith({ extensions })
      expect(await buildPath(one, [middle], [root], AT)).toEqual(trusted(one, middle, root))
    }
  })
})
