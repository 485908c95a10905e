import { z } from '@hono/zod-openapi'
import type { ReceivedFile } from './storage/index.ts'

/** Helpers of the generated schemas beyond zod's own. */

/**
 * At most `limit` characters, counted as JSON Schema counts them: code points, not UTF-16 units.
 * Spread into zod's `refine`.
 */
export function atMost(limit: number): [(text: string) => boolean, string] {
  const message = `must have at most ${limit} characters`
  // Every character takes one or two units, so only a text between the two bounds must be counted.
  return [(text) => text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit), message]
}

/** The `file` part of a multipart body. */
export interface UploadedFile {
  received: ReceivedFile
  filename: string | null
  mediaType: string
}

/** The `file` part, which `http/multipart.ts` has received. */
export const uploadedFile = () => z.custom<UploadedFile>(isUploadedFile, 'is required, as a part of the form')

function isUploadedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'received' in value
}
