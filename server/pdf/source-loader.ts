import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * A module beside the one at `from`, to run in a thread or process: from the source it loads TypeScript through tsx,
 * compiled it needs nothing.
 * @param path relative, without its extension
 */
export function sourceLoader(from: string, path: string): { filename: string; execArgv?: string[] } {
  const extension = from.endsWith('.ts') ? '.ts' : '.js'
  const filename = fileURLToPath(new URL(path + extension, from))
  if (extension === '.js') return { filename }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  // Only this call registers tsx in a thread: `--import tsx` applies to the main thread only.
  const register = `import { register } from '${new URL('dist/esm/api/index.mjs', tsx).href}'; register()`
  return { filename, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(register)}`] }
}
