import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** The sockets of an agent that keeps connections. */
export interface SocketWatch {
  add(socket: Socket): void
  /** Sockets open now, idle ones included. */
  open(): number
  /** Whether this error was the death of an idle socket just taken up again, before a byte of the answer. */
  isStale(error: unknown): boolean
  close(): void
}

/** Learns from undici's own diagnostics which socket a request was sent on, and what had come over it before. */
export function watchSockets(): SocketWatch {
  const channel = 'undici:client:sendHeaders'
  let open = 0
  const stale = new WeakSet<object>()
  /** By socket: what had been read of it when its current request was sent. */
  const readBefore = new WeakMap<Socket, number>()

  const onSend = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (readBefore.has(socket)) readBefore.set(socket, socket.bytesRead)
  }
  diagnostics.subscribe(channel, onSend)

  return {
    add(socket) {
      open += 1
      readBefore.set(socket, 0)
      socket.once('close', () => {
        open -= 1
      })
      socket.on('error', (error) => {
        const before = readBefore.get(socket) ?? 0
        if (before > 0 && socket.bytesRead === before) stale.add(error)
      })
    },
    open: () => open,
    isStale: (error) => typeof error === 'object' && error !== null && stale.has(error),
    close: () => {
      diagnostics.unsubscribe(channel, onSend)
    },
  }
}
