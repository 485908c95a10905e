import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { PROJECTS, type ProjectName, testFilesOf } from './test/support/projects.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The configuration of one project. They run one after the other, those that need least first. */
export const project = (name: ProjectName) => ({
  resolve: {
    alias: [
      // As examples/tsconfig.json: the SDK under its own name, without a build.
      { find: /^@countersign\/sdk$/, replacement: fileOf('sdk/src/index.ts') },
      { find: /^.*\/source-loader\.ts$/, replacement: fileOf('test/support/source-loader.ts') },
    ],
  },
  // Server-side JSX is hono/jsx, as in tsconfig.json.
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'hono/jsx' } },
  test: {
    name,
    include: testFilesOf(name),
    setupFiles: [fileOf('test/support/setup.ts')],
    // Processes, because tests kill what they start. A process keeps its modules from file to file: loading the server
    // takes longer than most files run. So a test changes nothing that outlives it.
    pool: 'forks' as const,
    // Room for what is short-lived: less of it is copied, and tests make much.
    execArgv: ['--max-semi-space-size=64'],
    isolate: false,
    sequence: { groupOrder: PROJECTS.indexOf(name) },
    // One more than cores where kills, time limits and browsers make a worker wait.
    maxWorkers: name === 'pure' ? 2 : 3,
    // Bounds for what hangs, far above what anything takes: a busy machine is no failure.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
  },
})

export default defineConfig({
  test: {
    globalSetup: ['postgres', 'command-setup', 'coverage-setup'].map((name) => fileOf(`test/support/${name}.ts`)),
    reporters: ['default', fileOf('test/support/summary.ts')],
    projects: PROJECTS.map(project),
  },
})
