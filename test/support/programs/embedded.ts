import { startEmbedded } from '../../../server/db/embedded.ts'

/** Runs the embedded Postgres of the folder given as argument, prints its URL on stdout, and waits to be killed. */
const { url } = await startEmbedded({ dataDir: process.argv[2] ?? '' })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
