import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type RecordedError, readRecordings } from '../../server/web/docs/recorded.ts'
import type { Contract } from '../../test/support/contract.ts'
import { costOf, doubtsOf, readExchanges } from '../../test/support/exchanges.ts'

const FILE = fileURLToPath(new URL('../../spec/recorded-errors.json', import.meta.url))

/** `code status`: what there is one recording of. */
export const placeOf = ({ code, response }: RecordedError): string => `${code} ${response.status}`

/**
 * One recording for each code and status: the one that is there, as long as the spec allows it and no new one shows more,
 * with the answer that the same call got now where its words differ; of new ones the clearest. So another run of the same
 * tests changes nothing.
 */
export function mergedRecordings(
  contract: Contract,
  present: RecordedError[],
  noted: RecordedError[],
): RecordedError[] {
  const byPlace = new Map<string, RecordedError>()
  const inOrder = [...noted].sort((a, b) => costOf(a) - costOf(b) || compare(JSON.stringify(a), JSON.stringify(b)))
  for (const one of [...present, ...inOrder]) {
    const { operation, request, response } = one
    const there = byPlace.get(placeOf(one))
    if (there && doubtsOf(there) <= doubtsOf(one)) continue
    const problems = contract.judgeError(request.method, request.path, response.status, response.body)
    if (problems.length > 0 || contract.operationAt(request.method, request.path) !== operation) continue
    const again = inOrder.find((other) => placeOf(other) === placeOf(one) && isDeepStrictEqual(other.request, request))
    byPlace.set(placeOf(one), again && wordsOf(again) !== wordsOf(one) ? again : one)
  }
  return [...byPlace].sort(([a], [b]) => compare(a, b)).map(([, one]) => one)
}

/** Without what depends on the moment: how long to wait, how much is left. */
const wordsOf = ({ response }: RecordedError) => JSON.stringify(response.body).replaceAll(/\d+/g, '0')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Writes `spec/recorded-errors.json`, which the docs show, from what the last run of tests has noted. */
export function writeRecordings(contract: Contract): RecordedError[] {
  const present = existsSync(FILE) ? readRecordings() : []
  const recordings = mergedRecordings(contract, present, readExchanges())
  writeFileSync(FILE, `${JSON.stringify(recordings, null, 2)}\n`)
  return recordings
}
