import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'
import { dashboardVisit, signIn } from '../support/dashboard.ts'
import { readRequest, Signer, send } from '../support/flow.ts'
import type { TestKey, TestServer } from '../support/server.ts'
import { useStage } from './stage.ts'

/** "This is not for me": what the sender is asked, and what the signer reads afterwards. */

const ARUN = { name: 'Arun Patel', email: 'arun@example.com' }
const NINA = { name: 'Nina Novak', email: 'nina@example.com' }

let server: TestServer
let browser: Browser
let key: TestKey
useStage(
  (stage) => {
    ;({ server, browser, key } = stage)
  },
  { workspace: 'Northwind' },
)

async function proposed(phone = {}) {
  const signers = [{ email: 'priya@example.com', name: 'Priya Patel', ...phone }]
  const { documentId, signers: rows } = await send(server, key, { title: 'Lease of May', signers })
  const { signingUrl, signingRequestId: id } = rows[0]!
  const signer = new Signer(server, signingUrl)
  await signer.call('POST', 'hand-over', ARUN)
  return { documentId, path: `/documents/${documentId}`, id, signer, signingUrl }
}

test('a proposal is answered on the document: ignored, then another one passed on', async () => {
  const { documentId, id, path, signer, signingUrl } = await proposed()
  const who = { workspaceId: key.workspaceId, role: 'member' as const, width: 390, height: 800 }
  const { page, complaints, close } = await dashboardVisit(browser, server, who)
  const attention = async () => {
    await page.goto(`${server.url}/documents?tab=attention`)
    return page.getByText('Meant for someone else?').count()
  }
  expect(await attention()).toBe(1)
  await page.goto(server.url + path)
  await page.getByText('It is meant for Arun Patel, arun@example.com.').waitFor()
  expect([await axeViolations(page), await sidewaysScroll(page)]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Ignore' }).click()
  await page.getByText('It stays with Priya Patel, whose page says so.').waitFor()
  expect(await page.getByText('this is not for me').count()).toBe(0)
  expect(await signer.page()).toContain('Northwind asks you to sign yourself.')
  expect(await attention()).toBe(0)

  await signer.call('POST', 'hand-over', NINA)
  expect(await signer.page()).not.toContain('Northwind asks you to sign yourself.')
  await page.goto(server.url + path)
  await page.getByRole('button', { name: 'Pass on to Nina' }).click()
  await page.getByText('Nina Novak signs instead; an invitation is on its way.').waitFor()
  expect(await (await fetch(signingUrl)).text()).toContain('Northwind has passed Lease of May on to Nina Novak')
  const { auditEvents, ...row } = await readRequest(server, key, id)
  expect(row).toMatchObject({ ...NINA, documentId })
  expect(auditEvents.filter(({ type }) => type === 'hand_over_ignored')).toMatchObject([
    { meta: { proposed_email: ARUN.email, proposed_name: ARUN.name, user_email: expect.any(String) } },
  ])
  expect(complaints).toEqual([])
  await close()
})

test('an answer to what somebody else has answered does nothing; a phone is asked for where a code is needed', async () => {
  const anna = await signIn(server, { workspaceId: key.workspaceId, role: 'member' })
  const { id, path, signer } = await proposed()
  const answer = (choice: string, proposal = '1') =>
    anna.post(`${path}/signers/${id}/proposal`, { do: choice, proposal, link: '1' })
  await signer.call('POST', 'hand-over', NINA)
  for (const choice of ['ignore', 'pass-on'])
    expect(await anna.follow(await answer(choice))).toContain('This was decided already.')
  expect(await anna.follow(await answer('pass-on', '2'))).toContain('Nina Novak signs instead')
  expect(await anna.follow(await answer('pass-on', '2'))).toContain('This was decided already.')
  expect((await readRequest(server, key, id)).email).toBe(NINA.email)
  const coded = await proposed({ phone_e164: '+41791234567', require_sms_verification: true })
  const html = await (await anna.get(coded.path)).text()
  const reassign = `${coded.path}/signers/${coded.id}/reassign`
  expect(html).toContain(`href="${reassign}"`)
  expect(await (await anna.get(reassign)).text()).toContain(`value="${ARUN.email}"`)
})
