import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleServer } from '../../scripts/bundle-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the command, `cli.js`, bundled as it is published, and the programs of the tests. */
    commandFolder: string
  }
}

const PROGRAMS = ['commands', 'delivery', 'embedded', 'put-blob'] as const
export type TestProgram = (typeof PROGRAMS)[number]

/** Beside the sources, for the packages that the bundle imports. */
const BUNDLES = resolve(import.meta.dirname, '../../server/.cache')

/** Once for the whole run: the command that every process of the tests runs, in a folder of this run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(BUNDLES, { recursive: true })
  const programs = Object.fromEntries(
    PROGRAMS.map((name) => [name, resolve(import.meta.dirname, `programs/${name}.ts`)]),
  )
  const folder = await mkdtemp(join(BUNDLES, 'command-'))
  await bundleServer(folder, programs)
  project.provide('commandFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
