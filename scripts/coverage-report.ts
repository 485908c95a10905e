// What the last test run produced of the answers that the spec documents. `--shrink` takes what is covered by now off
// test/contract/not-covered.json. Exits 1 when something is missing that the list does not allow, or the list is long.
import { describeCoverage, readCoverage, shrinkAllowed } from '../test/support/coverage.ts'

const coverage = readCoverage()
for (const one of coverage.missing) console.log(`  not seen: ${one}`)
console.log(describeCoverage(coverage))
if (process.argv.includes('--shrink')) shrinkAllowed(coverage)
else if (coverage.unexpected.length > 0 || coverage.outdated.length > 0) process.exitCode = 1
