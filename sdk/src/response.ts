/** What is read of a `Response`; other packages have classes of their own. */
export interface FetchResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: object
  readonly body: unknown
}

/**
 * A response like this one, by default with its own body, of the class that its `fetch` made it of: servers such as Hono's
 * replace the global one with their own, which cannot do everything.
 */
export function responseWith(response: FetchResponse, body: unknown = response.body): Response {
  const { status, statusText, headers } = response
  const own = response.constructor as typeof Response
  const Class = typeof own.prototype?.arrayBuffer === 'function' ? own : Response
  return new Class(body as BodyInit | null, { status, statusText, headers: headers as Headers })
}
