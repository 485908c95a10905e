import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../server/clock.ts'
import { createLogger } from '../../server/log.ts'
import { loadSealKey } from '../../server/pdf/keys.ts'
import { createPdfPool } from '../../server/pdf/pool.ts'
import { timestampQuery } from '../../server/pdf/timestamp.ts'
import { loadDevPki } from '../../server/sealing/dev-pki.ts'
import { createSealer } from '../../server/sealing/index.ts'
import { largePdf, makePdf } from '../../test/support/pdf-fixtures.ts'
import { median, ms, report, time } from './measure.ts'

const RUNS = 15

/** Sealing (built, signed, time-stamped, verified again) against what no seal can do without. */
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
      const seal = median(
        await time(RUNS, () => sealer.seal('workspace', [path], sha256, { auditHead, signedAt: new Date() }), 3),
      )
      const least = median(
        await time(RUNS, async () => {
          const digest = createHash('sha256').update(bytes).digest()
          const signature = await key.sign(digest)
          const imprint = createHash('sha256').update(signature).digest()
          await sealer.timestamp(timestampQuery(imprint, randomBytes(8)))
        }),
      )
      report(`seal, ${name}`, ms(seal), `SHA-256 + signature + stamp ${ms(least)}`, seal / least)
    }
  } finally {
    await pool.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
