import type { Context } from 'hono'
import type { Ctx } from '../context.ts'
import type { State } from './state.ts'

/**
 * The body of a response that may fail after its headers have been sent, as when a stored file turns out to be damaged:
 * the failure is logged and ends the connection, so that no client takes what it has for the whole. The HTTP adapter
 * would print it, past the log and its rules.
 * @returns null for HEAD, which the framework answers by the handler of GET: it drops the body, and no one else would
 *   close the file behind it
 */
export async function downloadBody(
  ctx: Pick<Ctx, 'log'>,
  c: Pick<Context<State>, 'env' | 'req'> & { get(name: 'requestId'): string },
  body: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | null> {
  if (c.req.method === 'HEAD') {
    await body.cancel()
    return null
  }
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
