import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { HOME } from '../../home.ts'
import { type ServerAddresses, withAddresses } from './spec.ts'

const FILE = join(HOME, 'spec/recorded-errors.json')

const Request = z.object({
  method: z.string(),
  /** With the base and the query. */
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** One of the three, or none. */
  json: z.unknown().optional(),
  text: z.string().optional(),
  /** Name and value; `@` and a name for a file, `<` and a name for the text of a file. */
  parts: z.array(z.tuple([z.string(), z.string()])).optional(),
})

/** A call that a test made, and the error that it got; ids, times, keys and addresses are those of examples. */
const RecordedError = z.object({
  code: z.string(),
  /** `any` outside the operations: another method. */
  operation: z.string(),
  /** What caused the error and cannot be seen in the call. */
  notes: z.array(z.string()).optional(),
  /** The earlier call that made this one fail. */
  before: z.object({ request: Request, status: z.number() }).optional(),
  request: Request,
  response: z.object({
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.record(z.string(), z.unknown()),
  }),
})
export type RecordedError = z.output<typeof RecordedError>

const Recordings = z.array(RecordedError)

/** One recording of each code and status, as `npm run contract` wrote them. */
export function readRecordings(): RecordedError[] {
  return Recordings.parse(JSON.parse(readFileSync(FILE, 'utf8')))
}

/** The same with the addresses of this server. */
export function loadRecordings(addresses: ServerAddresses): RecordedError[] {
  return Recordings.parse(JSON.parse(withAddresses(readFileSync(FILE, 'utf8'), addresses)))
}
