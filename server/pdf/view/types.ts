import type { PdfPart } from '../types.ts'

/** What the reading process makes of a PDF: see `pagePicture` and `readingText`. */
export type ViewJob = 'picture' | 'text'

/** The PDF: the concatenation of its `parts`, and its SHA-256 in lowercase hex. */
export interface ViewInput {
  parts: PdfPart[]
  sha256: string
  /** Of a picture; default: 1. */
  page?: number
}

export interface ViewRequest {
  job: ViewJob
  input: ViewInput
}

/** `made`: null when this document does not allow it. `failed`: what went wrong with it; the process itself is well. */
export type ViewReply = { made: Uint8Array | null } | { failed: string }
