import { expect, test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { readRequest, send } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

let server: TestServer
let key: TestKey
useStage((stage) => {
  ;({ server, key } = stage)
})

test('a document gets more time, for those who have less, as the trail says', async () => {
  const anna = await signIn(server, { workspaceId: key.workspaceId, role: 'member' })
  const { documentId, signers } = await send(server, key, { signers: [{ email: 'ada@example.com' }] })
  const base = `/documents/${documentId}`
  const path = `${base}/extend`
  expect(await (await anna.get(base)).text()).toContain(`href="${path}"`)
  expect(await (await anna.get(path)).text()).toContain('Days to sign')
  for (const days of ['91', 'many']) {
    const refused = await anna.post(path, { expires_in_days: days })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Enter a number of days')])
  }
  const until = new Date(server.clock.now().getTime() + 30 * 86_400_000).toISOString()
  const more = { expires_in_days: '30' }
  expect(await anna.follow(await anna.post(path, more))).toContain('The deadline was extended.')
  expect(await anna.follow(await anna.post(path, more))).toContain('Everybody already has at least that much time.')
  const row = await readRequest(server, key, signers[0]!.signingRequestId)
  expect(row.expiresAt).toBe(until)
  expect(row.auditEvents.filter(({ type }) => type === 'deadline_extended')).toMatchObject([
    { meta: { expires_at: until } },
  ])
  // Past the time it would have had.
  server.clock.advance(20 * 86_400_000)
  await server.run('expire-requests', {})
  expect((await readRequest(server, key, signers[0]!.signingRequestId)).status).toBe('pending')
  await anna.post(`${base}/withdraw`)
  expect(await anna.follow(await anna.get(path))).toContain('Nobody can sign it any more.')
  expect(await anna.follow(await anna.post(path, more))).toContain('Nobody can sign it any more.')
})
