import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Mail, MailError } from './mail.ts'
import { outboxMail } from './outbox.ts'

/** Addresses of this domain fail on demand. */
const DOMAIN = 'sandbox.test'
const SLOW_MS = 3_000

/**
 * Keeps what a sandbox sends where its keys can read it. The part before `@sandbox.test`, up to a plus sign, decides:
 * `bounced` and `complained` are refused for good, `slow` takes three seconds, and the domain of `nomail` takes no mail.
 * @param tell called when there is a message to read
 */
export function sandboxMail(db: Db | Tx, clock: Clock, workspaceId: string, tell: () => void): Mail {
  const outbox = outboxMail(db, clock, workspaceId)
  return {
    ...outbox,
    async send(message) {
      const fate = fateOf(message.to)
      if (fate === 'bounced' || fate === 'complained') {
        throw new MailError(`the mail was ${fate}`, { permanent: true, reason: fate })
      }
      if (fate === 'slow') await delay(SLOW_MS)
      await outbox.send(message)
      tell()
    },
    acceptsNoMail: async (address) => fateOf(address) === 'nomail',
  }
}

function fateOf(address: string): string | null {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return domain === DOMAIN ? local.replace(/\+.*/, '') : null
}
