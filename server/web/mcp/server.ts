import { Server } from '@modelcontextprotocol/server'
import type { Tool } from './tools.ts'

/** Makes a call of the API. */
export type ApiFetch = (path: string, init: RequestInit) => Promise<Response>

/** A longer answer would fill the reader's context; the API has filters and pages. */
const TEXT_MAX_CHARACTERS = 100_000
const FILE_MAX_BYTES = 2 * 1024 * 1024

const INSTRUCTIONS = `Countersign sends PDFs for electronic signature. Each tool is a call of its HTTP API, with the same names,
limits and errors; an error has a stable code and says what to do. A person signs in a browser: no tool signs for anybody,
except in a sandbox.`

/**
 * A server of the Model Context Protocol for one connection or request. The library's class with schemas of its own would
 * compile one for each tool and request; ours come from the spec, and the API judges what is sent.
 */
export function mcpServer(version: string, tools: Tool[], call: ApiFetch): Server {
  const server = new Server(
    { name: 'countersign', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: tools.map(({ request: _, ...tool }) => tool) }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.find((one) => one.name === name)
    if (!tool) return said(`there is no tool ${name}, or the key or this server's mode does not allow it`, true)
    const { path, method, body, json } = tool.request(args)
    const headers = new Headers(json ? { 'Content-Type': 'application/json' } : {})
    const response = await call(path, { method, body, headers })
    return resultOf(path, response)
  })
  return server
}

async function resultOf(path: string, response: Response) {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type !== '' && !/^(application\/json|text\/)/.test(type)) {
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > FILE_MAX_BYTES)
      return said(`${type}, ${bytes.length} bytes: too long for here; fetch GET ${path} by HTTP`)
    const resource = { uri: `countersign:/${path}`, mimeType: type, blob: bytes.toString('base64') }
    return { content: [{ type: 'resource' as const, resource }] }
  }
  const text = await response.text()
  const shown = text.length > TEXT_MAX_CHARACTERS ? `${text.slice(0, TEXT_MAX_CHARACTERS)}\n(cut off)` : text
  return said(shown || `done (${response.status})`, !response.ok)
}

function said(text: string, isError = false) {
  return { content: [{ type: 'text' as const, text }], isError }
}
