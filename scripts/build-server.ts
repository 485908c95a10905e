import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Compiles the server into `server/dist`, together with the spec and the built pages, as `npm pack` publishes it. */
const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

rmSync(root('server/dist'), { recursive: true, force: true })
const tsc = [root('node_modules/typescript-7/bin/tsc'), '-p', root('server/tsconfig.build.json')]
execFileSync(process.execPath, tsc, { stdio: 'inherit' })
cpSync(root('dist/web'), root('server/dist/web'), { recursive: true })
cpSync(root('spec/openapi.json'), root('server/dist/spec/openapi.json'))
