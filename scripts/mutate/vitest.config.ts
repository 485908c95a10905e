import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { PROJECTS } from '../../test/support/projects.ts'
import base, { project } from '../../vitest.config.ts'
import { instrument } from './instrument.ts'
import type { Mutation } from './mutations.ts'

/** For `in-process.ts`: the files of a group are loaded with all their faults in them. */
const root = resolve(import.meta.dirname, '../..')
const faults = JSON.parse(readFileSync(process.env.FAULTS_LIST ?? '', 'utf8')) as { id: number; mutation: Mutation }[]

const own = {
  root,
  plugins: [
    {
      name: 'faults',
      enforce: 'pre' as const,
      transform(code: string, id: string) {
        const path = id.split('?')[0]
        const own = faults.filter(({ mutation }) => resolve(root, mutation.file) === path)
        return own.length > 0 ? instrument(code, own) : null
      },
    },
  ],
  test: { runner: resolve(import.meta.dirname, 'runner.ts') },
}

export default defineConfig({
  root,
  test: {
    ...base.test,
    maxWorkers: 1,
    fileParallelism: false,
    projects: PROJECTS.map((name) => mergeConfig(project(name), own)),
  },
})
