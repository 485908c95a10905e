/** A time as answers have it. */
const TIME = '2026-03-02T09:30:00.000Z'
/** In place of any SHA-256. */
export const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/**
 * A value with what differs from run to run replaced by examples: ids (the same one by the same), times, keys, secrets,
 * hashes, and the addresses of the servers that ran.
 * @param origin of the server that was called
 */
export function asExample<Value>(value: Value, origin: string): Value {
  const ids = new Map<string, string>()
  const text = JSON.stringify(value)
    .replaceAll(origin, 'https://sign.example.com')
    // The addresses of receivers and file servers; one without a port is what the test is about.
    .replace(/\b(?:localhost|127\.0\.0\.1):\d+/g, 'files.example.com')
    .replace(/\bcs_live_[0-9a-f]{32}\b/g, 'cs_live_...')
    .replace(/\bwhsec_[\w-]{16,}/g, 'whsec_...')
    .replace(/\bcs_test_[0-9a-f]{32}\b/g, 'cs_test_...')
    .replace(/\bevt_(?:[0-9a-f]{32})\b/g, 'evt_...')
    .replace(/\bes_[\w-]{16,}/g, 'es_...')
    .replace(/\b[0-9a-f]{64}\b/g, EXAMPLE_HASH)
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, TIME)
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, (id) => {
      const example = ids.get(id) ?? exampleId(ids.size + 1)
      ids.set(id, example)
      return example
    })
  return JSON.parse(text) as Value
}

/** The first is the id that the calls in the docs have. */
function exampleId(number: number): string {
  if (number === 1) return '2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72'
  return `2f8d6c1b-7a54-4e0d-9b3c-${String(number).padStart(12, '0')}`
}
