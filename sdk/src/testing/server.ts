import { Countersign } from '../client.ts'
import { CountersignError } from '../errors.ts'
import { TestSandbox } from './sandbox.ts'

/** What the server's package gives. */
interface StartedServer {
  baseUrl: string
  apiKey: string
  stop(): Promise<void>
}

/** A server for tests with a sandbox in it. Made by `testServer`. */
export class TestServer extends TestSandbox {
  /** The API, as in `http://localhost:49152/v1`. */
  readonly baseUrl: string
  /** A client with a live key: for templates, other sandboxes, and what only a live workspace can do. */
  readonly live: Countersign
  readonly #stop: () => Promise<void>

  constructor({ baseUrl, stop }: StartedServer, live: Countersign, client: Countersign) {
    super(client)
    this.baseUrl = baseUrl
    this.live = live
    this.#stop = stop
  }

  /** Ends the server; nothing of it is left. Calling again does nothing. */
  override async close(): Promise<void> {
    await super.close()
    await this.#stop()
  }
}

/**
 * A whole Countersign in this process: a server on a free port, its Postgres and its seal, with a sandbox to test in. It needs
 * the package `countersign` beside this one, and no Docker. Any number run side by side; `close`, or `await using`, removes it
 * with all its files. Node.js only.
 * @throws CountersignError when the package `countersign` is not installed
 */
export async function testServer(): Promise<TestServer> {
  const { startTestServer } = await serverPackage()
  const server = await startTestServer()
  try {
    const live = new Countersign({ apiKey: server.apiKey, baseUrl: server.baseUrl })
    const { key } = await live.sandboxes.create({ name: 'Test', expires_in: 'P30D' })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= server.stop()
      return stopping
    }
    return new TestServer({ ...server, stop }, live, live.withOptions({ apiKey: key }))
  } catch (error) {
    await server.stop()
    throw error
  }
}

const PACKAGE = 'countersign/test'

/**
 * The server's package as the project has it, which this one does not depend on: whoever tests against a server that runs
 * already does not install another. It is not the other way round, because its errors would be of another copy of this package.
 */
async function serverPackage(): Promise<{ startTestServer: () => Promise<StartedServer> }> {
  const { createRequire } = await import('node:module')
  const { pathToFileURL } = await import('node:url')
  const project = pathToFileURL(`${process.cwd()}/package.json`)
  let path: string
  try {
    path = createRequire(project).resolve(PACKAGE)
  } catch (cause) {
    throw new CountersignError(
      `testServer() needs the package countersign: npm install --save-dev countersign (looked for from ${process.cwd()})`,
      { cause },
    )
  }
  return import(pathToFileURL(path).href)
}
