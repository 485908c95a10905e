#!/usr/bin/env node
// The published package is compiled; a clone runs its sources.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('../cli.ts', import.meta.url)
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) })
  await import(source.href)
} else {
  await import(new URL('../dist/server/cli.js', import.meta.url).href)
}
