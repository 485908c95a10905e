import type { OfferedKey } from '../../../domain/keys/list.ts'
import type { ErrorGroup, LoggedCall, LogPage, LogQuery } from '../../../domain/records/calls/read-log.ts'
import { errorCodes, operations } from '../../../generated/operations.ts'
import { Page } from '../parts/page.tsx'
import { Card, Empty, Link, Pill, Submit, type Tone } from '../parts/pieces.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { At } from '../parts/time.tsx'
import type { View } from '../state.ts'

export interface LogPageProps {
  view: View
  query: LogQuery
  page: LogPage
  errors: ErrorGroup[]
  keys: OfferedKey[]
  apiUrl: string
}

/** Each operation as `METHOD /path`. */
export const ENTRIES = Object.values(operations).map(({ method, path }) => `${method.toUpperCase()} ${path}`)

export function LogPageView({ view, query, page, errors, keys, apiUrl }: LogPageProps) {
  const { before, ...first } = query
  return (
    <Page
      view={view}
      title="API log"
      lead="Every call with a key of this workspace in the last 30 days, also of an address that does not exist. Bodies are never stored."
    >
      <div id="log" class="stack">
        <Filters query={query} keys={keys} />
        {errors.length > 0 && <Errors query={first} errors={errors} />}
        {page.calls.length === 0 ? (
          <Empty title="No calls">
            <p>
              {isEverything(first) ? 'Calls appear here the moment they arrive.' : 'No call matches these filters.'}
            </p>
          </Empty>
        ) : (
          <div>
            <Table
              caption="API calls, newest first"
              columns={['When', 'Call', 'Answer', 'Document', 'Key', { label: 'Time', end: true }]}
            >
              {page.calls.map((call) => (
                <Row call={call} apiUrl={apiUrl} />
              ))}
            </Table>
            <Pager
              newer={before === null ? null : address(first)}
              older={page.before && address({ ...first, before: page.before })}
            >
              {page.calls.length === 1 ? '1 call' : `${page.calls.length} calls`}
            </Pager>
          </div>
        )}
      </div>
    </Page>
  )
}

function Filters({ query, keys }: Pick<LogPageProps, 'query' | 'keys'>) {
  const operation = query.route === null ? '' : `${query.method} ${query.route}`
  const statuses = [
    ['', 'Any answer'],
    ['failed', 'Failed'],
    ['2', '2xx'],
    ['4', '4xx'],
    ['5', '5xx'],
  ] as const
  const status = String(query.status ?? '')
  return (
    <form class="filters" action="/log" data-swap="log">
      <input
        type="search"
        id="find"
        name="find"
        aria-label="Request id or document id"
        placeholder="Request id or document id"
        value={query.find ?? ''}
      />
      <select id="key" name="key" aria-label="Key">
        <option value="">Any key</option>
        {keys.map(({ id, name, display }) => (
          <option value={id} selected={id === query.keyId}>
            {name} ({display}…)
          </option>
        ))}
      </select>
      <select id="operation" name="operation" aria-label="Operation">
        <option value="">Any operation</option>
        {ENTRIES.map((entry) => (
          <option value={entry} selected={entry === operation}>
            {entry}
          </option>
        ))}
      </select>
      <select id="since" name="since" aria-label="When">
        <option value="">Last 30 days</option>
        <option value="day" selected={query.since === 'day'}>
          Last 24 hours
        </option>
      </select>
      <select id="status" name="status" aria-label="Answer">
        {statuses.map(([value, label]) => (
          <option value={value} selected={value === status}>
            {label}
          </option>
        ))}
        {statuses.every(([value]) => value !== status) && (
          <option value={status} selected>
            {status}
          </option>
        )}
      </select>
      {query.code !== null && (
        <select id="code" name="code" aria-label="Code">
          <option value="">Any code</option>
          <option value={query.code} selected>
            {query.code}
          </option>
        </select>
      )}
      <Submit label="Show" />
    </form>
  )
}

/** Grouped by code, each with what it means. */
function Errors({ query, errors }: { query: Omit<LogQuery, 'before'>; errors: ErrorGroup[] }) {
  return (
    <Card title="Errors of the last 24 hours">
      <ul class="pad stack errors">
        {errors.map(({ status, code, count, lastAt }) => (
          <li>
            <Link href={address({ ...query, since: 'day', status, code })}>
              <span class="num">{count.toLocaleString('en')}</span> × {status} <span class="mono">{code}</span>
            </Link>{' '}
            <small>
              last <At at={lastAt} brief /> ·{' '}
              {code !== null && isKnown(code) ? (
                <Link href={`/docs/errors#${code}`}>{meaning(code)}</Link>
              ) : (
                meaning(code)
              )}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ call, apiUrl }: { call: LoggedCall; apiUrl: string }) {
  const { at, method, route, status, code, documentId, title, keyName, ms, requestId } = call
  return (
    <tr>
      <td class="small num whole">
        <At at={at} brief />
      </td>
      <td class="wide">
        <details>
          <summary class="mono whole">
            {method} {route}
          </summary>
          <pre class="code wrap">{asCurl(call, apiUrl)}</pre>
          <small>
            Request <code>{requestId}</code>. Without its body and its key, which we do not have.
          </small>
        </details>
      </td>
      <td class="whole">
        <Pill tone={toneOf(status)}>{status}</Pill>{' '}
        {code && (
          <span class="mono small" title={meaning(code)}>
            {code}
          </span>
        )}
      </td>
      <td class="wide">
        {documentId && title !== null && (
          <a class="text cut" href={`/documents/${documentId}`}>
            {title}
          </a>
        )}
      </td>
      <td class="small by">{keyName !== null && <bdi>{keyName}</bdi>}</td>
      <td class="end small num">{ms.toLocaleString('en')} ms</td>
    </tr>
  )
}

/** What the log knows of the call; other ids of the path stay in braces. */
function asCurl({ method, route, documentId }: LoggedCall, apiUrl: string): string {
  const path = route.startsWith('/documents/{id}') && documentId ? route.replace('{id}', documentId) : route
  const lines = [
    `curl --request ${method} '${apiUrl}${path}'`,
    `  --header "Authorization: Bearer $COUNTERSIGN_API_KEY"`,
  ]
  return lines.join(' \\\n')
}

function toneOf(status: number): Tone {
  if (status < 400) return 'ok'
  return status === 429 || status === 503 ? 'wait' : 'bad'
}

const isKnown = (code: string): code is keyof typeof errorCodes => Object.hasOwn(errorCodes, code)

/** From the API's own list of codes. */
function meaning(code: string | null): string {
  const found = code !== null && isKnown(code) ? errorCodes[code].description : 'not in the list of codes'
  return found.replaceAll('`', '')
}

function address(query: Omit<LogQuery, 'before'> & { before?: string }) {
  const { since, status, code, method, route, keyId, find, before } = query
  const operation = route === null ? {} : { operation: `${method} ${route}` }
  const given = { ...operation, method: route === null ? method : null, since, status, code, key: keyId, find, before }
  const set = Object.entries(given).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return set.length === 0 ? '/log' : `/log?${new URLSearchParams(set)}`
}

const isEverything = (query: Omit<LogQuery, 'before'>) => Object.values(query).every((value) => value === null)
