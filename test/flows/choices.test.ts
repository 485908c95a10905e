import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FieldValue } from '../../server/domain/signing/values.ts'
import type { ClientField } from '../../server/web/signing/client-data.ts'
import { Signer, willing } from '../support/flow.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { HEATING, heatingModel, instantiate, lockedTemplate } from '../support/templates.ts'

type Refusal = { code: string; meta?: Record<string, unknown> }

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

const ticked = (checked: boolean): FieldValue => ({ type: 'checked', checked })

/** A lease whose tenant chooses between gas and oil. */
async function sent(required: boolean, values: Record<string, unknown> = {}) {
  const { id } = await lockedTemplate(server, key, { template: heatingModel(required), fields: HEATING })
  const { status, body } = await instantiate(server, key, id, { field_values: values })
  expect(status, JSON.stringify(body)).toBe(201)
  const signer = new Signer(server, body.recipients[0]!.signing_url!)
  const { fields } = await signer.data()
  const option = (name: string) => fields.filter((field) => field.choice?.option === name)
  const save = (given: Record<string, FieldValue | null>) =>
    signer.call<Refusal & { saved: object }>('PUT', 'fields', { values: given })
  const shown = async () => {
    const { fields: now } = await signer.data()
    return now.flatMap(({ choice, value }) =>
      choice && value?.type === 'checked' && value.checked ? [choice.option] : [],
    )
  }
  const sign = (values: (field: ClientField) => FieldValue) => signer.sign({ values })
  return { gas: option('gas'), oil: option('oil'), fields, save, shown, sign }
}

const onlyInk = (choose: (option: string) => boolean) => (field: ClientField) =>
  field.choice ? ticked(choose(field.choice.option)) : willing(field, 'Ada')

it('each option has a name of its own, and all of them are required if one is', async () => {
  const { gas, oil } = await sent(true)
  expect([...gas, ...oil].map(({ name, required }) => [name, required])).toEqual([
    ['Heating: gas', true],
    ['Heating: gas', true],
    ['Heating: oil', true],
  ])
})

it('ticking an option takes the tick from the others, in all of their boxes', async () => {
  const { gas, oil, save, shown } = await sent(true)
  expect((await save({ [gas[0]!.id]: ticked(true) })).status).toBe(200)
  expect(await shown()).toEqual(['gas', 'gas'])
  expect((await save({ [oil[0]!.id]: ticked(true) })).status).toBe(200)
  expect(await shown()).toEqual(['oil'])
})

it('two at once are refused, while saving and at the end', async () => {
  const { gas, oil, save, sign } = await sent(true)
  const refused = { status: 400, body: { code: 'field_invalid', meta: { reason: 'one_option' } } }
  expect(await save({ [gas[0]!.id]: ticked(true), [oil[0]!.id]: ticked(true) })).toMatchObject(refused)
  expect(await sign(onlyInk(() => true))).toMatchObject(refused)
})

it('one must be ticked where the choice is required, whatever the other boxes hold', async () => {
  const { gas, oil, sign } = await sent(true)
  const refused = await sign(onlyInk(() => false))
  expect(refused).toMatchObject({ status: 400, body: { code: 'field_required' } })
  const ids = (refused.body as { meta: { field_ids: string[] } }).meta.field_ids
  expect(ids.sort()).toEqual([...gas, ...oil].map(({ id }) => id).sort())
  expect((await sign(onlyInk((option) => option === 'oil'))).status).toBe(200)
})

it('none need be ticked where it is not', async () => {
  const { sign } = await sent(false)
  expect((await sign(onlyInk(() => false))).status).toBe(200)
})

it('the option that the sender filled in may be changed, and stays one', async () => {
  const { oil, save, shown } = await sent(true, { heating: 'gas' })
  expect(await shown()).toEqual(['gas', 'gas'])
  await save({ [oil[0]!.id]: ticked(true) })
  expect(await shown()).toEqual(['oil'])
})
