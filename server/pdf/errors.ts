import { PdfSyntaxError } from '../../sdk/src/verify/pdf-syntax.ts'
import type { UnsupportedReason } from './types.ts'

/**
 * The one error of the engine that blames the PDF and not us. `reason` is `meta.reason` of 422 `pdf_unsupported`;
 * `placement_failed` is a 422 of its own (contract 7): masking markers or appending the signature page failed.
 */
export class PdfError extends Error {
  readonly reason: UnsupportedReason | 'placement_failed'

  constructor(reason: UnsupportedReason | 'placement_failed', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PdfError'
    this.reason = reason
  }
}

/** Runs the reader; what it cannot read is a refusal of the engine. @throws PdfError */
export function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfSyntaxError) throw new PdfError(error.fault, error.message)
    throw error
  }
}

/** A structure nested deeper than any of the limits foresaw. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && /call stack/.test(error.message)

/** A font of this installation is missing or cannot be used: a fault of the server, never of a file. */
export class FontError extends Error {
  override readonly name = 'FontError'
}

/** The store returned different bytes from those stored, or none. Nothing is drawn on them and nothing is sealed. */
export class AlteredFileError extends Error {
  override readonly name = 'AlteredFileError'
  readonly problem: 'altered' | 'unreadable'

  constructor(problem: AlteredFileError['problem'] = 'altered') {
    super(problem === 'altered' ? 'The stored bytes differ from their SHA-256' : 'The stored bytes cannot be read')
    this.problem = problem
  }
}

/** A worker was ended because a job took longer than any file should: the machine is overloaded. Worth a retry. */
export class PdfTimeoutError extends Error {
  override readonly name = 'PdfTimeoutError'

  constructor(timeoutMs: number) {
    super(`A PDF job took longer than ${timeoutMs / 1000} s`)
  }
}

/** Why an image cannot be a signature. The message is for the person who uploaded it. */
export class ImageError extends Error {
  readonly reason: 'image_type' | 'image_damaged' | 'image_too_large' | 'image_blank'

  constructor(reason: ImageError['reason'], message: string) {
    super(message)
    this.name = 'ImageError'
    this.reason = reason
  }
}
