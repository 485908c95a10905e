import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * The path of an optional third-party tool (`qpdf`, `pdftotext`, `pdfsig`, `mutool`, `openssl`, ...), or
 * null where it is not installed; then the reason is printed and the caller skips the test. With CI set a missing
 * one is an error, so that a build never passes without the check.
 * @param works throws for one that lacks what the test needs, such as an extension; then the next on the path is tried
 *
 *     const qpdf = tool('qpdf')
 *     test.skipIf(!qpdf)('...', () => run(qpdf, ['--check', file]))
 */
export function tool(name: string, works: (path: string) => unknown = () => {}): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      works(path)
      return path
    } catch {}
  }
  if (process.env.CI) throw new Error(`${name} is not installed, and with CI set no check may be skipped`)
  console.warn(`skipped: ${name} is not installed`)
  return null
}

/** A folder for the keys and documents of the running test, removed when it ends. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs a tool. These tools report by their text as often as by their exit code, so both are returned. */
export function run(
  path: string | null,
  args: string[],
  input?: Uint8Array,
): { code: number; stdout: string; stderr: string } {
  if (!path) throw new Error('the tool is not installed: guard the test with test.skipIf')
  try {
    const stdout = execFileSync(path, args, { input, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 })
    return { code: 0, stdout, stderr: '' }
  } catch (error) {
    if (!(error instanceof Error) || !('status' in error)) throw error
    const failed = error as Error & { status: number | null; stdout: string; stderr: string }
    return { code: failed.status ?? -1, stdout: failed.stdout, stderr: failed.stderr }
  }
}
