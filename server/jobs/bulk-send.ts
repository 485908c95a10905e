import { workOnUpload } from '../domain/bulk/work.ts'
import type { JobHandler } from './handler.ts'

export const bulkSendTask: JobHandler<'bulk-send'> = (ctx, { bulkId }, attempt) => workOnUpload(ctx, bulkId, attempt)
