import type { Config } from '../../config.ts'
import { DomainError } from '../errors.ts'
import { embedOrigin, plainOrigin } from '../signers/embedding/origin.ts'

/** A plain https origin (contract 4.14); a trailing slash, as copied from a browser, is allowed here. Null: none. */
export function originOrNull(text: string): string | null {
  return withoutSlash(text, plainOrigin)
}

/** The same for a page that shows frames: in development it may be on this machine, over http (decision 0044). */
export function embedOriginOrNull(config: Pick<Config, 'mode'>, text: string): string | null {
  return withoutSlash(text, (origin) => embedOrigin(config, origin))
}

function withoutSlash(text: string, originOf: (text: string) => string): string | null {
  try {
    return originOf(text.replace(/\/$/, ''))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return null
  }
}
