import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles the command, the server for tests, and the parts of the PDF engine that run in threads and processes of their own, into a folder inside
 * `server`, where they find the packages that they import. One file loads several times as fast as a thousand. It finds its
 * other files by `server/home.ts`.
 * @param more further programs by name, each with the path of its source
 */
export async function bundleServer(outDir: string, more: Record<string, string> = {}): Promise<void> {
  await build({
    config: false,
    cwd: join(root, 'server'),
    tsconfig: join(root, 'tsconfig.json'),
    entry: { cli: 'cli.ts', testing: 'testing.ts', worker: 'pdf/worker.ts', child: 'pdf/view/child.ts', ...more },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    hash: false,
    sourcemap: true,
    logLevel: 'warn',
  })
}
