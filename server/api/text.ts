/**
 * At most `limit` characters, counted as JSON Schema counts them: code points, not UTF-16 units.
 * Spread into zod's `refine`.
 */
export function atMost(limit: number): [(text: string) => boolean, string] {
  const says = `must have at most ${limit} characters`
  // Every character takes one or two units: only a text between the two bounds has to be counted.
  return [(text) => text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit), says]
}
