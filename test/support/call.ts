export interface TestKey {
  key: string
  id: string
  workspaceId: string
}

export interface CallInit {
  json?: unknown
  /** JSON as text, where its spelling matters. */
  text?: string
  form?: FormData
  headers?: Record<string, string>
}

export interface CallAnswer<Body> {
  status: number
  headers: Headers
  /** Parsed JSON; bytes of anything else; undefined when the body is empty. */
  body: Body
}

/** Calls a path with a key (or none) and reads the answer. */
export type Caller = <Body = unknown>(
  key: TestKey | null,
  method: string,
  path: string,
  init?: CallInit,
) => Promise<CallAnswer<Body>>

/** Wraps a fetch that takes paths. */
export function caller(fetchPath: (path: string, init?: RequestInit) => Promise<Response>): Caller {
  return async <Body>(key: TestKey | null, method: string, path: string, init: CallInit = {}) => {
    const headers = new Headers(init.headers)
    if (key) headers.set('Authorization', `Bearer ${key.key}`)
    const text = init.json === undefined ? init.text : JSON.stringify(init.json)
    if (text !== undefined) headers.set('Content-Type', 'application/json')
    const body = text ?? init.form
    const response = await fetchPath(path, { method, headers, body })
    return { status: response.status, headers: response.headers, body: (await bodyOf(response)) as Body }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0) return undefined
  const type = response.headers.get('content-type') ?? ''
  return type.startsWith('application/json') ? JSON.parse(bytes.toString()) : bytes
}
