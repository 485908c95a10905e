// `npm run test:generators`: fetches five generators of clients from npm and tries what each makes of spec/openapi.json against
// a server: test/contract/generators.test.ts.
import { GENERATORS } from '../test/support/generators.ts'
import { runWithFetched, testFile } from './fetched.ts'

const packages = Object.values(GENERATORS).flatMap((generator) => generator.packages)
runWithFetched([...packages, 'typescript@5.9.3'], testFile('test/contract/generators.test.ts', 'GENERATORS'))
