import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Compiles programs strictly against the SDK, as a caller of the published package would.
 * @param folder becomes the project; @param files TypeScript by file name
 * @param options.snippets parts of programs: names that nothing reads are allowed, and what a list may lack
 * @returns what the compiler complains about; empty: nothing
 */
export async function compileWithSdk(
  folder: string,
  files: Record<string, string>,
  { snippets = false }: { snippets?: boolean } = {},
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code)
  const sdk = join(root, 'sdk/src')
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: {
        '@countersign/sdk': [join(sdk, 'index.ts')],
        '@countersign/sdk/node': [join(sdk, 'node.ts')],
        '@countersign/sdk/embed': [join(sdk, 'embed/index.ts')],
        '@countersign/sdk/verify': [join(sdk, 'verify/index.ts')],
        '@countersign/sdk/test': [join(sdk, 'test.ts')],
      },
      typeRoots: [join(root, 'node_modules/@types')],
      noUnusedLocals: !snippets,
      noUncheckedIndexedAccess: !snippets,
    },
    include: ['.'],
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
  return new Promise((done) =>
    execFile(process.execPath, [compiler, '-p', folder], (_error, stdout, stderr) => done(stdout + stderr)),
  )
}
