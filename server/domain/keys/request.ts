import { isAddressOrBlock } from '../../address-ranges.ts'
import type { Config } from '../../config.ts'
import type { KeyScope } from '../../db/schema.ts'
import { invalid } from '../invalid.ts'
import { embedOriginOrNull, originOrNull } from './restrictions.ts'

const NAME_CHARACTERS = 100
/** Of each list. */
const MAX_ENTRIES = 50
const ADDRESS = 'neither an address nor a block such as 203.0.113.0/24'
const ORIGIN = 'not a plain https origin such as https://app.example.com'

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

/**
 * As it is stored.
 * @throws DomainError `invalid_request` with the field of the first problem in `meta.path`, and each problem with its
 * field in `meta.problems`
 */
export function checkedSettings(config: Pick<Config, 'mode'>, request: KeySettings): KeySettings {
  const problems: { path: string; message: string }[] = []
  const list = (path: string, typed: string[], read: (text: string) => string | null, wanted: string) => {
    const wrong = typed.find((text) => read(text) === null)
    if (typed.length > MAX_ENTRIES) problems.push({ path, message: `At most ${MAX_ENTRIES} entries.` })
    else if (wrong !== undefined) problems.push({ path, message: `${wrong} is ${wanted}.` })
    return typed.flatMap((text) => read(text) ?? [])
  }
  const name = request.name.trim()
  const isPlain = name !== '' && [...name].length <= NAME_CHARACTERS && !/\p{Cc}/u.test(name)
  if (!isPlain) problems.push({ path: 'name', message: `Give the key a name of 1 to ${NAME_CHARACTERS} characters.` })
  const settings = {
    name,
    allowIps: list('allow_ips', request.allowIps, (text) => (isAddressOrBlock(text) ? text : null), ADDRESS),
    embedOrigins: list('embed_origins', request.embedOrigins, (text) => embedOriginOrNull(config, text), ORIGIN),
    returnOrigins: list('return_origins', request.returnOrigins, originOrNull, ORIGIN),
  }
  const [first] = problems
  if (first) throw invalid(first.path, first.message, { problems })
  return settings
}
