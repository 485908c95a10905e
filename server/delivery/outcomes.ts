import { setTimeout as delay } from 'node:timers/promises'
import type { ServerCtx } from '../context.ts'
import type { Outcome } from '../domain/deliveries/outcome.ts'
import { settle } from '../domain/deliveries/queue.ts'
import { moveHooks } from '../domain/hooks/lanes.ts'
import { trimLogs } from '../domain/hooks/log.ts'
import { settleHooks } from '../domain/hooks/switch-off.ts'

const BATCH = 200
const RETRY_MS = 250
/** A hook's log is trimmed each time this many of its deliveries have ended. */
const TRIM_EVERY = 50
/** At shutdown, an unreachable database is not waited for: the leases expire and the deliveries are sent again. */
const FINAL_ATTEMPTS = 3

/**
 * Writes the outcomes of attempts, many in one statement. Outcomes that cannot be written are kept and retried: the
 * database may be briefly unreachable. Hooks change lanes here too.
 */
export class Outcomes {
  #ctx: Pick<ServerCtx, 'db' | 'clock' | 'log' | 'sandbox'>
  #ended: { hookId: string; outcome: Outcome }[] = []
  #moves = new Map<string, boolean>()
  #endedSinceTrim = new Map<string, number>()
  #writing: Promise<void> | null = null
  #triesLeft = Number.POSITIVE_INFINITY

  constructor(ctx: Pick<ServerCtx, 'db' | 'clock' | 'log' | 'sandbox'>) {
    this.#ctx = ctx
  }

  add(hookId: string, outcome: Outcome): void {
    this.#ended.push({ hookId, outcome })
    this.#writing ??= this.#write()
  }

  /** Moves a hook into or out of the slow lane. */
  move(hookId: string, slow: boolean): void {
    this.#moves.set(hookId, slow)
  }

  /** Must be awaited before each claim: a hook that has just become slow must not be claimed as a fast one. */
  async writeMoves(): Promise<void> {
    if (this.#moves.size === 0) return
    const moves = this.#moves
    this.#moves = new Map()
    try {
      await moveHooks(this.#ctx.db, this.#ctx.clock.now(), moves)
    } catch (error) {
      this.#moves = new Map([...moves, ...this.#moves])
      throw error
    }
  }

  /** Resolves when everything is written, or the database stays unreachable. */
  async drain(): Promise<void> {
    this.#triesLeft = FINAL_ATTEMPTS
    await this.#writing
    await this.writeMoves().catch((err: unknown) => this.#ctx.log.warn({ err }, 'hooks could not change lanes'))
  }

  async #write(): Promise<void> {
    // Outcomes that arrive in this turn of the event loop go into the same statement.
    await delay(0)
    while (this.#ended.length > 0 && this.#triesLeft > 0) {
      const batch = this.#ended.slice(0, BATCH)
      try {
        const outcomes = batch.map(({ outcome }) => outcome)
        await settle(this.#ctx.db, outcomes)
        this.#ended.splice(0, batch.length)
        const failed = batch.filter(({ outcome }) => outcome.status === 'pending')
        await settleHooks(
          this.#ctx,
          failed.map(({ hookId }) => hookId),
        )
        await this.#trim(batch.map(({ hookId }) => hookId))
      } catch (err) {
        this.#ctx.log.warn({ err, kept: this.#ended.length }, 'delivery outcomes could not be written')
        this.#triesLeft -= 1
        await delay(RETRY_MS)
      }
    }
    this.#writing = null
  }

  async #trim(hookIds: string[]): Promise<void> {
    for (const id of hookIds) this.#endedSinceTrim.set(id, (this.#endedSinceTrim.get(id) ?? 0) + 1)
    const full = [...new Set(hookIds)].filter((id) => this.#endedSinceTrim.get(id)! >= TRIM_EVERY)
    if (full.length === 0) return
    await trimLogs(this.#ctx, full)
    for (const id of full) this.#endedSinceTrim.delete(id)
  }
}
