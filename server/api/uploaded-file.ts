import { z } from '@hono/zod-openapi'
import type { UploadedFile } from './multipart.ts'

/** The `file` part, which `readMultipart` has put on local disk. */
export const uploadedFile = () => z.custom<UploadedFile>(isUploadedFile, 'the part file is missing')

function isUploadedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'received' in value
}
