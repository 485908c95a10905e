import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Workspace } from '../../server/domain/records/workspaces/read.ts'
import { hooksOf } from './hooks.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { startServer, type TestKey, type TestServer } from './server.ts'

/** A server for the tests of a file. Each begins at the same time by its clock, and with what `take` prepares. */
export function useServerAtItsStart(take: (server: TestServer) => unknown): void {
  let server: TestServer
  let start: Date
  beforeAll(async () => {
    server = await startServer()
    start = server.clock.now()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    server.clock.set(start)
    await take(server)
  })
}

/** A server and a receiver of its webhooks for the tests of a file; `take` prepares what they share. */
export function useReceiver(take: (started: { server: TestServer; receiver: Receiver }) => unknown): void {
  const started: { server?: TestServer; receiver?: Receiver } = {}
  beforeAll(async () => {
    const server = await startServer()
    started.server = server
    const receiver = await startReceiver({ clock: server.clock })
    started.receiver = receiver
    await take({ server, receiver })
  })
  afterAll(async () => {
    await started.receiver?.close()
    await started.server?.stop()
  })
}

export interface HookStage {
  server: TestServer
  /** Of each test its own, as are the others. */
  receiver: Receiver
  workspace: Workspace
  key: TestKey
  hooks: ReturnType<typeof hooksOf>
}

/** A server for the tests of a file; `take` gets what each test of webhooks begins with. */
export function useHooks(take: (stage: HookStage) => unknown): void {
  let server: TestServer
  let receiver: Receiver
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    receiver = await startReceiver({ clock: server.clock })
    const workspace = await server.workspace()
    const key = await server.key({ workspaceId: workspace.id })
    await take({ server, receiver, workspace, key, hooks: hooksOf(server, key) })
  })
  afterEach(() => receiver.close())
}
