import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../server/clock.ts'
import { createLogger } from '../../server/log.ts'
import { createMetrics } from '../../server/metrics.ts'
import { loadSealKey } from '../../server/pdf/keys.ts'
import { createPdfPool } from '../../server/pdf/pool.ts'
import { timestampQuery } from '../../server/pdf/timestamp.ts'
import { loadDevPki } from '../../server/sealing/dev-pki.ts'
import { createSealer } from '../../server/sealing/index.ts'
import { largePdf, makePdf } from '../../test/support/pdf-fixtures.ts'
import { ms, percentile, report, time } from './measure.ts'

/** The warm-up runs prepare the workers. */
const RUNS = { small: 80, large: 15 }
const WARM = { small: 40, large: 3 }

/** Sealing (building, signing, time-stamping, verifying) against the minimum work of any seal. */
export async function benchSeal(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const pool = createPdfPool()
  const publicUrl = 'http://localhost:3000'
  try {
    const log = createLogger('silent')
    const sealLevel = 'B-LT' as const
    const sealer = await createSealer({
      dataDir,
      mode: 'development',
      sealLevel,
      tsaUrls: [],
      publicUrl,
      clock: systemClock,
      log,
      pool,
      metrics: createMetrics(),
    })
    const pki = await loadDevPki(join(dataDir, 'pki'), { now: new Date(), crlUrl: `${publicUrl}/pki/ca.crl` })
    const key = await loadSealKey({ cert: `${pki.sealCert}\n${pki.caCert}`, key: pki.sealKey })
    const files: [string, Uint8Array][] = [
      ['1 page', makePdf()],
      ['20 pages', makePdf({ pages: 20 })],
      ['25 MB', largePdf(25_000_000)],
    ]
    for (const [name, bytes] of files) {
      const path = join(dataDir, 'upload.pdf')
      await writeFile(path, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const auditHead = { seq: 9, hash: 'a'.repeat(64) }
      const size = bytes.length > 1_000_000 ? 'large' : 'small'
      const seal = () => sealer.seal('workspace', [{ path }], sha256, { auditHead, signedAt: new Date() })
      const floor = async () => {
        const digest = createHash('sha256').update(bytes).digest()
        const signature = await key.sign(digest)
        const imprint = createHash('sha256').update(signature).digest()
        await sealer.timestamp(timestampQuery(imprint, randomBytes(8)))
      }
      await time(0, seal, WARM[size])
      // Alternating, so that other load on the machine slows both.
      const [seals, floors]: [number[], number[]] = [[], []]
      for (let i = 0; i < RUNS[size]; i++) {
        seals.push(...(await time(1, seal, 0)))
        floors.push(...(await time(1, floor, 0)))
      }
      for (const [of, percent] of [
        ['median', 50],
        ['fastest', 0],
      ] as const) {
        const [own, least] = [percentile(seals, percent), percentile(floors, percent)]
        report(`seal, ${name}, ${of}`, ms(own), `SHA-256 + signature + stamp ${ms(least)}`, own / least)
      }
    }
  } finally {
    await pool.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
