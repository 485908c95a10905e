import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CliProcess, commandFile, startCli, useCommandSettings, useCommands } from './support/cli.ts'
import { send } from './support/flow.ts'
import { freePort } from './support/free-port.ts'
import { answer, type Receiver, startReceiver } from './support/receiver.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

let env: Record<string, string>
useCommandSettings((settings) => {
  env = settings
})
const run = useCommands()

let server: ServerProcess
let receiver: Receiver
/** Of a sandbox for each test. */
let key: string
let liveKey: string
const SECRET = `whsec_${'5f'.repeat(24)}`

beforeAll(async () => {
  env = { ...env, PORT: String(await freePort()), LOG_LEVEL: 'info' }
  server = await startServerProcess(env)
  liveKey = (await run(['keys', 'create', '--workspace', 'Acme', '--create'], env)).stdout.trim()
})
afterAll(() => server.stop())

const asKey = (text: string) => ({ key: text, id: '', workspaceId: '' })
const call = <Body>(method: string, path: string, json: object, by = key) =>
  server.call<Body>(asKey(by), method, `/v1${path}`, { json })

beforeEach(async () => {
  key = (await call<{ key: string }>('POST', '/sandboxes', {}, liveKey)).body.key
  receiver = await startReceiver()
  receiver.secrets.set('/listen', SECRET)
  return () => receiver.close()
})

const SIGNERS = [{ email: 'ada@example.com', name: 'Ada Lovelace' }]
/** Sends a document: one event. */
const sendOne = async () => (await send(server, asKey(key), { signers: SIGNERS })).signers[0]!.signingRequestId
const settings = () => ({ COUNTERSIGN_API_KEY: key, COUNTERSIGN_BASE_URL: `${server.url}/v1` })

async function listening(args: string[], more: Record<string, string> = {}): Promise<CliProcess> {
  const started = startCli(['listen', ...args], { ...settings(), ...more })
  await expect.poll(() => started.output.stderr).toContain('Ready')
  return started
}

async function interrupted({ child, output }: CliProcess) {
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...output }
}

describe('countersign listen', () => {
  it('sends each event on exactly as a hook gets it, and says how it was answered', async () => {
    const url = `${receiver.url}/hook`
    const { body: hook } = await call<{ secret: string }>('POST', '/hooks', { target_url: url })
    receiver.secrets.set('/hook', hook.secret)
    await sendOne()
    await receiver.received(1)
    const started = await listening(['--forward-to', `${receiver.url}/listen`, '--secret', SECRET])
    const id = await sendOne()
    await call('POST', `/sandbox/signing-requests/${id}/act`, { do: 'sign' })
    // One before; then sent, viewed, signed and completed, twice.
    await receiver.received(9)
    const { code, stdout, stderr } = await interrupted(started)
    expect(code).toBe(0)
    expect(stderr).toContain(`Signed with ${SECRET}`)
    const to = (path: string) => receiver.deliveries.filter((delivery) => delivery.path === path)
    const forwarded = to('/listen')
    expect(forwarded.map(({ event }) => event.event)).toEqual([
      'signing_request.sent',
      'signing_request.viewed',
      'signing_request.signed',
      'document.completed',
    ])
    const names = ({ headers }: (typeof forwarded)[number]) => Object.keys(headers).sort()
    for (const one of forwarded) {
      const real = to('/hook').find(({ eventId }) => eventId === one.eventId)!
      expect([one.body, one.userAgent, names(one)]).toEqual([real.body, real.userAgent, names(real)])
    }
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[3]).toMatch(/^\d\d:\d\d:\d\d {2}document\.completed +evt_[0-9a-f]{32} {2}200 {2}\d+ ms$/)
  })

  it('loses and repeats nothing while the server restarts', async () => {
    const started = await listening(['--forward-to', `${receiver.url}/listen`, '--secret', SECRET])
    await sendOne()
    await receiver.received(1)
    await server.kill()
    await expect.poll(() => started.output.stderr).toContain('trying again')
    server = await startServerProcess(env)
    await Promise.all([sendOne(), sendOne()])
    await receiver.received(3)
    await sendOne()
    await receiver.received(4)
    const { code, stderr } = await interrupted(started)
    expect([code, stderr]).toEqual([0, expect.stringContaining('The server is back.')])
    expect(new Set(receiver.deliveries.map(({ eventId }) => eventId)).size).toBe(4)
    expect(receiver.deliveries).toHaveLength(4)
  })

  it('starts with the first event of a workspace that had none, and goes on when the workspace is emptied', async () => {
    const started = await listening(['--print'])
    await sendOne()
    await expect.poll(() => started.output.stdout.split('\n')).toHaveLength(2)
    // It asks again when the event that it has is gone.
    started.child.kill('SIGSTOP')
    await server.kill()
    server = await startServerProcess(env)
    expect((await server.call(asKey(key), 'DELETE', '/v1/sandbox')).status).toBe(204)
    await sendOne()
    started.child.kill('SIGCONT')
    await expect.poll(() => started.output.stdout.split('\n')).toHaveLength(3)
    const { code, stdout, stderr } = await interrupted(started)
    expect([code, stderr]).toEqual([0, expect.stringContaining('is not an event of the last 30 days')])
    const ids = stdout.match(/evt_[0-9a-f]{32}/g)
    expect(new Set(ids).size).toBe(2)
  })

  it('prints JSON and nothing else with --print, of the events that are asked for', async () => {
    const started = await listening(['--print', '--payload', 'minimal', '--events', 'signing_request.signed'])
    const id = await sendOne()
    await call('POST', `/sandbox/signing-requests/${id}/act`, { do: 'sign' })
    await expect.poll(() => started.output.stdout).toContain('\n')
    const { code, stdout } = await interrupted(started)
    const [event, ...others] = stdout.trimEnd().split('\n')
    expect([code, others]).toEqual([0, []])
    expect(JSON.parse(event!)).toMatchObject({ event: 'signing_request.signed', signing_request_id: id })
    expect(JSON.parse(event!)).not.toHaveProperty('signer')
  })

  it('shows what a receiver answers that does not accept, and one that is not there', async () => {
    receiver.answer(answer(500, 'no\n such order'))
    const [refusing, absent] = await Promise.all([
      listening(['--forward-to', `${receiver.url}/listen`, '--secret', SECRET]),
      listening(['--forward-to', `http://localhost:${await freePort()}`]),
    ])
    await sendOne()
    await expect.poll(() => refusing.output.stdout).toMatch(/ {2}500 {2}\d+ ms\n +no such order\n/)
    await expect.poll(() => absent.output.stdout).toMatch(/ {2}--- {2}\d+ ms\n +network: connection refused\n/)
    // The secret belongs to the key: the same in each run.
    const secret = /whsec_[0-9a-f]{48}/.exec(absent.output.stderr)![0]
    expect((await interrupted(absent)).code).toBe(0)
    const again = await listening(['--forward-to', 'http://localhost:9'])
    expect(again.output.stderr).toContain(secret)
    await Promise.all([interrupted(again), interrupted(refusing)])
  })

  it('says what it needs, and what the server refuses', async () => {
    const listen = (args: string[], more = {}) => run(['listen', ...args], { ...settings(), ...more })
    expect(await listen([])).toMatchObject({ code: 2, stderr: expect.stringContaining('--forward-to is required') })
    expect(await run(['listen', '--print'], {})).toMatchObject({ code: 2, stderr: expect.stringContaining('--key') })
    expect(await listen(['--forward-to', 'localhost:4000'])).toMatchObject({ code: 2 })
    expect(await listen(['--print', '--events', 'document.complete'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'there is no event "document.complete"; did you mean document.completed?\n',
    })
    const wrong = { COUNTERSIGN_API_KEY: `cs_live_${'0'.repeat(32)}` }
    expect(await listen(['--print'], wrong)).toMatchObject({ code: 1, stderr: expect.stringContaining('answers 401') })
    const bare = { COUNTERSIGN_BASE_URL: server.url }
    expect(await listen(['--print'], bare)).toMatchObject({ code: 1, stderr: expect.stringContaining('/v1') })
  })

  it.skipIf(!hasTerminals())('sends the last one again by r, and ends by q, on a terminal', async () => {
    const command = `${process.execPath} ${commandFile()} listen --forward-to ${receiver.url}/listen --secret ${SECRET}`
    const all = { PATH: process.env.PATH, TERM: 'xterm', ...settings() }
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: all, stdio: 'pipe' })
    let shown = ''
    child.stdout.on('data', (chunk) => {
      shown += String(chunk)
    })
    await expect.poll(() => shown).toContain('Ready')
    await sendOne()
    await receiver.received(1)
    child.stdin.write('r')
    await receiver.received(2)
    const [first, second] = receiver.deliveries
    expect(second!.body).toBe(first!.body)
    child.stdin.write('q')
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

function hasTerminals(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v script'])
    return true
  } catch {
    return false
  }
}

describe('countersign trigger', () => {
  const trigger = (...args: string[]) => run(['trigger', ...args], { COUNTERSIGN_WEBHOOK_SECRET: SECRET })

  it('sends an example that the spec and other libraries accept, without a server', async () => {
    const to = ['--forward-to', `${receiver.url}/listen`]
    for (const [event, mode] of [
      ['document.completed', 'full'],
      ['signing_request.signed', 'minimal'],
      ['ping', 'full'],
    ] as const) {
      const { code, stdout } = await trigger(event, ...to, '--payload', mode)
      expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`${event} +evt_\\w+ {2}200 {2}\\d+ ms\\n$`))])
    }
    expect(receiver.deliveries.map(({ event }) => event.event)).toEqual([
      ...['document.completed', 'signing_request.signed', 'ping'],
    ])
    receiver.answer(answer(400))
    const refused = await trigger('document.completed', ...to)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('did not accept it') })
  })

  it('changes values by their paths, and keeps what is a text one', async () => {
    const { stdout } = await trigger(
      ...['signing_request.signed', '--print', '--set', 'signer.email=grace@example.com', '--set', 'reference=17'],
      ...['--set', 'metadata.order=7', '--set', 'metadata.paid=true'],
    )
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'signing_request.signed',
      signer: { email: 'grace@example.com', name: 'Ada Lovelace' },
      reference: '17',
      metadata: { order: '7', paid: true },
    })
  })

  it.each([
    [['document.complete', '--print'], 'there is no event "document.complete"; did you mean document.completed?'],
    [['zebra', '--print'], 'there is no event "zebra"; there are: signing_request.sent'],
    [['document.completed'], '--forward-to is required'],
    [['document.completed', '--print', '--set', 'signer'], '--set takes path=value'],
    [['document.completed', '--print', '--set', 'signer.emial=x'], 'did you mean email?'],
    [['document.completed', '--print', '--set', 'sha256.x=1'], 'nothing has the key x there'],
  ])('explains how %j is wrong', async (args, said) => {
    expect(await trigger(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
  })

  it('signs with what listen signs with when it is given the key alone', async () => {
    const [args, by] = [['trigger', 'ping', '--forward-to', `${receiver.url}/x`], { COUNTERSIGN_API_KEY: key }]
    const started = await listening(['--forward-to', `${receiver.url}/x`])
    receiver.secrets.set('/x', /whsec_[0-9a-f]{48}/.exec(started.output.stderr)![0])
    expect((await run(args, by)).code).toBe(0)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await run(args, {})).toMatchObject({ code: 2, stderr: expect.stringContaining('no secret to sign with') })
    await interrupted(started)
  })
})
