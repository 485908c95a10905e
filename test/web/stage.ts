import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { UserActor } from '../../server/domain/actor.ts'
import { closeProfiles, sharedBrowser } from '../support/browser.ts'
import { type DashboardUser, signIn } from '../support/dashboard.ts'
import { type Desk, deskOf } from '../support/editor.ts'
import { personOf } from '../support/people.ts'
import { startServer, type TestKey, type TestServer, type TestServerOptions } from '../support/server.ts'

/** Everything a test of the pages needs: a server, a browser, and a key to send documents with. */
export interface Stage {
  server: TestServer
  browser: Browser
  key: TestKey
}

/** For tests that look at pictures of pages, or at their text. */
export const drawing = { server: () => ({ draws: true }) }

export interface StageOptions {
  /** Read when the server starts, after the hooks that the test file registered earlier. */
  server?: () => TestServerOptions
  /** For the workspace that the key belongs to. */
  workspace?: string
  /** Further properties of the key. */
  key?: () => Parameters<TestServer['key']>[0]
}

/**
 * Starts a server before the tests of this file (or of this `describe`), passes it and the browser to `take`, and closes
 * it and what is open in the browser afterwards.
 */
export function useStage(take: (stage: Stage) => void, options: StageOptions = {}): void {
  const opened: Partial<Stage> = {}
  beforeAll(async () => {
    const [server, browser] = await Promise.allSettled([startServer(options.server?.()), sharedBrowser()])
    // Whatever has started is closed, even if the other has not.
    if (server.status === 'fulfilled') opened.server = server.value
    if (browser.status === 'fulfilled') opened.browser = browser.value
    if (server.status === 'rejected') throw server.reason
    if (browser.status === 'rejected') throw browser.reason
    const name = options.workspace
    const workspaceId = name === undefined ? undefined : (await server.value.workspace({ name })).id
    const key = await server.value.key({ workspaceId, ...options.key?.() })
    take({ server: server.value, browser: browser.value, key })
  })
  afterAll(async () => {
    if (opened.browser) await closeProfiles(opened.browser)
    await opened.server?.stop()
  })
}

/** What a test of the dashboard needs: a workspace of its own, with a member who is signed in. */
export interface Office extends Stage {
  workspaceId: string
  ada: DashboardUser
}

/** Starts a stage, and passes each test an office of its own. @param options.name what the member is called */
export function useOffice(
  take: (office: Office) => unknown,
  { name = 'Ada Author', ...options }: StageOptions & { name?: string } = {},
): void {
  let stage: Stage
  useStage((started) => {
    stage = started
  }, options)
  beforeEach(async () => {
    const { server } = stage
    const { id: workspaceId } = await server.workspace()
    const key = await server.key({ workspaceId })
    const ada = await signIn(server, { workspaceId, role: 'member', name })
    await take({ ...stage, key, workspaceId, ada })
  })
}

/** What a test of drafts needs: two people of one workspace, of whom Olga works without pages. */
export interface Drafting extends Stage {
  olga: UserActor
  anna: DashboardUser
}

/** Starts a stage with both, once for the file. */
export function useDrafting(take: (drafting: Drafting) => void): void {
  let stage: Stage
  useStage((started) => {
    stage = started
  })
  beforeAll(async () => {
    const { server } = stage
    const workspace = await server.workspace()
    const olga = await personOf(server, workspace)
    const anna = await signIn(server, { workspaceId: workspace.id, name: 'Anna Sender' })
    take({ ...stage, olga, anna })
  })
}

/** Starts a stage with a page for the editor of templates, once for the file. */
export function useDesk(take: (desk: Desk) => void, options?: StageOptions): void {
  let stage: Stage
  useStage((started) => {
    stage = started
  }, options)
  beforeAll(async () => take(await deskOf(stage)))
}
