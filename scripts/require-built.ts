// `prepack` of both packages, in the folder of one: `npm pack` and `npm publish` refuse where a file that the package has to
// contain was not built, instead of making one that does not start.
import { existsSync } from 'node:fs'

const missing = process.argv.slice(2).filter((file) => !existsSync(file))
if (missing.length > 0) {
  process.stderr.write(`Not built: ${missing.join(', ')}. Run "npm run build" in the root of the repository first.\n`)
  process.exitCode = 1
}
