import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/**
 * Builds `dist/web`: the scripts and styles by Vite with their manifest, and the files that pdf.js loads at run time
 * (so that no page ever calls another origin), all precompressed.
 *
 * `tsx scripts/build-web.ts [--if-stale] [--out FOLDER]`: with the flag it does nothing when the build is newer than
 * its sources, or when there is one and Vite is not installed, as after `npm ci --omit=dev`. A build appears at once: it is made beside its place and then renamed, so that builds that run at the
 * same time do not mix, and an interrupted one changes nothing.
 */

const ROOT = resolve(import.meta.dirname, '..')
const { values: flags } = parseArgs({
  options: { 'if-stale': { type: 'boolean' }, out: { type: 'string', default: join(ROOT, 'dist/web') } },
})
const OUT = resolve(flags.out)
/** Where this process builds. */
const DRAFT = `${OUT}.${process.pid}`
const ASSETS = join(DRAFT, 'assets')
const { resolve: locate } = createRequire(import.meta.url)
/** Decoders, character maps, fonts and colour profiles, which pdf.js fetches only for files that need them. */
const PDFJS_DATA = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
const SOURCES = [
  'server/web/islands',
  'server/web/styles',
  'server/web/locales/format.ts',
  'server/web/qr-code.ts',
  'vite.config.ts',
  'scripts/build-web.ts',
  'package-lock.json',
]
/** Files that compress well; character maps and fonts are already compact. */
const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.wasm'])
/** Its time is when the build began: what changed in the meantime is newer. */
const COMPLETE = 'complete'

if (flags['if-stale'] && (await isFresh())) {
  console.log('dist/web is up to date')
} else if (!hasVite()) {
  withoutVite()
} else {
  const started = new Date()
  // Otherwise the first start of a fresh clone seems to hang.
  console.log('building dist/web, which takes up to a minute')
  try {
    await writeFile(join(DRAFT, 'manifest.json'), JSON.stringify(await buildPages()))
    await copyPdfjsData()
    await compressAll()
    await writeFile(join(DRAFT, COMPLETE), '')
    await utimes(join(DRAFT, COMPLETE), started, started)
    await publish()
  } finally {
    await rm(DRAFT, { recursive: true, force: true })
  }
  console.log(`dist/web built in ${((Date.now() - started.getTime()) / 1000).toFixed(1)} s`)
}

function hasVite(): boolean {
  try {
    return locate('vite/package.json') !== ''
  } catch {
    return false
  }
}

/** On a server that only runs, what was built before the development packages were removed is good enough. */
function withoutVite(): void {
  if (flags['if-stale'] && existsSync(join(OUT, COMPLETE))) {
    console.log('dist/web is used as it is: the development packages, which would build it again, are not installed')
    return
  }
  console.error(
    'dist/web cannot be built without the development packages: run `npm ci && npm run build` first, then `npm ci --omit=dev` if you like',
  )
  process.exitCode = 1
}

/** The scripts and styles, with one manifest of all. */
async function buildPages(): Promise<object> {
  // Only here: a server without the development packages gets past the checks above.
  const { build } = await import('vite')
  const { default: config, TOGETHER } = await import('../vite.config.ts')
  const manifest = {}
  for (const [index, input] of TOGETHER.entries()) {
    const part = `manifest-${index}.json`
    const rollupOptions = { ...config.build?.rollupOptions, input }
    const options = { ...config.build, outDir: DRAFT, manifest: part, rollupOptions }
    await build({ ...config, configFile: false, build: options })
    Object.assign(manifest, JSON.parse(await readFile(join(DRAFT, part), 'utf8')))
    await rm(join(DRAFT, part))
  }
  return manifest
}

/** Puts the draft in place. Of two builds that end together the later one stays; they are equal. */
async function publish(): Promise<void> {
  const previous = `${DRAFT}.previous`
  for (let placed = false; !placed; ) {
    // Only an empty or missing folder can be replaced by a rename.
    await rename(OUT, previous).catch(ignore('ENOENT'))
    placed = await rename(DRAFT, OUT).then(() => true, ignore('ENOTEMPTY', 'EEXIST'))
    await rm(previous, { recursive: true, force: true })
  }
}

/** For what another build may have done in between. */
function ignore(...codes: string[]): (error: NodeJS.ErrnoException) => false {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error
    return false
  }
}

async function isFresh(): Promise<boolean> {
  const complete = join(OUT, COMPLETE)
  if (!existsSync(complete)) return false
  const built = await stat(complete)
  const newest = await Promise.all(SOURCES.map((path) => newestChange(join(ROOT, path))))
  return Math.max(...newest) < built.mtimeMs
}

async function newestChange(path: string): Promise<number> {
  const info = await stat(path)
  if (!info.isDirectory()) return info.mtimeMs
  const inside = await Promise.all((await readdir(path)).map((name) => newestChange(join(path, name))))
  return Math.max(info.mtimeMs, ...inside)
}

/** Under a path with the version in it, so that these files can also be cached forever. */
async function copyPdfjsData(): Promise<void> {
  const manifest = locate('pdfjs-dist/package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  for (const folder of PDFJS_DATA)
    await cp(join(dirname(manifest), folder), join(ASSETS, `pdfjs-${version}`, folder), { recursive: true })
}

/** Brotli and gzip next to each file: compressing 1.3 MB of pdf.js on every request would cost processor time. */
async function compressAll(): Promise<void> {
  const files = await readdir(ASSETS, { recursive: true })
  const compressible = files.filter((name) => COMPRESSIBLE.has(extname(name))).map((name) => join(ASSETS, name))
  await Promise.all(
    compressible.map(async (file) => {
      const { size } = await stat(file)
      const brotli = createBrotliCompress({
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size },
      })
      await pipeline(createReadStream(file), brotli, createWriteStream(`${file}.br`))
      await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`))
    }),
  )
}
