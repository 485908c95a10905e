import { sealDocument } from '../domain/documents/seal.ts'
import type { JobHandler } from './handler.ts'

export const sealDocumentTask: JobHandler<'seal-document'> = (ctx, payload) => sealDocument(ctx, payload)
