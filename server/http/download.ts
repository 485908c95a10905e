import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import type { State } from './state.ts'

/**
 * The body of a response that may fail after its headers have been sent, as when a stored file turns out to be damaged:
 * the failure is logged and ends the connection, so that no client takes what it has for the whole. The HTTP adapter
 * would print it, past the log and its rules.
 */
export function downloadBody(
  ctx: Pick<Ctx, 'log'>,
  c: Pick<Context<State>, 'env'> & { get(name: 'requestId'): string },
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const { outgoing } = c.env
  if (!outgoing) return body
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        ctx.log.error({ err: error, request_id: c.get('requestId') }, 'a download broke off')
        outgoing.destroy()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
