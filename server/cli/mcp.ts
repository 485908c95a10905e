import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { loadSpec } from '../web/docs/spec.ts'
import { mcpServer } from '../web/mcp/server.ts'
import { toolsOf } from '../web/mcp/tools.ts'
import { UsageError } from './errors.ts'

export interface McpOptions {
  url: string
  key?: string
  write?: boolean
}

/**
 * `countersign mcp`: the tools of `/mcp` on standard input and output, for programs that start their own servers.
 * @throws UsageError
 */
export async function serveTools({ url, key, write = false }: McpOptions): Promise<void> {
  if (!key) throw new UsageError('--key is required, or COUNTERSIGN_API_KEY')
  const base = url.replace(/\/+$/, '')
  const spec = loadSpec({ apiUrl: base, publicUrl: base.replace(/\/v1$/, '') })
  const tools = toolsOf(spec, { writes: write, isTest: key.startsWith('cs_test_') })
  serveStdio(() =>
    mcpServer(spec.info.version, tools, (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('Authorization', `Bearer ${key}`)
      return fetch(`${base}/${path}`, { ...init, headers })
    }),
  )
  // Until the program that has started this closes its end.
  await new Promise<void>((resolve) => process.stdin.once('end', resolve))
}
