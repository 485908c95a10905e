import type { LogFilter, ReadHook } from '../../../domain/hooks/read.ts'
import { type MoreCall, Page } from '../parts/page.tsx'
import { Card, Copy } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { zonesWith } from '../parts/zones.ts'
import { may, type View } from '../state.ts'
import { EVENT_NAMES, RECOVERED } from './form.ts'
import { healthOf } from './health.ts'
import { HookLog } from './hook-log.tsx'
import { CRUMBS, receives } from './pages.tsx'
import { Strip } from './strip.tsx'

/** A secret on the only page that shows it. */
export interface ShownOnce {
  secret: string
  /** Until when the one before is used, too; null: there is none. */
  until: Date | null
  /** How many hooks for the same address it replaced. */
  replaced: number
}

export interface HookPageProps extends ReadHook {
  view: View
  filter: LogFilter
  once: ShownOnce | null
  /** What was given up was to be sent again since a time, and no date was chosen. */
  isUndated: boolean
  /** What is chosen without a script. */
  ownZone: string
  now: Date
}

export function HookPage(props: HookPageProps) {
  const { view, hook, once, isUndated, filter, now } = props
  const isWhole = filter.tab === 'all' && filter.event === null
  const to = `/webhooks/${hook.id}`
  const state = hook.enabled ? 'made' : hook.disabled_reason === 'replaced' ? 'replaced; made' : 'switched off; made'
  return (
    <Page
      view={view}
      title={hook.target_url}
      section="webhooks"
      apiCall={`GET /v1/hooks/${hook.id}/deliveries`}
      moreCalls={callsOf(props)}
      crumbs={CRUMBS}
      lead={
        <>
          {receives(hook)} · {state} <At at={hook.created_at} />
        </>
      }
      actions={<Actions {...props} to={to} />}
    >
      {once && <Once {...once} />}
      <div class="stack">
        {isWhole && <Strip health={healthOf(props.deliveries, now)} />}
        <HookLog {...props} to={to} isLive={once === null && !isUndated} />
        <Tools {...props} to={to} />
      </div>
    </Page>
  )
}

/** Of the buttons that are shown. */
function callsOf(props: HookPageProps): MoreCall[] {
  const to = `POST /v1/hooks/${props.hook.id}`
  return [
    ...(canPing(props) ? [{ does: 'Send ping', call: `${to}/test` }] : []),
    ...(canRecover(props) ? [{ does: 'Send all again', call: `${to}/recover` }] : []),
  ]
}

const canPing = ({ view, hook }: HookPageProps) => hook.enabled && may(view, 'pingHook')
const canRecover = ({ view, hook, givenUp }: HookPageProps) => hook.enabled && givenUp > 0 && may(view, 'recoverHook')

function Actions({ to, ...props }: HookPageProps & { to: string }) {
  const { view, hook } = props
  return (
    <>
      {canPing(props) && (
        <form method="post" action={`${to}/ping`}>
          <button type="submit" class="btn">
            Send ping
          </button>
        </form>
      )}
      {may(view, 'changeHook') && (
        <a class="btn" href={`${to}/edit`}>
          Change
        </a>
      )}
      {may(view, 'rotateHookSecret') && (
        <a class="btn" href={`${to}/rotate`}>
          Rotate secret
        </a>
      )}
      {may(view, 'switchHook') &&
        (hook.enabled ? (
          <a class="btn danger" href={`${to}/off`}>
            Switch off
          </a>
        ) : (
          hook.disabled_reason !== 'replaced' && (
            <form method="post" action={`${to}/on`}>
              <button type="submit" class="btn primary">
                Switch on
              </button>
            </form>
          )
        ))}
    </>
  )
}

function Once({ secret, until, replaced }: ShownOnce) {
  return (
    <div class="once">
      <b>New secret. It is shown only now.</b>
      <Copy id="secret" text={secret} block />
      <Copy id="env" text={`COUNTERSIGN_WEBHOOK_SECRET=${secret}`} block />
      {until && (
        <small>
          Until <At at={until} /> each delivery is signed with this one and the one before.
        </small>
      )}
      {replaced > 0 && <small>The webhook that was on for this address is off, and its deliveries come here.</small>}
    </div>
  )
}

/** What helps to find a fault, and to catch up after one. */
function Tools({ to, ...props }: HookPageProps & { to: string }) {
  const { view, hook, isUndated, ownZone } = props
  return (
    <Card title="Try it out">
      <div class="pad stack">
        {hook.enabled && may(view, 'sendExample') && (
          <form method="post" action={`${to}/example`} class="filters">
            <select id="example" name="event" aria-label="Example of">
              {EVENT_NAMES.map((name) => (
                <option value={name}>{name}</option>
              ))}
            </select>
            <button type="submit" class="btn">
              Send an example
            </button>
            <small>About a document that nobody has; one attempt.</small>
          </form>
        )}
        {canRecover(props) && (
          <form method="post" action={`${to}/recover`} class="filters">
            <select id="since" name="since" aria-label="Given up since">
              {Object.entries(RECOVERED).map(([since, words]) => (
                <option value={since} selected={isUndated && since === 'time'}>
                  {words}
                </option>
              ))}
            </select>
            <div class="when">
              <input
                id="at"
                name="at"
                type="datetime-local"
                aria-label="Date and time"
                aria-describedby={isUndated ? 'at-problem' : undefined}
                aria-invalid={isUndated ? 'true' : undefined}
                autofocus={isUndated}
              />
              <select id="zone" name="zone" aria-label="Time zone" data-zone="">
                {zonesWith(ownZone).map(([zone, words]) => (
                  <option value={zone} selected={zone === ownZone}>
                    {words}
                  </option>
                ))}
              </select>
            </div>
            <button type="submit" class="btn">
              Send all again
            </button>
            {isUndated && (
              <p id="at-problem" class="problem">
                Nothing was sent: choose the date and time.
              </p>
            )}
          </form>
        )}
        <p>
          <a class="text" href={`${to}/check`}>
            Why does my signature check fail?
          </a>{' '}
          <small>
            The secret begins with <code>{hook.secret_prefix}</code>
          </small>
        </p>
      </div>
    </Card>
  )
}
