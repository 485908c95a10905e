import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTIONS } from '../../server/domain/signers/states.ts'
import { startServer, type TestServer } from '../support/server.ts'

interface Published {
  format: number
  signer: {
    states: Record<string, { final: boolean }>
    transitions: Record<string, { from: string[]; to: string; event: string | null }>
    actions: Record<string, { from: string[] }>
  }
  document: { states: { status: string }[] }
  review: {
    initial: string
    states: Record<string, { final: boolean }>
    transitions: Record<string, { from: string[]; to: string; event: string }>
  }
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Written out from contract 3 and 4: the tests of the flows read from the table itself what is allowed. */
it('publishes the states and transitions of the contract', async () => {
  const { format, signer, document, review } = (await (await server.fetch('/state-machine.json')).json()) as Published
  expect(format).toBe(1)
  const moves = Object.entries(signer.transitions).map(([name, { from, to, event }]) => [name, from.join(), to, event])
  expect(moves).toEqual([
    ['release', 'queued', 'pending', 'signing_request.sent'],
    ['view', 'pending', 'viewed', 'signing_request.viewed'],
    ['sign', 'pending,viewed', 'signed', 'signing_request.signed'],
    ['decline', 'pending,viewed', 'declined', 'signing_request.declined'],
    ['confirm', 'queued', 'pending', 'signing_request.sent'],
    ['discard', 'queued', 'withdrawn', null],
    ['withdraw', 'pending,viewed,expired', 'withdrawn', 'signing_request.withdrawn'],
    ['expire', 'pending,viewed', 'expired', 'signing_request.expired'],
  ])
  const final = Object.entries(signer.states).flatMap(([state, one]) => (one.final ? [state] : []))
  expect(final).toEqual(['signed', 'declined', 'withdrawn'])
  expect(Object.keys(signer.states)).toEqual([...['queued', 'pending', 'viewed'], ...final, 'expired'])
  expect(Object.keys(signer.actions)).toEqual(Object.keys(ACTIONS))
  expect(signer.actions.remind!.from).toEqual(['pending', 'viewed'])
  expect(signer.actions.change_phone!.from).toEqual(['queued', 'pending', 'viewed'])
  expect(signer.actions.reassign!.from).toEqual(['queued', 'pending', 'viewed'])
  expect(signer.actions.renew_link!.from).toEqual(['queued', 'pending', 'viewed', 'signed'])
  expect(document.states.map(({ status }) => status)).toEqual([
    'staged',
    'discarded',
    'finalized',
    'signed',
    'abandoned',
    'declined',
    'withdrawn',
    'expired',
    'pending',
  ])
  expect(review.initial).toBe('staged')
  expect(Object.entries(review.states).map(([state, { final }]) => [state, final])).toEqual([
    ['staged', false],
    ['confirmed', true],
    ['discarded', true],
  ])
  expect(
    Object.entries(review.transitions).map(([name, { from, to, event }]) => [name, from.join(), to, event]),
  ).toEqual([
    ['confirm', 'staged', 'confirmed', 'template_instance.confirmed'],
    ['discard', 'staged', 'discarded', 'template_instance.discarded'],
    ['elapse', 'staged', 'discarded', 'template_instance.discarded'],
  ])
})
