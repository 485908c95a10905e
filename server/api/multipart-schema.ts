import { z } from '@hono/zod-openapi'
import type { UploadedFile } from './multipart.ts'

/** The `file` part, which `readMultipart` has put on local disk. */
export const uploadedFile = () => z.custom<UploadedFile>(isUploadedFile, 'the part file is missing')

function isUploadedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'received' in value
}

/**
 * The schema of a multipart body. Its parts come as text, and `file` as the upload. The parts in `jsonParts` are JSON;
 * every other part is a string, raw (`anchors`) or JSON-quoted (`"anchors"`). A part `null` counts as absent, but not
 * where the schema takes no null (`send_emails`).
 */
export const multipart = <T extends z.ZodType>(schema: T, jsonParts: readonly string[]) =>
  // The document's emission asks every schema what it makes of undefined and null.
  z.preprocess((parts) => (isObject(parts) ? decodeParts(parts, jsonParts) : parts), schema)

function decodeParts(parts: Record<string, unknown>, jsonParts: readonly string[]): Record<string, unknown> {
  const decoded = Object.entries(parts).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    const json = parseJson(value)
    if (jsonParts.includes(name)) return [name, json === undefined ? value : json]
    return [name, typeof json === 'string' || json === null ? json : value]
  })
  return Object.fromEntries(decoded)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
