// `npm run contract [-- --shrink]`, after a run of the whole suite: which of the documented answers it produced, as a
// table, which it writes into the docs. `--shrink` removes responses that are now covered from
// test/contract/not-covered.json. Exits 1, and writes nothing, when a response is missing that the list does not allow,
// the list is outdated, or the spec calls one never sent that was produced.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadSpec } from '../test/support/contract.ts'
import { describeCoverage, isComplete, readCoverage, shrinkAllowed } from '../test/support/coverage.ts'
import { neverSentOf, proofGuide, proofOf } from './contract/proof.ts'

const GUIDE = fileURLToPath(new URL('../spec/guides/contract-coverage.md', import.meta.url))

const spec = loadSpec()
const coverage = readCoverage()
const rows = proofOf(spec, coverage.missing)
console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])))
for (const response of coverage.missing) console.log(`  not seen: ${response}`)
console.log(describeCoverage(coverage))
if (process.argv.includes('--shrink')) shrinkAllowed(coverage)
else if (!isComplete(coverage)) process.exitCode = 1
else writeFileSync(GUIDE, proofGuide(rows, neverSentOf(spec)))
