import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FileServer {
  /** `http://127.0.0.1:PORT` */
  url: string
  port: number
  /** How each path answers; any other is 404. */
  paths: Map<string, RequestListener>
  /** Paths asked for, oldest first. */
  asked: string[]
  close(): Promise<void>
}

/** An HTTP server on this machine that serves files, for `file_url`. */
export async function startFileServer(): Promise<FileServer> {
  const paths = new Map<string, RequestListener>()
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = paths.get(path)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    paths,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A 200 with this body. */
export const file =
  (body: Uint8Array, headers: Record<string, string> = { 'Content-Type': 'application/pdf' }): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body)
