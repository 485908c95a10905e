import { sealDocument } from '../domain/documents/seal.ts'
import type { Handler } from './handler.ts'

export const sealDocumentTask: Handler<'seal-document'> = (ctx, payload) => sealDocument(ctx, payload)
