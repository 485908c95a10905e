import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Agent, request } from 'undici'
import type { Command, Reply } from './server.ts'

const PER_KEY = 50

export type Ready = Extract<Reply, { type: 'ready' }>

/** Starts `server.ts` in a child process; send `stop` to end it. */
export async function startBenchServer(): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  const [ready] = (await once(child, 'message')) as [Reply]
  if (ready.type !== 'ready') throw new Error('the server did not start')
  return { child, ready }
}

/** A key for each call, rotated before its rate limit is reached. */
export function keysOf(keys: string[]): () => string {
  let calls = 0
  return () => keys[Math.floor(calls++ / PER_KEY) % keys.length] ?? ''
}

export async function command<C extends Command>(
  child: ChildProcess,
  command: C,
): Promise<Extract<Reply, { type: C['type'] extends 'count' | 'memory' ? C['type'] : 'done' }>> {
  child.send(command)
  const [reply] = await once(child, 'message')
  return reply
}

export async function get(agent: Agent, { url }: Ready, key: string, path: string): Promise<void> {
  const { statusCode, body } = await request(url + path, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path} returned ${statusCode} ${text}`)
}

/** Sends a PDF without emails. @returns the document's id */
export async function create(agent: Agent, ready: Ready, key: string, pdf: Uint8Array): Promise<string> {
  const { status, json } = await send(agent, ready, key, pdf)
  if (status !== 201) throw new Error(`create returned ${status} ${JSON.stringify(json)}`)
  return json.documentId
}

/** The same, whatever the response; with a `role`, the signer takes the markers for it. */
export async function send(
  agent: Agent,
  { url }: Ready,
  key: string,
  pdf: Uint8Array,
  role?: string,
): Promise<{ status: number; json: { documentId: string } }> {
  const boundary = 'bench-boundary'
  const part = (name: string, extra = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n`
  const file = part('file', '; filename="a.pdf"').replace('\r\n\r\n', '\r\nContent-Type: application/pdf\r\n\r\n')
  const signers = `${part('signers')}${JSON.stringify([{ email: 'ada@example.com', name: 'Ada', role }])}\r\n`
  const mails = `${part('send_emails')}false\r\n`
  const body = Buffer.concat([Buffer.from(signers + mails + file), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await request(`${url}/v1/signing-requests`, {
    method: 'POST',
    dispatcher: agent,
    headers,
    body,
    headersTimeout: 600_000,
  })
  return { status: response.statusCode, json: (await response.body.json()) as { documentId: string } }
}
