import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, type Command, type PlacedBox } from '../../server/web/islands/boxes/commands.ts'
import { History, MOST_STEPS } from '../../server/web/islands/boxes/history.ts'

interface Box extends PlacedBox {
  kind: string
}
interface Model {
  name: string
  boxes: readonly Box[]
}

const id = fc.integer({ min: 0, max: 9 }).map(String)
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const place = { page: fc.integer({ min: 1, max: 3 }), x: fraction, y: fraction, w: fraction, h: fraction }
const kind = fc.constantFrom('signature', 'text', 'table')
const box: fc.Arbitrary<Box> = fc.record({ id, ...place, kind })
const model: fc.Arbitrary<Model> = fc.record({
  name: fc.string({ maxLength: 5 }),
  boxes: fc.uniqueArray(box, { selector: ({ id }) => id, maxLength: 8 }),
})
/** Also with ids that are not there, or are there already, and places beyond the end. */
const one: fc.Arbitrary<Command<Model>> = fc.oneof(
  fc
    .array(fc.record({ at: fc.nat(12), box }), { maxLength: 4 })
    .map((boxes) => ({ type: 'insert' as const, boxes: boxes.toSorted((a, b) => a.at - b.at) })),
  fc.record({ type: fc.constant('remove' as const), ids: fc.array(id, { maxLength: 5 }) }),
  fc.record({
    type: fc.constant('change' as const),
    boxes: fc.array(fc.record({ id, to: fc.record({ ...place, kind }, { requiredKeys: [] }) }), { maxLength: 5 }),
  }),
  fc.record({ type: fc.constant('order' as const), ids: fc.shuffledSubarray([...'0123456789']) }),
  fc.record({ type: fc.constant('amend' as const), to: fc.record({ name: fc.string({ maxLength: 5 }) }) }),
)
const command: fc.Arbitrary<Command<Model>> = fc.oneof(
  one,
  fc.array(one, { maxLength: 5 }).map((commands) => ({ type: 'all' as const, commands })),
)

describe('editor.reducer.inverse', () => {
  test('the inverse of any command gives the model that was before, and changes nothing in place', () => {
    fc.assert(
      fc.property(model, command, (before, done) => {
        const copy = structuredClone(before)
        const after = apply(before, done)
        expect(before).toEqual(copy)
        expect(apply(after.model, after.inverse).model).toEqual(before)
      }),
      { numRuns: 2_000 },
    )
  })

  test('any number of steps can be undone and done again', () => {
    fc.assert(
      fc.property(model, fc.array(command, { maxLength: 12 }), (before, commands) => {
        const history = new History(before)
        for (const [at, done] of commands.entries()) history.do(String(at), done)
        const after = history.model
        for (const at of commands.keys()) expect(history.undo()).toBe(String(commands.length - 1 - at))
        expect([history.model, history.undo(), history.canUndo]).toEqual([before, null, false])
        for (const at of commands.keys()) expect(history.redo()).toBe(String(at))
        expect([history.model, history.redo(), history.canRedo]).toEqual([after, null, false])
      }),
      { numRuns: 300 },
    )
  })

  test('what was undone cannot come back after something else was done', () => {
    const history = new History<Model>({ name: 'a', boxes: [] })
    history.do('b', { type: 'amend', to: { name: 'b' } })
    history.undo()
    history.do('c', { type: 'amend', to: { name: 'c' } })
    expect([history.redo(), history.model.name]).toEqual([null, 'c'])
  })

  test(`keeps ${MOST_STEPS} steps`, () => {
    const history = new History<Model>({ name: '-', boxes: [] })
    for (let at = 0; at <= MOST_STEPS; at++) history.do('name', { type: 'amend', to: { name: String(at) } })
    for (let at = 0; at < MOST_STEPS; at++) expect(history.undo()).toBe('name')
    expect([history.undo(), history.model.name]).toEqual([null, '0'])
  })
})
