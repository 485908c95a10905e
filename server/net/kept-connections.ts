import type { Socket } from 'node:net'

/** A connection that is still open so long after its response was meant to be kept. */
const PROOF_MS = 200
/** How long a receiver that closes its connections is believed to go on with it. */
const BELIEVED_MS = 10 * 60_000
/** More receivers than a process has at a time; beyond it the oldest is forgotten and tried again. */
const REMEMBERED = 10_000

/** `keeps`: its connections can be used again; a time (`performance.now`): it closes them, and is believed until then. */
type Verdict = 'probing' | 'keeps' | number

/**
 * Which receivers keep their connections open. One that closes them after each response without a word can do so just
 * as the next request is on its way, which then has to be sent twice: so the first connection is only watched.
 */
export class KeptConnections {
  readonly #verdicts = new Map<string, Verdict>()

  /** Whether the next request may use a connection that is kept; `probe`: and must tell of it (`watch`). */
  next(origin: string): 'keep' | 'probe' | 'close' {
    const verdict = this.#verdicts.get(origin)
    if (verdict === 'keeps') return 'keep'
    if (verdict === 'probing' || (verdict !== undefined && verdict > performance.now())) return 'close'
    this.#set(origin, 'probing')
    return 'probe'
  }

  /** Nothing is known of the receiver any more. */
  forget(origin: string): void {
    this.#verdicts.delete(origin)
  }

  /** Judges the receiver by whether this connection stays open after its response. */
  watch(origin: string, socket: Socket): void {
    let proof: NodeJS.Timeout | undefined
    const free = () => {
      proof = setTimeout(() => {
        socket.off('close', closed)
        this.#set(origin, 'keeps')
      }, PROOF_MS)
      proof.unref()
    }
    const closed = () => {
      socket.off('free', free)
      clearTimeout(proof)
      // Closed before it was free: the response said so, or was not read to its end.
      if (proof === undefined) this.forget(origin)
      else this.#set(origin, performance.now() + BELIEVED_MS)
    }
    socket.once('free', free)
    socket.once('close', closed)
  }

  #set(origin: string, verdict: Verdict): void {
    this.#verdicts.delete(origin)
    this.#verdicts.set(origin, verdict)
    if (this.#verdicts.size <= REMEMBERED) return
    const [oldest] = this.#verdicts.keys()
    this.#verdicts.delete(oldest!)
  }
}
