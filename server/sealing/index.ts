import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type DevPki, isFromDevPki, issueDevCrl } from '../pdf/dev-ca.ts'
import { loadSealKey, SealKeyError, type SealKeySource } from '../pdf/keys.ts'
import type { PdfPool } from '../pdf/pool.ts'
import { createRevocationSource } from '../pdf/revocation.ts'
import { createSealAuthority } from '../pdf/seal-authority.ts'
import { httpTsa, type TsaClient } from '../pdf/timestamp.ts'
import { createTsa } from '../pdf/tsa.ts'
import type { PdfPart, RenewalRevision, SealedRevision, SealKey, SealLevel } from '../pdf/types.ts'
import { loadDevPki } from './dev-pki.ts'
import { createHttp } from './http.ts'
import { keyProblems, levelProblems, type SealerProblem, timestampProblems } from './problems.ts'

export { NoLongerTimestampError } from '../pdf/renewal.ts'
export { CertificateRevokedError } from '../pdf/revocation.ts'
export { SealCheckError } from '../pdf/seal-revision.ts'
export { TimestampUnavailableError } from '../pdf/timestamp.ts'
export { NoBuiltInError } from './dev-pki.ts'
export type { SealerProblem } from './problems.ts'

export interface SealerOptions {
  /** The built-in authority is in `dataDir/pki`. */
  dataDir: string
  /** Instead of everything the settings name, whatever the mode. */
  authority?: DevPki
  mode: 'development' | 'production'
  /** Where the built-in authority is needed and was not made yet; default: it is created. */
  missing?: 'create' | 'refuse'
  /** Path of a PKCS#12 file. */
  sealP12?: string | null
  sealP12Password?: string | null
  /** Paths of PEM files: the chain, leaf first, and the private key. */
  sealCert?: string | null
  sealKey?: string | null
  sealLevel: SealLevel
  /** RFC 3161 authorities in the order in which they are tried; none: the built-in one. */
  tsaUrls: string[]
  /** The base URL of the built-in authority's CRL: `{publicUrl}/pki/ca.crl`. */
  publicUrl: string
  clock: Clock
  log: Logger
  pool: PdfPool
  metrics: Pick<Metrics, 'timeStamps'>
  fetch?: typeof fetch
}

/** Asks each of these authorities for a time stamp, whether or not there is a seal key. */
export async function checkTimestampAuthorities(
  urls: string[],
  now: Date,
): Promise<{ authority: string; problems: SealerProblem[] }[]> {
  const { post } = createHttp(fetch)
  return Promise.all(
    urls.map(async (url) => ({
      authority: httpTsa(url, post).provider,
      problems: await timestampProblems(httpTsa(url, post), now),
    })),
  )
}

export interface Sealer {
  /**
   * Seals the PDF that the `parts` make up. The result has passed our own verifier; nothing is stored here.
   * @param owner the workspace whose turn in the PDF engine it uses
   * @param sha256 of that PDF, lowercase hex
   * @throws TimestampUnavailableError when no authority responds; AlteredFileError when the PDF does not have that
   * hash; SealCheckError; CertificateRevokedError; PdfError
   */
  seal(
    owner: string,
    parts: PdfPart[],
    sha256: string,
    input: { auditHead: { seq: number; hash: string }; reason?: string; signedAt: Date; uploadLength?: number },
  ): Promise<SealedRevision>
  /**
   * Renews the sealed PDF that the `parts` make up. The result has passed our own verifier; nothing is stored here.
   * @param owner the workspace whose turn in the PDF engine it uses
   * @param sha256 of that PDF, lowercase hex
   * @throws NoLongerTimestampError when no authority lasts longer than the newest time stamp; TimestampUnavailableError
   * when none responds; AlteredFileError; SealCheckError; PdfError
   */
  renew(owner: string, parts: PdfPart[], sha256: string): Promise<RenewalRevision>
  /** The sealing certificate and the top of its chain. `serial` is lowercase hex. */
  certificates(): { roots: string[]; subject: string; notAfter: Date; serial: string }
  /** The built-in authority's certificate and CRL, served at /pki/ca.pem and /pki/ca.crl; null if there is none. */
  pki(): Promise<{ caPem: string; crlDer: Uint8Array } | null>
  /** The built-in time-stamping authority's response to a TimeStampReq; null if there is none. */
  timestamp(request: Uint8Array): Promise<Uint8Array | null>
  /**
   * For `countersign doctor`: the key signs, the certificate is valid and its chain whole, every authority responds with
   * our time, the level is reached, and what is sealed today counts for another year at least.
   * @param authorities false: they are asked elsewhere (`checkTimestampAuthorities`)
   */
  check(options?: { authorities?: boolean }): Promise<SealerProblem[]>
}

const DAY_MS = 86_400_000
/** After a week it would be out of date. */
const CRL_RENEWAL_MS = DAY_MS
const DEFAULT_REASON = 'All signatures are complete'

/**
 * Loads the seal key, or creates the built-in authority on the first start of a development server.
 * @throws SealKeyError naming the setting when its file cannot be read or used, or when production is given a key of
 * the built-in authority
 */
export async function createSealer(options: SealerOptions): Promise<Sealer> {
  const { clock, pool, sealLevel } = options
  const builtIn = await builtInAuthority(options)
  const key = await sealKeyOf(options, builtIn?.pki)
  const leaf = new X509Certificate(key.chain[0]!)
  const http = createHttp(options.fetch ?? fetch)
  const tsas = (
    builtIn?.tsa && options.tsaUrls.length === 0 ? [builtIn.tsa] : options.tsaUrls.map((url) => httpTsa(url, http.post))
  ).map((tsa) => counted(tsa, options.metrics))
  const revocation = createRevocationSource({
    fetch: http.get,
    now: () => clock.now(),
    local: builtIn ? async () => [await builtIn.crl()] : undefined,
  })
  const authorities = tsas.map((tsa) => createSealAuthority(tsa, [key.chain], sealLevel === 'B-T' ? null : revocation))
  const lasting = tsas.map((tsa) => createSealAuthority(tsa, [], revocation))
  let lastLevel: SealLevel = sealLevel

  return {
    async seal(owner, parts, sha256, { auditHead, signedAt, uploadLength, reason = DEFAULT_REASON }) {
      const facts = { auditHead, signedAt, uploadLength, reason, name: commonName(leaf) }
      const sealed = await pool.of(owner).seal(parts, sha256, { ...facts, level: sealLevel }, { key, authorities })
      if (sealed.level !== lastLevel) {
        lastLevel = sealed.level
        options.log.warn(
          { wanted: sealLevel, level: sealed.level },
          'sealed at another level than configured: a chain offers neither OCSP nor CRL',
        )
      }
      return sealed
    },
    renew: (owner, parts, sha256) =>
      pool.of(owner).renew(parts, sha256, { authorities: lasting, revocation, at: clock.now() }),
    certificates: () => ({
      roots: [new X509Certificate(key.chain.at(-1)!).toString()],
      subject: leaf.subject,
      notAfter: new Date(leaf.validTo),
      serial: leaf.serialNumber.toLowerCase(),
    }),
    pki: async () => builtIn && { caPem: builtIn.pki.caCert, crlDer: await builtIn.crl() },
    timestamp: async (request) => (builtIn ? builtIn.answer(request) : null),
    async check({ authorities: asked = true } = {}) {
      const problems = [...(await keyProblems(key, leaf, clock.now()))]
      for (const tsa of asked ? tsas : []) problems.push(...(await timestampProblems(tsa, clock.now())))
      return sealLevel === 'B-T' ? problems : [...problems, ...(await levelProblems(key, authorities, revocation))]
    },
  }
}

/** The same authority, with its responses counted. What they contain is judged later, by the caller. */
function counted(tsa: TsaClient, { timeStamps }: SealerOptions['metrics']): TsaClient {
  const { provider: authority } = tsa
  return {
    provider: authority,
    async ask(query, signal) {
      try {
        const response = await tsa.ask(query, signal)
        timeStamps.inc({ authority, outcome: 'received' })
        return response
      } catch (error) {
        timeStamps.inc({ authority, outcome: 'failed' })
        throw error
      }
    },
  }
}

async function sealKeyOf(options: SealerOptions, pki: DevPki | undefined): Promise<SealKey> {
  const own = await ownKeyOf(options)
  if (own) {
    const [setting, key] = own
    if (options.mode === 'production' && isFromDevPki(key.chain)) {
      throw new SealKeyError(
        `${setting}: MODE=production refuses the built-in test authority, and this key is from one`,
      )
    }
    return key
  }
  if (!pki)
    throw new SealKeyError('SEAL_P12: production requires its own seal key: SEAL_P12, or SEAL_CERT and SEAL_KEY')
  return loadSealKey({ cert: pki.sealCert + pki.caCert, key: pki.sealKey })
}

/** The key that the settings name, and the setting to blame; null if they name none. */
async function ownKeyOf(options: SealerOptions): Promise<[setting: string, SealKey] | null> {
  const { sealP12, sealP12Password, sealCert, sealKey } = options
  const load = async (setting: string, source: () => Promise<SealKeySource>): Promise<[string, SealKey]> => {
    try {
      return [setting, await loadSealKey(await source())]
    } catch (error) {
      throw new SealKeyError(`${setting}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  if (sealP12) return load('SEAL_P12', async () => ({ p12: await readFile(sealP12), password: sealP12Password ?? '' }))
  if (!sealCert || !sealKey) return null
  return load('SEAL_CERT and SEAL_KEY', async () => ({
    cert: await readFile(sealCert, 'utf8'),
    key: await readFile(sealKey, 'utf8'),
  }))
}

interface BuiltIn {
  pki: DevPki
  tsa: TsaClient
  answer(request: Uint8Array): Promise<Uint8Array>
  crl(): Promise<Uint8Array>
}

/** Only where something is not configured, and never in production. */
async function builtInAuthority(options: SealerOptions): Promise<BuiltIn | null> {
  const { clock, mode, tsaUrls } = options
  if (options.authority) return builtIn(clock, options.authority)
  const configured = Boolean(options.sealP12 || (options.sealCert && options.sealKey))
  if (mode === 'production' || (configured && tsaUrls.length > 0)) return null
  const pki = await loadDevPki(join(options.dataDir, 'pki'), {
    now: clock.now(),
    crlUrl: `${options.publicUrl.replace(/\/$/, '')}/pki/ca.crl`,
    missing: options.missing,
  })
  return builtIn(clock, pki)
}

async function builtIn(clock: Clock, pki: DevPki): Promise<BuiltIn> {
  const answer = createTsa(await loadSealKey({ cert: pki.tsaCert + pki.caCert, key: pki.tsaKey }), () => clock.now())
  let crl: { der: Promise<Uint8Array>; at: number } | undefined
  return {
    pki,
    answer,
    tsa: { provider: 'built-in', ask: answer },
    crl: () => {
      const now = clock.now().getTime()
      if (!crl || Math.abs(now - crl.at) > CRL_RENEWAL_MS) crl = { der: issueDevCrl(pki, clock.now()), at: now }
      return crl.der
    },
  }
}

function commonName(certificate: X509Certificate): string | undefined {
  return /^CN=(.+)$/m.exec(certificate.subject)?.[1]
}
