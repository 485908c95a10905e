import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDatabaseUrl } from './support/database.ts'
import { askDoctor, type Examined, runDoctor, useExamined } from './support/doctor.ts'
import { adminQuery } from './support/postgres.ts'
import { startServerProcess } from './support/server-process.ts'

let own: Examined
useExamined((settings) => {
  own = settings
})

const query = async (url: string, text: string): Promise<unknown[]> => (await adminQuery(url, text)).rows

describe('doctor, with several broken parts', () => {
  const broken = () => ({
    ...{ MAIL_URL: 'smtp://127.0.0.1:1', STORAGE_CH_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=0' },
    ...{
      TSA_URLS: 'http://127.0.0.1:1/tsa',
      SEAL_P12: join(own.DATA_DIR, 'none.p12'),
      FONT_DIR: join(own.DATA_DIR, 'none'),
    },
  })
  const names = ['storage ch', 'mail', 'seal', 'time-stamp authority 127.0.0.1:1', 'fonts']

  it('names each of them in one run, and looks at the rest', async () => {
    const { code, failed, of } = await runDoctor({ ...own, ...broken() })
    expect(code).toBe(1)
    expect(failed.map(({ subject }) => subject)).toEqual(names)
    for (const subject of ['database', 'master key', 'jobs', 'clock', 'storage eu'])
      expect(of(subject)).toMatchObject({ status: 'ok' })
    const without = await askDoctor({ ...own, ...broken(), DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' })
    expect(without.failed.map(({ subject }) => subject)).toEqual(['database', ...names])
    expect(without.of('database')?.detail).toContain('ECONNREFUSED')
    expect(without.of('public URL')?.detail).toContain('a server answers')
  })

  it('changes neither a file nor a row, also where nothing was started yet', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'countersign-fresh-'))
    const url = await testDatabaseUrl()
    const bare = { DATABASE_URL: url, DATA_DIR: join(fresh, 'data') }
    const everything = async () => [await listing(fresh), await allRows(url)]
    const before = await everything()
    const alone = await askDoctor(bare)
    expect(alone.of('storage eu')?.detail).toMatch(/does not exist yet; the first start creates it$/)
    expect(alone.of('seal')?.detail).toMatch(/the first start makes one$/)
    await askDoctor({ ...bare, ...broken() })
    expect(await everything()).toEqual(before)

    const server = await startServerProcess(bare)
    await server.stop()
    // A folder of the operator's own, and an upload that a killed process left.
    const own = join(fresh, 'own')
    await mkdir(own)
    const left = join(bare.DATA_DIR, 'tmp', 'left')
    await writeFile(left, 'half')
    await utimes(left, 1, 1)
    const started = await everything()
    const settings = { ...bare, STORAGE_EU_URL: `file:${own}` }
    expect((await askDoctor(settings)).failed).toEqual([])
    expect((await askDoctor({ ...settings, ...broken() })).failed.map(({ subject }) => subject)).toEqual(names)
    expect(await everything()).toEqual(started)
    await rm(fresh, { recursive: true })
  })
})

/** Every file below the folder with its content. */
async function listing(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? `${path} ${(await readFile(path)).toString('hex')}` : path
    }),
  )
}

/** Every row of ours, as text. */
async function allRows(url: string): Promise<unknown[]> {
  const tables = (await query(
    url,
    "select schemaname, tablename from pg_tables where schemaname in ('public', 'graphile_worker') order by 1, 2",
  )) as { schemaname: string; tablename: string }[]
  const all: unknown[] = []
  for (const { schemaname, tablename } of tables) {
    const name = `${schemaname}.${tablename}`
    all.push([name, await query(url, `select t::text from ${name} as t order by 1`)])
  }
  return all
}
