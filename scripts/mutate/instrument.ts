import type { Mutation } from './mutations.ts'

/**
 * The source with all of these faults in it, each of them off: `__fault(id)` says which one is on. Needs mutations that
 * replace a whole expression or statement, and that are not evaluated when the module is loaded.
 */
export function instrument(text: string, mutations: { id: number; mutation: Mutation }[]): string {
  const places = new Map<string, { start: number; end: number; statement: boolean; options: [number, string][] }>()
  for (const { id, mutation } of mutations) {
    const { start, end, to, statement } = mutation.whole
    // A statement that ends without a semicolon is as long as its expression.
    const key = `${start}:${end}:${statement}`
    const place = places.get(key) ?? { start, end, statement, options: [] }
    place.options.push([id, to])
    places.set(key, place)
  }
  // The outermost first, each wrapped around what is inside of it.
  const ordered = [...places.values()].toSorted(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.statement) - Number(a.statement),
  )
  const render = (from: number, to: number, inside: typeof ordered): string => {
    let out = ''
    let at = from
    for (let index = 0; index < inside.length; ) {
      const place = inside[index]!
      let last = index + 1
      while (last < inside.length && inside[last]!.start < place.end) last++
      const own = render(place.start, place.end, inside.slice(index + 1, last))
      out += text.slice(at, place.start)
      out += place.statement
        ? `{ if (!__fault(${place.options[0]![0]})) { ${own} } }`
        : `(${place.options.map(([id, fault]) => `__fault(${id}) ? (${fault}) : `).join('')}(${own}))`
      at = place.end
      index = last
    }
    return out + text.slice(at, to)
  }
  return render(0, text.length, ordered)
}
