import { parseJson } from './json.ts'

/**
 * The value of a part. The parts in `jsonParts` are JSON, or plain text if they are not valid JSON; every other part is
 * a string, raw (`anchors`) or JSON-quoted (`"anchors"`), so that `2024` is a string too. `null` counts as absent,
 * except where the schema does not accept null (`send_emails`). A byte order mark, as of a file that an editor saved, is
 * no part of it.
 * @throws HttpError 400 `invalid_request` for JSON that cannot be stored
 */
export function partValue(name: string, sent: string, jsonParts: readonly string[]): unknown {
  const text = sent.replace(/^\ufeff/, '')
  return isJson(text) && (jsonParts.includes(name) || QUOTED_OR_NULL.test(text)) ? parseJson(text, name) : text
}

const QUOTED_OR_NULL = /^\s*(?:"|null\s*$)/

/** An object, or a text that is no failed attempt at JSON. */
export function isAlone(value: unknown): boolean {
  if (typeof value === 'string') return !/^\s*[[{"]/.test(value)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
