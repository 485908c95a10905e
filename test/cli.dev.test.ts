import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Countersign } from '../sdk/src/index.ts'
import { type CliProcess, commandFile, startCli } from './support/cli.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'

let folder: string
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  folder = await mkdtemp(join(tmpdir(), 'countersign-dev-'))
  // The embedded database may run as a user of its own.
  await chmod(folder, 0o755)
  await mkdir(join(folder, '.git'))
})
afterAll(async () => {
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const text = (name: string) => readFile(join(folder, name), 'utf8')
const env = async () => parseEnv(await text('.env'))

async function developing(...args: string[]): Promise<CliProcess> {
  const started = startCli(['dev', '--port', '0', ...args], {}, ['env', '-C', folder])
  onTestFinished(() => void started.child.kill('SIGINT'))
  await expect.poll(() => started.output.stdout).toContain('Ready')
  return started
}

async function interrupted({ child, output }: CliProcess) {
  // As under npx: the terminal's, and the same again from each wrapper.
  child.kill('SIGINT')
  setTimeout(() => child.kill('SIGINT'), 50)
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...output }
}

describe('countersign dev', () => {
  it('gives a program all that it needs, and shows what happens', async () => {
    await writeFile(join(folder, '.env'), 'OTHER=1\nCOUNTERSIGN_BASE_URL=http://localhost:1/v1\n# the end')
    await writeFile(join(folder, '.gitignore'), 'node_modules')
    const started = await developing('--yes', '--forward-to', `${receiver.url}/webhooks`)
    const { COUNTERSIGN_API_KEY: apiKey, COUNTERSIGN_BASE_URL: baseUrl, ...others } = await env()
    expect(apiKey).toMatch(/^cs_test_[0-9a-f]{32}$/)
    expect((await text('.env')).split('\n').map((line) => line.split('=')[0])).toEqual([
      ...['OTHER', 'COUNTERSIGN_BASE_URL', '# the end', 'COUNTERSIGN_API_KEY', 'COUNTERSIGN_WEBHOOK_SECRET', ''],
    ])
    expect(await text('.gitignore')).toBe('node_modules\n.env\n')
    expect(await text('.countersign/.gitignore')).toBe('*\n')
    receiver.secrets.set('/webhooks', others.COUNTERSIGN_WEBHOOK_SECRET!)
    // The program that is being written.
    const client = new Countersign({ apiKey, baseUrl })
    await client.signingRequests.create({
      file: await readFile(join(folder, 'countersign-sample.pdf')),
      signers: [
        {
          ...{ email: 'grace@example.com', role: 'tenant', name: 'Grace Hopper' },
          ...{ phone_e164: '+15005550006', require_sms_verification: true },
        },
      ],
    })
    await receiver.received(1)
    await expect.poll(() => started.output.stdout).toMatch(/mail to grace@example\.com: .*\n +http:\S+\/sign\/\S+\n/)
    const { data } = await client.raw.GET('/sandbox/messages', { params: { query: { to: 'grace@example.com' } } })
    const [invitation] = data!.messages
    const params = { path: { id: invitation!.signing_request_id! } }
    await client.raw.POST('/sandbox/signing-requests/{id}/act', { params, body: { do: 'request_code' } })
    await expect.poll(() => started.output.stdout).toMatch(/text message to \+15005550006: code \d+\n/)
    await receiver.received(2)
    const { code, stdout, stderr } = await interrupted(started)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/signing_request\.sent +evt_\w+ {2}200 {2}\d+ ms\n/)
    expect(stdout).not.toContain('cs_test_')
  })

  it('goes on in the same sandbox, and leaves a live key alone', async () => {
    const before = await env()
    const again = await developing()
    expect(again.output.stdout).toContain('.env stays as it is (--yes writes it). Your program needs:')
    expect(again.output.stdout).toContain(`COUNTERSIGN_API_KEY=${before.COUNTERSIGN_API_KEY}\n`)
    expect(again.output.stdout).toContain('--forward-to URL names your program')
    expect((await interrupted(again)).code).toBe(0)
    const live = `COUNTERSIGN_API_KEY=cs_live_${'0'.repeat(32)}\n`
    await writeFile(join(folder, '.env'), live)
    const beside = await developing('--yes')
    expect(beside.output.stdout).toContain('.env has a key of a live workspace, and stays as it is.')
    expect(beside.output.stdout).toMatch(/COUNTERSIGN_API_KEY=cs_test_[0-9a-f]{32}\n/)
    expect((await interrupted(beside)).code).toBe(0)
    expect(await text('.env')).toBe(live)
  })

  it.skipIf(!hasTerminals())('asks, and sends, signs and repeats by keys, on a terminal', async () => {
    await rm(join(folder, '.env'))
    const command = `${process.execPath} ${commandFile()} dev --port 0 --forward-to ${receiver.url}/keys`
    const settings = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm' }
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, env: settings, stdio: 'pipe' })
    onTestFinished(() => void child.kill())
    let shown = ''
    child.stdout.on('data', (chunk) => {
      shown += String(chunk)
    })
    await expect.poll(() => shown).toContain('COUNTERSIGN_WEBHOOK_SECRET to .env? [Y/n]')
    child.stdin.write('y\r')
    await expect.poll(() => shown).toContain('Ready')
    receiver.secrets.set('/keys', (await env()).COUNTERSIGN_WEBHOOK_SECRET!)
    const before = receiver.deliveries.length
    child.stdin.write('g')
    await expect.poll(() => shown).toContain('There is nothing to sign yet')
    child.stdin.write('s')
    await receiver.received(before + 1)
    await expect.poll(() => shown).toMatch(/signing_request\.sent .* 200 /)
    child.stdin.write('g')
    await receiver.received(before + 4)
    await expect.poll(() => shown).toMatch(/document\.completed .* 200 /)
    child.stdin.write('r')
    await receiver.received(before + 5)
    const events = receiver.deliveries.slice(before).map(({ event }) => event.event)
    expect(events).toEqual([
      ...['signing_request.sent', 'signing_request.viewed', 'signing_request.signed'],
      ...['document.completed', 'document.completed'],
    ])
    child.stdin.write('g')
    await expect.poll(() => shown).toContain('Everybody has signed')
    child.stdin.write('q')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await readdir(folder)).toContain('countersign-sample.pdf')
  })

  it('refuses an address before it starts anything', async () => {
    const { child, output } = startCli(['dev', '--forward-to', 'localhost:4000'], {}, ['env', '-C', folder])
    expect(await once(child, 'close')).toEqual([2, null])
    expect(output.stderr).toContain('--forward-to takes a URL')
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
