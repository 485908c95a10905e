/** A rectangle on a page: fractions of the page as displayed, origin top left. */
export interface Place {
  /** From 1. */
  page: number
  x: number
  y: number
  w: number
  h: number
}

/** What can be placed. Each user of the boxes adds what else its boxes are. */
export interface PlacedBox extends Place {
  /** Unique among the boxes of a model. */
  id: string
}

/** A model is its boxes, in reading order, and whatever else there is to edit. Nothing in it is ever changed in place. */
export interface BoxModel {
  boxes: readonly PlacedBox[]
}

export type BoxOf<M extends BoxModel> = M['boxes'][number]

/** A change of a model, as plain data. What it names and is not there any more is passed over. */
export type Command<M extends BoxModel> =
  /** `at`: the place in the order that the box has afterwards, ascending. */
  | { type: 'insert'; boxes: { at: number; box: BoxOf<M> }[] }
  | { type: 'remove'; ids: string[] }
  | { type: 'change'; boxes: { id: string; to: Partial<Omit<BoxOf<M>, 'id'>> }[] }
  /** The order of all boxes; those not named keep their order behind the others. */
  | { type: 'order'; ids: string[] }
  /** Everything but the boxes. */
  | { type: 'amend'; to: Partial<Omit<M, 'boxes'>> }
  | { type: 'all'; commands: Command<M>[] }

export interface Applied<M extends BoxModel> {
  model: M
  /** Applied to `model`, it gives what was before. */
  inverse: Command<M>
}

/** Carries a command out. Pure: the model given stays as it is. */
export function apply<M extends BoxModel>(model: M, command: Command<M>): Applied<M> {
  switch (command.type) {
    case 'insert':
      return insert(model, command.boxes)
    case 'remove': {
      const gone = new Set(command.ids)
      const removed = model.boxes.flatMap((box, at) => (gone.has(box.id) ? [{ at, box }] : []))
      const boxes = model.boxes.filter(({ id }) => !gone.has(id))
      return { model: { ...model, boxes }, inverse: { type: 'insert', boxes: removed } }
    }
    case 'change':
      return change(model, command.boxes)
    case 'order': {
      const before = model.boxes.map(({ id }) => id)
      const places = new Map(command.ids.map((id, at) => [id, at]))
      const placeOf = ({ id }: PlacedBox) => places.get(id) ?? places.size
      const boxes = [...model.boxes].sort((a, b) => placeOf(a) - placeOf(b))
      return { model: { ...model, boxes }, inverse: { type: 'order', ids: before } }
    }
    case 'amend':
      return { model: { ...model, ...command.to }, inverse: { type: 'amend', to: pick(model, command.to) } }
    case 'all': {
      const inverses: Command<M>[] = []
      let current = model
      for (const one of command.commands) {
        const { model: next, inverse } = apply(current, one)
        current = next
        inverses.unshift(inverse)
      }
      return { model: current, inverse: { type: 'all', commands: inverses } }
    }
  }
}

function insert<M extends BoxModel>(model: M, added: { at: number; box: BoxOf<M> }[]): Applied<M> {
  const known = new Set(model.boxes.map(({ id }) => id))
  const boxes = [...model.boxes]
  const ids: string[] = []
  for (const { at, box } of added) {
    if (known.has(box.id)) continue
    known.add(box.id)
    boxes.splice(at, 0, box)
    ids.push(box.id)
  }
  return { model: { ...model, boxes }, inverse: { type: 'remove', ids } }
}

function change<M extends BoxModel>(
  model: M,
  changes: { id: string; to: Partial<Omit<BoxOf<M>, 'id'>> }[],
): Applied<M> {
  const byId = new Map(changes.map(({ id, to }) => [id, to]))
  const before: typeof changes = []
  const boxes = model.boxes.map((box) => {
    const to = byId.get(box.id)
    if (!to) return box
    before.push({ id: box.id, to: pick(box as BoxOf<M>, to) })
    return { ...box, ...to }
  })
  return { model: { ...model, boxes }, inverse: { type: 'change', boxes: before } }
}

/** The values that `of` has for the keys of `like`. */
function pick<T extends object>(of: T, like: object): Partial<T> {
  return Object.fromEntries(Object.keys(like).map((key) => [key, of[key as keyof T]])) as Partial<T>
}
