import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadConfig } from '../../../server/config.ts'
import type { ServerCtx } from '../../../server/context.ts'
import { collectOrphans } from '../../../server/domain/documents/collect-orphans.ts'
import { startServer } from '../../../server/main.ts'
import { median, ms, report, time } from '../measure.ts'
import { timeBackup } from './backup.ts'
import { hurry } from './bare.ts'
import { copyDocuments } from './copies.ts'
import { makePatterns, makePlaces, type Place } from './patterns.ts'
import { printSizes } from './sizes.ts'
import { callWork, dueWork, pruneWork, type Work } from './work.ts'

const PLACES = 20
/** Of each so many, and of what is quick more, for so long: other work on the machine takes a millisecond now and then. */
const RUNS = 25
const MOST_RUNS = 300
const QUICK_MS = 2_000
const WARM = 3
const MOST = 1.5
/** Beyond them no files are linked; and no backup is made, where each is a file of its own. */
const MOST_LINKED = 200_000
const MOST_BACKED_UP = 20_000

/**
 * `npm run bench -- growth 1000 100000`: what a database with a year of documents costs against one with the first number
 * of them, half in one workspace: lists, searches, details, creates, what is due, what is pruned; the bytes of a document
 * by table and index; a backup and its restore. Sizes of a million take 25 GB and hours.
 */
export async function benchGrowth(sizes: number[]): Promise<void> {
  const [few = 1_000, ...more] = sizes
  await withDocuments(few, async (base) => {
    await backUp(base)
    for (const many of more.length > 0 ? more : [100_000])
      await withDocuments(many, async (grown) => {
        await compare(base, grown)
        await printSizes(grown.ctx.db, many)
        await backUp(grown)
      })
  })
}

interface Grown {
  ctx: ServerCtx
  documents: number
  work: Work
  dataDir: string
}

const hasFiles = (documents: number) => documents <= MOST_LINKED

async function backUp({ ctx, documents, dataDir }: Grown): Promise<void> {
  if (documents <= MOST_BACKED_UP) await timeBackup(ctx, documents, dataDir)
}

async function withDocuments(documents: number, use: (grown: Grown) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const settings = loadConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  try {
    const places = await furnish(settings, documents)
    const { ctx, stop } = await startServer(settings, { worker: false })
    try {
      const work = { ...(await callWork(ctx, places[0]!)), ...dueWork(ctx), ...pruneWork(ctx) }
      await use({ ctx, documents, work, dataDir })
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function furnish(settings: ReturnType<typeof loadConfig>, documents: number): Promise<Place[]> {
  const { ctx, stop } = await startServer(settings, { worker: true })
  const { db } = ctx
  try {
    const places = await makePlaces(ctx, PLACES)
    const patterns = await makePatterns(ctx, places[0]!)
    await pruneWork(ctx)['prune: pruneApiLog']!()
    const start = performance.now()
    await hurry(db, true)
    await copyDocuments(db, {
      places,
      patterns,
      documents,
      blobs: hasFiles(documents) ? join(settings.dataDir, 'blobs', 'eu') : null,
    })
    await hurry(db, false)
    await sql`checkpoint`.execute(db)
    await sql`vacuum analyze`.execute(db)
    console.log(`${documents} documents copied in ${ms(performance.now() - start)}`)
    // What a server would have done over the year.
    for (const [name, part] of Object.entries({ ...pruneWork(ctx), ...dueWork(ctx) })) {
      const [spent] = await time(1, part, 0)
      if (spent! > 1_000) console.log(`  the first time, ${name} took ${ms(spent!)}`)
    }
    return places
  } finally {
    await stop()
  }
}

async function compare(base: Grown, grown: Grown): Promise<void> {
  const above: string[] = []
  for (const [what, work] of Object.entries(grown.work)) {
    const [own, least] = await alternating(work, base.work[what]!)
    const [a, b] = [median(own), median(least)]
    report(what, ms(a), `${base.documents} documents ${ms(b)}`, a / b)
    if (a / b > MOST) above.push(what)
  }
  console.log(above.length === 0 ? `none above ${MOST}` : `above ${MOST}: ${above.join(', ')}`)
  for (const { ctx, documents } of [base, grown]) {
    const [spent] = await time(1, () => collectOrphans(ctx), 0)
    console.log(`the walk through all files of ${documents} documents took ${ms(spent!)}`)
  }
}

/** Milliseconds of each run of both. Alternating, so that other load on the machine slows both. */
async function alternating(
  work: () => Promise<unknown>,
  yardstick: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const [own, least]: [number[], number[]] = [[], []]
  const until = performance.now() + QUICK_MS
  for (let run = -WARM; run < RUNS || (run < MOST_RUNS && performance.now() < until); run++) {
    const [a, b] = [await time(1, work, 0), await time(1, yardstick, 0)]
    if (run < 0) continue
    own.push(...a)
    least.push(...b)
  }
  return [own, least]
}
