import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { PROJECTS, testFilesOf } from './test/support/projects.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres.ts', 'test/support/command-setup.ts', 'test/support/coverage-setup.ts'],
    reporters: ['default', './test/support/summary.ts'],
    maxWorkers: 2,
    projects: PROJECTS.map((name, groupOrder) => ({
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
        setupFiles: ['test/support/setup.ts'],
        // Processes, because tests kill what they start. A process keeps its modules from file to file: loading the server
        // takes longer than most files run. So a test changes nothing that outlives it.
        pool: 'forks' as const,
        isolate: false,
        sequence: { groupOrder },
        // Bounds for what hangs, far above what anything takes: a busy machine is no failure.
        testTimeout: 1_200_000,
        hookTimeout: 1_200_000,
        expect: { poll: { timeout: 300_000 } },
      },
    })),
  },
})
