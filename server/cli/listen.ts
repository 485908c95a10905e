import { Countersign } from '../../sdk/src/index.ts'
import type { PayloadMode } from '../db/schema.ts'
import { UsageError } from './errors.ts'
import { interruptible } from './signals.ts'
import { follow } from './webhooks/follow.ts'
import { answerLine, createForwarder, type EventBody, type Forwarder, localSecret } from './webhooks/forward.ts'
import { readKeys } from './webhooks/keys.ts'

export interface ListenOptions {
  url: string
  key?: string
  secret?: string
  payload: PayloadMode
  forwardTo?: string
  print?: true
  /** Only these. */
  events?: string[]
}

/**
 * `countersign listen`: shows the events of a workspace as they come, and sends each to an address on this machine.
 * @throws UsageError, CommandError
 */
export async function listenForEvents(options: ListenOptions): Promise<void> {
  const { url: baseUrl, key, forwardTo, payload, print = false, events } = options
  if (!key) throw new UsageError('--key is required, or COUNTERSIGN_API_KEY')
  if (!forwardTo && !print) throw new UsageError('--forward-to is required, or --print to only show events')
  const secret = localSecret(options)
  const forwarder = forwardTo ? createForwarder(forwardTo, secret, payload) : null
  const note = (text: string) => void process.stderr.write(`${text}\n`)
  if (forwardTo) note(`Events of ${baseUrl} go to ${forwardTo}\nSigned with ${secret} (COUNTERSIGN_WEBHOOK_SECRET)`)
  await interruptible(async (signal, end) => {
    const show = shower(forwarder, print)
    let last: EventBody | null = null
    const stopKeys = readKeys({ q: end, r: () => void (last && show(last)) })
    try {
      if (forwarder && process.stdin.isTTY) note('r sends the last one again, q ends.')
      for await (const event of follow(new Countersign({ apiKey: key, baseUrl }), { payload, signal, note })) {
        if (events && !events.includes(event.event)) continue
        last = event
        await show(event)
      }
    } finally {
      stopKeys()
      await forwarder?.close()
    }
  })
}

/** Sends an event on and prints a line about it, or the event itself. */
function shower(forwarder: Forwarder | null, print: boolean): (event: EventBody) => Promise<void> {
  return async (event) => {
    const answer = (await forwarder?.send(event)) ?? null
    process.stdout.write(`${print ? JSON.stringify(event) : answerLine(event, answer)}\n`)
  }
}
