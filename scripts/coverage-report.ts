// Which of the documented responses the last test run produced. `--shrink` removes responses that are now covered from
// test/contract/not-covered.json. Exits 1 when a response is missing that the list does not allow, or the list is outdated.
import { describeCoverage, readCoverage, shrinkAllowed } from '../test/support/coverage.ts'

const coverage = readCoverage()
for (const response of coverage.missing) console.log(`  not seen: ${response}`)
console.log(describeCoverage(coverage))
if (process.argv.includes('--shrink')) shrinkAllowed(coverage)
else if (coverage.unexpected.length > 0 || coverage.outdated.length > 0) process.exitCode = 1
