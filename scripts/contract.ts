// `npm run contract [-- --check|--shrink|--recorded]`, after a run of the whole suite: which of the documented answers it produced,
// as a table, which it writes into the docs. `--check` only judges, as after a run in shards. `--shrink` removes responses that are now covered from
// test/contract/not-covered.json. Exits 1, and writes nothing, when a response is missing that the list does not allow,
// the list is outdated, or the spec calls one never sent that was produced. It writes also the calls that got each error
// into spec/recorded-errors.json, which /docs/errors shows; `--recorded` writes these alone, after a run of some tests.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Contract } from '../test/support/contract.ts'
import { describeCoverage, isComplete, readCoverage, shrinkAllowed } from '../test/support/coverage.ts'
import { neverSentOf, proofGuide, proofOf } from './contract/proof.ts'
import { writeRecordings } from './contract/recorded.ts'

const GUIDE = fileURLToPath(new URL('../spec/guides/contract-coverage.md', import.meta.url))

const contract = Contract.load()
const { spec } = contract
const coverage = readCoverage()
const rows = proofOf(spec, coverage.missing)
console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])))
for (const response of coverage.missing) console.log(`  not seen: ${response}`)
console.log(describeCoverage(coverage))
if (process.argv.includes('--recorded')) console.log(`${writeRecordings(contract).length} errors are recorded`)
else if (process.argv.includes('--shrink')) shrinkAllowed(coverage)
else if (!isComplete(coverage)) process.exitCode = 1
else if (!process.argv.includes('--check')) {
  writeFileSync(GUIDE, proofGuide(rows, neverSentOf(spec)))
  writeRecordings(contract)
}
