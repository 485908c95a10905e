import { load } from './load.ts'

/** `npm run load -- --per-minute 600 --minutes 10 [...]`; `--help` lists the options. */
process.exitCode = await load(process.argv.slice(2), (line) => console.log(line))
// Connections that are kept for reuse would hold up the end.
process.exit()
