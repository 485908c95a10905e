import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { tlsCertificate } from './tls.ts'

/** A separate https site, whose page holds the frame with the SDK's `openSigningFrame`. */
export interface EmbedHost {
  origin: string
  /** The page that shows this session. */
  page(embedUrl: string): string
  close(): Promise<void>
}

const scripts = new Map<string, Promise<string>>()

/** Vite as an integrator would use it: the parts of the SDK that the page needs, in one file. */
async function bundled(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@countersign/sdk/embed': join(import.meta.dirname, '../../sdk/src/embed/index.ts') } },
    build: { write: false, rollupOptions: { input: entry } },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('vite made no script')
  return chunk.code
}

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Shop</title><body><h1>Shop</h1><div id="frame"></div><script type="module" src="/page.js"></script>'

/** @param entry the script of the page; it finds the address of the session in the parameter `url` */
export async function startEmbedHost(entry = join(import.meta.dirname, 'embed-page.ts')): Promise<EmbedHost> {
  const script = scripts.get(entry) ?? bundled(entry)
  scripts.set(entry, script)
  const [{ key, cert }, code] = await Promise.all([tlsCertificate('127.0.0.1'), script])
  const server = createServer({ key, cert }, (request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html').end(isScript ? code : HTML)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    page: (embedUrl) => `${origin}/?url=${encodeURIComponent(embedUrl)}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
