import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newMasterKey } from '../server/config.ts'
import { commandFile } from './support/cli.ts'
import { testDatabaseUrl } from './support/database.ts'
import { freePort } from './support/free-port.ts'
import { scrape } from './support/scrape.ts'
import { folderOfTest } from './support/tools.ts'

it('countersign worker serves its metrics and its health on METRICS_PORT', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [commandFile(), 'worker'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: await testDatabaseUrl(),
      DATA_DIR: folderOfTest(),
      MASTER_KEY: newMasterKey(),
      METRICS_PORT: String(port),
    },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const status = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (response) => response.status,
      () => null,
    )
  await expect.poll(() => status('/health/ready')).toBe(200)
  expect(await status('/health/live')).toBe(200)
  const values = await scrape(port)
  expect(values.get('countersign_database_up')).toBe(1)
  expect(values.get('countersign_jobs_given_up')).toBe(0)
  expect(values.get('process_start_time_seconds')).toBeGreaterThan(0)
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
