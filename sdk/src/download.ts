import { ConnectionError, TimeoutError } from './errors.ts'
import { responseWith } from './response.ts'

/**
 * The response with a body that fails as the other methods do: a `ConnectionError` when it breaks off, a `TimeoutError`
 * when no byte arrives for too long while it is read, the reason of the caller's signal when that aborts.
 * @param idle milliseconds between two chunks; a reader may take its time
 */
export function guarded(response: Response, call: string, idle: number, signal?: AbortSignal): Response {
  const { body } = response
  if (!body) return response
  const reader = body.getReader()
  const failed = (cause: unknown) =>
    cause instanceof TimeoutError ? cause : new ConnectionError(`${call}: the download broke off`, { cause })
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await within(idle, call, reader.read())
          if (done) controller.close()
          else controller.enqueue(value as Uint8Array<ArrayBuffer>)
        } catch (cause) {
          controller.error(signal?.aborted ? signal.reason : failed(cause))
          // It may be broken already; then there is nothing to give up.
          await reader.cancel(cause).catch(() => {})
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead: the time counts only while somebody waits.
    { highWaterMark: 0 },
  )
  return responseWith(response, stream)
}

async function within<T>(ms: number, call: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${call}: nothing arrived for ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
