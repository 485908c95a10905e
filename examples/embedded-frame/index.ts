import { join } from 'node:path'
import { ApiError, Countersign } from '@countersign/sdk'
import { fromPath } from '@countersign/sdk/node'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { build } from 'vite'

const [file, origin] = process.argv.slice(2)
if (!file || !origin) throw new Error('pass the PDF and the origin of this page')

const client = new Countersign()
const { signers } = await client.signingRequests.create({
  file: await fromPath(file),
  signers: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
  // A page for the signature is added at the end, so that any PDF works, with markers or without.
  placement: 'auto_append',
  // The frame replaces the invitation.
  send_emails: false,
})
const script = await bundled(join(import.meta.dirname, 'page.ts'))

const app = new Hono()
app.get('/', (c) =>
  c.html(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your contract</title><h1>Your contract</h1><p id="status" role="status"></p><div id="frame"></div>
<script type="module" src="/page.js"></script>`),
)
app.get('/page.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }))
// In production: only for the signer, who is signed in to your site.
app.post('/sessions', async (c) => {
  const [signer] = signers
  try {
    const { embed_url } = await client.embedded.createSession({ signing_request_id: signer!.signingRequestId, origin })
    return c.json({ embed_url })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Nothing to sign any more: `signed`, `declined`, `expired` and so on, for the page to say.
    const state = error.is('request_not_signable') ? error.body.meta.status : null
    return Response.json({ code: error.code, state }, { status: error.status })
  }
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 4000), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Listening at http://127.0.0.1:${port}`)
})

/** The page's script bundled with the parts of the SDK that it uses; any bundler works. */
async function bundled(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@countersign/sdk/embed': join(import.meta.dirname, '../../sdk/src/embed/index.ts') } },
    build: { write: false, target: 'es2022', rollupOptions: { input } },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  )
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('vite produced no script')
  return chunk.code
}
