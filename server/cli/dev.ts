import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Countersign, CountersignError, type SandboxMessage } from '../../sdk/src/index.ts'
import type { RunningServer } from '../main.ts'
import { CommandError } from './errors.ts'
import { hiddenFolder, readEnvFile, writeEnvFile } from './local/env-file.ts'
import { makeLease } from './local/lease.ts'
import { createLocalKey, startLocalServer } from './local/server.ts'
import { interruptible } from './signals.ts'
import { follow } from './webhooks/follow.ts'
import {
  answerLine,
  assertTarget,
  clockTime,
  createForwarder,
  type EventBody,
  type Forwarder,
  localSecret,
} from './webhooks/forward.ts'
import { readKeys } from './webhooks/keys.ts'

export interface DevOptions {
  forwardTo?: string
  port: number
  /** A folder, in that of the project. */
  data: string
  yes?: boolean
}

const SAMPLE = 'countersign-sample.pdf'
const SIGNER = { role: 'tenant', name: 'Ada Lovelace', email: 'ada@example.com' }
const WAIT_SECONDS = 20

const say = (text: string) => void process.stdout.write(`${text}\n`)

/**
 * `countersign dev`: a server for a project, its sandbox for the program that is being written there, and all that
 * happens in it as lines.
 * @throws UsageError, ConfigError
 */
export async function dev({ forwardTo, port, data, yes = false }: DevOptions): Promise<void> {
  const folder = process.cwd()
  // Refuses an address before a server is started.
  if (forwardTo) assertTarget(forwardTo)
  await hiddenFolder(resolve(data))
  await interruptible(async (signal, end) => {
    const server = await startLocalServer(resolve(data), port)
    void server.databaseLost.then(() => {
      process.exitCode = 1
      say('The database has ended.')
      end()
    })
    try {
      const { apiUrl, publicUrl } = server.ctx.config
      const env = await readEnvFile(folder)
      const { client, key } = await sandboxOf(server, env.COUNTERSIGN_API_KEY)
      const secret = localSecret({ secret: env.COUNTERSIGN_WEBHOOK_SECRET, key })
      const values = {
        COUNTERSIGN_API_KEY: key,
        COUNTERSIGN_BASE_URL: apiUrl,
        COUNTERSIGN_WEBHOOK_SECRET: secret,
      }
      say(`Countersign is running at ${publicUrl}, its documentation at ${publicUrl}/docs`)
      say(await writeEnvFile(folder, values, { yes, signal }))
      await writeSample(join(folder, SAMPLE))
      say(`${SAMPLE} is a PDF to send, to a signer with the role ${SIGNER.role}.`)
      say(forwardTo ? `Webhooks go to ${forwardTo}` : 'Webhooks go nowhere: --forward-to URL names your program.')
      const forwarder = forwardTo ? createForwarder(forwardTo, secret, 'full') : null
      await watch(client, forwarder, signal, end).finally(() => forwarder?.close())
    } finally {
      await server.stop()
    }
  })
}

/** The sandbox of this key, or a new one: the key may be of another server, or the sandbox may have ended. */
async function sandboxOf(server: RunningServer, given = ''): Promise<{ client: Countersign; key: string }> {
  const { apiUrl: baseUrl } = server.ctx.config
  if (given.startsWith('cs_test_')) {
    const client = new Countersign({ apiKey: given, baseUrl })
    const { response } = await client.raw.GET('/me')
    if (response.ok) return { client, key: given }
  }
  const live = new Countersign({ apiKey: await createLocalKey(server.ctx, 'My workspace'), baseUrl })
  const { key } = await live.sandboxes.create({ name: 'Development', expires_in: 'P30D' })
  return { client: live.withOptions({ apiKey: key }), key }
}

async function writeSample(path: string): Promise<void> {
  if (!existsSync(path)) await writeFile(path, await makeLease([SIGNER.role]))
}

/** Shows what happens until it is ended, and does what the keys say. */
async function watch(
  client: Countersign,
  forwarder: Forwarder | null,
  signal: AbortSignal,
  end: () => void,
): Promise<void> {
  let last: EventBody | null = null
  const show = async (event: EventBody) => say(answerLine(event, (await forwarder?.send(event)) ?? null))
  /** What a key does: the API may refuse it, as it refuses to sign what is signed. */
  const attempt = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => {
      if (!(error instanceof CommandError || error instanceof CountersignError)) throw error
      if (!signal.aborted) say(error.message)
    })
  }
  const stopKeys = readKeys({
    q: end,
    r: attempt(async () => (last ? show(last) : say('Nothing has happened yet: s sends a document.'))),
    s: attempt(() => sendSample(client)),
    g: attempt(() => signLast(client, last)),
  })
  if (process.stdin.isTTY)
    say('Keys: s sends the sample, g signs what was sent last, r repeats the last webhook, q ends.')
  try {
    await Promise.all([
      (async () => {
        for await (const event of follow(client, { payload: 'full', signal, note: say })) {
          last = event
          await show(event)
        }
      })(),
      showMessages(client, signal),
    ])
  } finally {
    stopKeys()
  }
}

async function sendSample(client: Countersign): Promise<void> {
  await client.signingRequests.create({
    file: await makeLease([SIGNER.role]),
    filename: SAMPLE,
    title: 'Lease of 1 Main Street',
    signers: [SIGNER],
  })
}

/** Signs for everybody who has not yet, in their order. */
async function signLast(client: Countersign, last: EventBody | null): Promise<void> {
  const id = last?.document_id
  if (typeof id !== 'string') throw new CommandError('There is nothing to sign yet: s sends a document.')
  const { signers } = await client.documents.get(id)
  const waiting = signers.filter((signer) => signer.signedAt === null)
  if (waiting.length === 0) throw new CommandError('Everybody has signed: s sends another document.')
  for (const signer of waiting.sort((a, b) => (a.order ?? 0) - (b.order ?? 0)))
    await client.sandbox.act(signer.id, { do: 'sign' })
}

/** Each mail and text message as it comes, instead of a mailbox. */
async function showMessages(client: Countersign, signal: AbortSignal): Promise<void> {
  const read = (after: string | undefined, wait: number) =>
    client.sandbox.messages({ after, wait }, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
      return []
    })
  let after = (await read(undefined, 0))[0]?.id ?? '0'
  while (!signal.aborted) {
    const messages = await read(after, WAIT_SECONDS)
    after = messages[0]?.id ?? after
    for (const message of messages.reverse()) say(messageLine(message))
  }
}

function messageLine({ channel, to, subject, text, links, code }: SandboxMessage): string {
  const said = code ? `code ${code}` : (subject ?? text.trim().replaceAll(/\s+/g, ' '))
  const head = `${clockTime()}  ${channel === 'sms' ? 'text message' : 'mail'} to ${to}: ${said}`
  const found = [links.sign, links.hand_over].filter((link) => link !== null)
  return [head, ...found.map((link) => `          ${link}`)].join('\n')
}
