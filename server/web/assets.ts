import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { findPageFile, keepPageFiles } from '../domain/page-files.ts'
import { HOME } from '../home.ts'
import type { HostData } from './host-data.ts'

/** The built files that a page loads. Their names contain a content hash. */
export interface PageAssets {
  styles: string[]
  script: string
  /** Chunks that the script imports statically. */
  preload: string[]
  icon: string
  /** In an embedded frame: the frame's script and the data passed to it. */
  frame?: { script: string; preload: string[]; host: HostData }
}

export interface Assets {
  of(
    page:
      | 'sign'
      | 'sealing'
      | 'sms'
      | 'plain'
      | 'verify'
      | 'home'
      | 'outbox'
      | 'docs'
      | 'dashboard'
      | 'editor'
      | 'draft',
  ): PageAssets
  /** The same for pages in an embedded frame. */
  framed(host: HostData): Assets
  routes: Hono
}

interface Chunk {
  file: string
  imports?: string[]
}

type Manifest = Record<string, Chunk>

const ICON_PATH = '/icon.svg'
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4fd8"/>' +
  '<path d="M7 20c3-8 5-10 6-9s-3 9-1 9 3-6 5-6-1 6 1 6 3-2 6-4" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** File names contain a content hash, so a cached copy is never stale. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/**
 * A worker runs under the policy of its own file: pdf.js compiles its image decoders there (WebAssembly) and fetches
 * character maps and fonts. The page itself may do neither.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * The browser files built by `scripts/build-web.ts`: in `dist/web` of a checkout, or next to the compiled server.
 * @throws Error when they have not been built
 */
export function loadAssets(ctx: Pick<Ctx, 'db'>): Assets {
  const root = builtFolder()
  const manifest = JSON.parse(readFileSync(resolve(root, 'manifest.json'), 'utf8')) as Manifest
  const chunk = (name: string): Chunk => {
    const found = manifest[name]
    if (!found) throw new Error(`the build has no ${name}: run \`npm run build:web\``)
    return found
  }
  const style = (name: string) => ({ styles: [`/${chunk(`server/web/styles/${name}.css`).file}`] })
  const signing = style('site')
  const site = { styles: [...signing.styles, ...style('cards').styles] }
  const script = (name: string) => {
    const { file, imports = [] } = chunk(`server/web/islands/${name}.ts`)
    return { script: `/${file}`, preload: imports.map((name) => `/${chunk(name).file}`) }
  }
  const pages = {
    sign: { ...signing, ...script('sign') },
    sealing: { ...site, ...script('sealing') },
    sms: { ...site, ...script('sms') },
    plain: { ...site, ...script('plain') },
    verify: { styles: [...site.styles, ...style('verify').styles], ...script('verify') },
    home: { styles: [...site.styles, ...style('home').styles], ...script('plain') },
    outbox: { styles: [...site.styles, ...style('outbox').styles], ...script('plain') },
    docs: { styles: [...site.styles, ...style('docs').styles], ...script('docs') },
    dashboard: { ...style('dashboard'), ...script('dashboard') },
    editor: { styles: [...style('dashboard').styles, ...style('editor').styles], ...script('editor') },
    draft: { styles: [...style('dashboard').styles, ...style('draft').styles], ...script('draft') },
  }
  const frame = script('embed')
  const assets: Assets = {
    of: (page) => ({ icon: ICON_PATH, ...pages[page] }),
    framed: (host) => ({ ...assets, of: (page) => ({ ...assets.of(page), frame: { ...frame, host } }) }),
    routes: assetRoutes(ctx, root),
  }
  return assets
}

/** Keeps what the pages of this server load, for those that are open when it is updated. */
export async function keepAssets(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const folder = resolve(builtFolder(), 'assets')
  const names = (await readdir(folder)).filter((name) => NEEDED_LATER.test(name)).toSorted()
  await keepPageFiles(ctx, names, (name) => readFile(resolve(folder, name)))
}

function builtFolder(): string {
  const root = ['dist/web', 'web']
    .map((path) => resolve(HOME, path))
    .find((path) => existsSync(resolve(path, 'manifest.json')))
  if (!root) throw new Error('the pages are not built: run `npm run build:web`')
  return root
}

/** What pages ask for after they are loaded. */
const NEEDED_LATER = /^[\w.-]+\.(?:js|css)$/

function assetRoutes(ctx: Pick<Ctx, 'db'>, root: string): Hono {
  const headersOf = (name: string) => ({
    'Cache-Control': IMMUTABLE,
    ...(name.includes('worker') && { 'Content-Security-Policy': WORKER_POLICY }),
  })
  const files = serveStatic({
    root,
    precompressed: true,
    onFound: (path, c) => {
      for (const [name, value] of Object.entries(headersOf(path))) c.header(name, value)
    },
  })
  return new Hono()
    .get('/assets/*', files)
    .get('/assets/:name', async (c, next) => {
      const name = c.req.param('name')
      const body = NEEDED_LATER.test(name) ? await findPageFile(ctx, name) : null
      if (body === null) return next()
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
      return c.body(new Uint8Array(body), 200, { 'Content-Type': `${type}; charset=utf-8`, ...headersOf(name) })
    })
    .get(ICON_PATH, (c) =>
      c.body(ICON, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }),
    )
}
