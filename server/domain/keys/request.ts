import { isAddressOrBlock } from '../../address-ranges.ts'
import type { Config } from '../../config.ts'
import type { KeyScope } from '../../db/schema.ts'
import { invalid } from '../invalid.ts'
import { embedOriginOrNull, originOrNull } from './restrictions.ts'

const NAME_CHARACTERS = 100
/** Of each list. */
const MAX_ENTRIES = 50

/** What of a key can be changed later. */
export interface KeySettings {
  name: string
  /** Addresses or CIDR blocks; none: from anywhere. */
  allowIps: string[]
  /** The origins in which embedded sessions may be opened. */
  embedOrigins: string[]
  /** The origins that a signer's `return_url` may have. */
  returnOrigins: string[]
}

export interface KeyRequest extends KeySettings {
  scope: KeyScope
}

/** As it is stored. @throws DomainError `invalid_request` with the name of the field in `meta.path` */
export function checkedSettings(config: Pick<Config, 'mode'>, request: KeySettings): KeySettings {
  const name = request.name.trim()
  const isPlain = name !== '' && [...name].length <= NAME_CHARACTERS && !/\p{Cc}/u.test(name)
  if (!isPlain) throw invalid('name', `Give the key a name of 1 to ${NAME_CHARACTERS} characters.`)
  const wrong = request.allowIps.find((text) => !isAddressOrBlock(text))
  if (wrong !== undefined)
    throw invalid('allow_ips', `${wrong} is neither an address nor a block such as 203.0.113.0/24.`)
  assertFew('allow_ips', request.allowIps)
  return {
    name,
    allowIps: request.allowIps,
    embedOrigins: origins('embed_origins', request.embedOrigins, (text) => embedOriginOrNull(config, text)),
    returnOrigins: origins('return_origins', request.returnOrigins, originOrNull),
  }
}

function origins(path: string, texts: string[], originOf: (text: string) => string | null): string[] {
  assertFew(path, texts)
  return texts.map((text) => {
    const origin = originOf(text)
    if (origin === null) throw invalid(path, `${text} is not a plain https origin such as https://app.example.com.`)
    return origin
  })
}

function assertFew(path: string, entries: string[]): void {
  if (entries.length > MAX_ENTRIES) throw invalid(path, `At most ${MAX_ENTRIES} entries.`)
}
