// `npm run test:runtimes`: fetches the runtimes that the SDK names from npm (Linux on x64, about 700 MB) and uses the built
// SDK in each: test/sdk/runtimes.test.ts.
import { RUNTIMES } from '../test/support/runtimes.ts'
import { runWithFetched, testFile } from './fetched.ts'

const packages = Object.values(RUNTIMES).flatMap((runtime) => runtime.packages)
runWithFetched(packages, testFile('test/sdk/runtimes.test.ts', 'RUNTIMES'))
