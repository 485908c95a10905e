import type { PayloadMode } from '../db/schema.ts'
import { closestTo } from '../did-you-mean.ts'
import { PING } from '../domain/deliveries/once.ts'
import type { EventType } from '../domain/events/catalogue.ts'
import { deliveryBody } from '../domain/events/envelope.ts'
import { newEventId } from '../domain/events/record.ts'
import { eventExamples } from '../generated/event-examples.ts'
import { CommandError, UsageError } from './errors.ts'
import { answerLine, createForwarder, type EventBody, isAccepted, localSecret } from './webhooks/forward.ts'

export type TriggeredEvent = EventType | typeof PING

export interface TriggerOptions {
  key?: string
  secret?: string
  payload: PayloadMode
  forwardTo?: string
  print?: true
  set?: string[]
}

/** That of the API's documentation, as everything in an example. */
const WORKSPACE = '7a1e0c55-2f94-4d1b-8c3e-9b6d5f2a1e07'

/**
 * `countersign trigger`: sends a signed example of an event to an address, without a server.
 * @throws UsageError for a path that was mistyped, CommandError when the receiver does not accept it
 */
export async function trigger(name: TriggeredEvent, options: TriggerOptions): Promise<void> {
  const { payload, forwardTo, print = false, set = [] } = options
  if (!forwardTo && !print) throw new UsageError('--forward-to is required, or --print to only show the event')
  const event = example(name, payload)
  for (const change of set) apply(event, change)
  if (print) process.stdout.write(`${JSON.stringify(event)}\n`)
  if (!forwardTo) return
  const forwarder = createForwarder(forwardTo, localSecret(options), payload)
  const answer = await forwarder.send(event).finally(() => forwarder.close())
  if (!print) process.stdout.write(`${answerLine(event, answer)}\n`)
  if (!isAccepted(answer)) throw new CommandError(`${forwardTo} did not accept it`)
}

function example(name: TriggeredEvent, mode: PayloadMode): EventBody {
  const payload: Record<string, unknown> = name === PING ? {} : eventExamples[name]
  const event = {
    id: newEventId(),
    type: name,
    workspace_id: WORKSPACE,
    document_id: name === PING ? null : eventExamples[name].document_id,
    payload,
    created_at: new Date(),
  }
  return JSON.parse(deliveryBody(event, mode)) as EventBody
}

/** Changes one value, `path=value`: a text stays a text, anything else is read as JSON where it is some. */
function apply(event: EventBody, change: string): void {
  const [, path, text] = /^([^=]+)=(.*)$/s.exec(change) ?? []
  if (path === undefined || text === undefined) {
    throw new UsageError(`--set takes path=value, as in signer.email=grace@example.com, not ${JSON.stringify(change)}`)
  }
  const keys = path.split('.')
  const last = keys.pop()!
  let at: unknown = event
  for (const key of keys) at = holderIn(at, key, path)[key]
  const holder = holderIn(at, last, path)
  holder[last] = typeof holder[last] === 'string' ? text : parsed(text)
}

/** The object that has the key, or takes it: what a key is called can be mistyped, except in `metadata`. */
function holderIn(at: unknown, key: string, path: string): Record<string, unknown> {
  if (typeof at !== 'object' || at === null) throw new UsageError(`--set ${path}: nothing has the key ${key} there`)
  const holder = at as Record<string, unknown>
  const close = path.startsWith('metadata.') || key in holder ? null : closestTo(key, Object.keys(holder))
  if (close) throw new UsageError(`--set ${path}: did you mean ${close}?`)
  return holder
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
