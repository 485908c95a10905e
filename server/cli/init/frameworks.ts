/** What is written for each framework. The code is JavaScript that TypeScript takes too. */
interface Written {
  /** Of its file, from the project's folder. */
  file(project: { typed: boolean; under: string }): string
  /** What the file imports besides the SDK. */
  packages: string[]
  port: number
  /** How a PDF is sent from the command line. */
  send: 'POST' | 'PUT'
  sendPath: string
  start(written: { typed: boolean; file: string }): string
  code(typed: boolean): string
}

export const frameworkNames = ['hono', 'express', 'next', 'fastify'] as const
export type Framework = (typeof frameworkNames)[number]

const IMPORTS = `import { Countersign, WebhookSignatureError, webhooks } from '@countersign/sdk'
import { fromPath, saveTo } from '@countersign/sdk/node'
`

const SEND = `
// Reads COUNTERSIGN_API_KEY and COUNTERSIGN_BASE_URL.
const countersign = new Countersign()

/** Asks Ada for a signature. With a test key nothing is sent to anybody. */
async function send() {
  const { documentId, signers } = await countersign.signingRequests.create({
    file: await fromPath('countersign-sample.pdf'),
    signers: [{ email: 'ada@example.com', role: 'tenant', name: 'Ada Lovelace' }],
  })
  return { documentId, signingUrl: signers[0]?.signingUrl }
}
`

/** What a receiver does with a delivery. @param body as the framework gives the raw one */
const receive = (body: string, headers: string, answers: { done: string; refused: string }) => `  try {
    // Checked with COUNTERSIGN_WEBHOOK_SECRET, over the bytes as they came.
    const event = await webhooks.unwrap(${body}, ${headers})
    // A delivery may come again: do once for each event_id what must be done once.
    console.log(event.event, event.event_id)
    if (event.event === 'document.completed') {
      const { document_id, sha256 } = event
      await saveTo(\`\${document_id}.pdf\`, await countersign.documents.downloadSigned(document_id), { sha256 })
    }
    ${answers.done}
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error
    ${answers.refused}
  }
`

/** A program of its own, beside what the project has. */
const PROGRAM = {
  file: ({ typed }: { typed: boolean }) => (typed ? 'countersign.ts' : 'countersign.mjs'),
  port: 4000,
  send: 'POST',
  sendPath: '/send',
  start: ({ typed, file }: { typed: boolean; file: string }) => `${typed ? 'npx tsx' : 'node'} --env-file=.env ${file}`,
} as const

const LISTENING = `console.log('Listening at http://localhost:4000/webhooks')`

export const FRAMEWORKS: Record<Framework, Written> = {
  hono: {
    ...PROGRAM,
    packages: ['hono', '@hono/node-server'],
    code: () => `${IMPORTS}import { serve } from '@hono/node-server'
import { Hono } from 'hono'
${SEND}
const app = new Hono()

app.post('/send', async (c) => c.json(await send()))

app.post('/webhooks', async (c) => {
${receive('await c.req.text()', 'c.req.raw.headers', {
  done: 'return c.body(null, 204)',
  refused: 'return c.json({ error: error.message }, 400)',
})}})

serve({ fetch: app.fetch, port: 4000 }, () => ${LISTENING})
`,
  },
  express: {
    ...PROGRAM,
    packages: ['express'],
    code: () => `${IMPORTS}import express from 'express'
${SEND}
const app = express()

app.post('/send', async (_request, response) => {
  response.json(await send())
})

// Before any express.json(), which would take the bytes that the signature covers.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
${receive('request.body', 'request.headers', {
  done: 'response.sendStatus(204)',
  refused: 'response.status(400).json({ error: error.message })',
})}})

app.listen(4000, () => ${LISTENING})
`,
  },
  fastify: {
    ...PROGRAM,
    packages: ['fastify'],
    code: () => `${IMPORTS}import Fastify from 'fastify'
${SEND}
const app = Fastify()

app.post('/send', () => send())

// Of these routes alone: the signature covers the bytes, which a parser would take.
app.register(async (routes) => {
  routes.removeContentTypeParser('application/json')
  routes.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  routes.post('/webhooks', async (request, reply) => {
${receive('String(request.body)', 'request.headers', {
  done: 'return reply.code(204).send()',
  refused: 'return reply.code(400).send({ error: error.message })',
}).replaceAll(/^(?=.)/gm, '  ')}  })
})

app.listen({ port: 4000 }, (error) => {
  if (error) throw error
  ${LISTENING}
})
`,
  },
  next: {
    file: ({ typed, under }) => `${under}/webhooks/route.${typed ? 'ts' : 'js'}`,
    packages: [],
    port: 3000,
    send: 'PUT',
    sendPath: '/webhooks',
    start: () => 'npx next dev',
    code: (typed) => `${IMPORTS}${SEND}
/** Sends. Your own code would call \`send\`, behind its sign-in. */
export async function PUT() {
  return Response.json(await send())
}

/** Receives. */
export async function POST(request${typed ? ': Request' : ''}) {
${receive('await request.text()', 'request.headers', {
  done: 'return new Response(null, { status: 204 })',
  refused: 'return Response.json({ error: error.message }, { status: 400 })',
})}}
`,
  },
}
