import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Server-side JSX is hono/jsx, as in tsconfig.json.
  oxc: { jsx: { runtime: 'automatic', importSource: 'hono/jsx' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/postgres.ts', 'test/support/coverage-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    reporters: ['default', './test/support/summary.ts'],
    // A process per file: tests start worker threads and child processes, and kill them.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
