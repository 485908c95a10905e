import { caller, type TestKey } from '../../test/support/call.ts'
import { crawl } from '../../test/support/crawl.ts'
import { sessionBy } from '../../test/support/dashboard.ts'
import { send } from '../../test/support/flow.ts'
import { makePdf } from '../../test/support/pdf-fixtures.ts'
import { importTemplate, instantiate, LEASE_FIELDS, leaseModel } from '../../test/support/templates.ts'

/** More than a page of each list, and fewer than the calls that a key has in a minute. */
const ROWS = 51
const CSV = ['slot1.email,slot2.email,tenant_name,monthly_rent', 'a@example.com,b@example.com,Ada,1850.00'].join('\n')
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Place {
  site: string
  key: TestKey
  /** Signs a person in. */
  link: string
}

/** Fills the lists of a workspace, and finds each page of its dashboard: one of those that differ by their ids alone. */
export async function furnish({ site, key, link }: Place): Promise<string[]> {
  const fetchPath = (path: string, init?: RequestInit) => fetch(site + path, init)
  const server = { url: site, fetch: fetchPath, call: caller(fetchPath) }
  const user = await sessionBy(link)
  const done = (what: string, { status, body }: { status: number; body?: unknown }) => {
    if (status >= 400) throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`)
  }
  done('a hook', await server.call(key, 'POST', '/v1/hooks', { json: { target_url: 'http://127.0.0.1:1/hook' } }))
  const lease = { template: leaseModel(), fields: LEASE_FIELDS, lock: true }
  const { status, body } = await importTemplate(server, key, lease)
  done('an import', { status, body })
  done('a review', await instantiate(server, key, body.id, { review: true }))
  for (let n = 0; n < ROWS; n++)
    await send(server, key, { title: `Lease ${n}`, signers: [{ email: `a${n}@example.com` }], send_emails: false })
  const rows = new FormData()
  rows.set('file', new Blob([CSV], { type: 'text/csv' }), 'leases.csv')
  done('a file of rows', await user.post(`/templates/${body.id}/csv`, rows))
  const draft = new FormData()
  draft.set('file', new Blob([new Uint8Array(makePdf({ pages: 12 }))], { type: 'application/pdf' }), 'lease.pdf')
  done('a draft', await user.post('/documents/new', draft))
  const { pages, broken } = await crawl({ ...user, email: '', workspaceId: key.workspaceId })
  if (broken.length > 0) throw new Error(broken.join('\n'))
  const kinds = new Map(
    pages.map(({ path }) => [path.split('?')[0]!.replace(ID, ':id'), path]).toReversed() as [string, string][],
  )
  return [...kinds.values()].toSorted()
}
