import type { LogFilter, ReadHook } from '../../../domain/hooks/read.ts'
import { type MoreCall, Page } from '../parts/page.tsx'
import { ButtonLink, Card, Link, PostButton, Submit } from '../parts/pieces.tsx'
import { At, zonesWith } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { EVENT_NAMES, RECOVERED } from './form.ts'
import { healthOf } from './health.ts'
import { HookLog } from './hook-log.tsx'
import { CRUMBS, receives } from './pages.tsx'
import { Once, type ShownOnce } from './shown-once.tsx'
import { Strip } from './strip.tsx'

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
  const { view, hook, instead, once, isUndated, newest, now } = props
  const isLive = once === null && !isUndated
  const to = `/webhooks/${hook.id}`
  const state = hook.enabled
    ? 'created'
    : hook.disabled_reason === 'replaced'
      ? 'replaced; created'
      : 'switched off; created'
  return (
    <Page
      view={view}
      title={hook.target_url}
      apiCall={`GET /v1/hooks/${hook.id}/deliveries`}
      moreCalls={callsOf(props)}
      crumbs={CRUMBS}
      lead={
        <span id="standing" data-live={isLive ? '' : undefined}>
          {receives(hook)} · {state} <At at={hook.created_at} />
          {instead && (
            <>
              {'. Another webhook has its address: '}
              <Link href={`/webhooks/${instead.id}`}>{instead.target_url}</Link>, created <At at={instead.created_at} />
            </>
          )}
        </span>
      }
      actions={<Actions {...props} to={to} isLive={isLive} />}
    >
      {once && <Once {...once} events={hook.events} />}
      <div class="stack">
        <Strip health={healthOf(newest, now)} isLive={isLive} />
        <HookLog {...props} to={to} isLive={isLive} />
        <Tools {...props} to={to} isLive={isLive} />
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

const canPing = ({ view, hook }: HookPageProps) => hook.enabled && may(view, 'testHook')
const canRecover = ({ view, hook, givenUp }: HookPageProps) => hook.enabled && givenUp > 0 && may(view, 'recoverHook')

interface PartProps extends HookPageProps {
  /** The path of the page. */
  to: string
  /** Whether it follows what happens. */
  isLive: boolean
}

function Actions(props: PartProps) {
  const { view, hook, instead, to, isLive } = props
  return (
    <div class="buttons" id="state" data-live={isLive ? '' : undefined}>
      {canPing(props) && <PostButton action={`${to}/ping`} label="Send ping" />}
      {may(view, 'changeHook') && <ButtonLink href={`${to}/edit`} label="Change" />}
      {may(view, 'rotateHookSecret') && <ButtonLink href={`${to}/rotate`} label="Rotate secret" />}
      {may(view, 'switchHook') &&
        (hook.enabled ? (
          <ButtonLink href={`${to}/off`} label="Switch off" kind="danger" />
        ) : (
          hook.disabled_reason !== 'replaced' &&
          instead === null && <PostButton action={`${to}/on`} label="Switch on" kind="primary" />
        ))}
    </div>
  )
}

/** What helps to find a fault, and to catch up after one. */
function Tools(props: PartProps) {
  const { view, hook, to, isLive } = props
  return (
    <Card title="Try it out" pad="stack">
      {hook.enabled && may(view, 'sendExample') && (
        <form method="post" action={`${to}/example`} class="filters">
          <select id="example" name="event" aria-label="Example of">
            {EVENT_NAMES.map((name) => (
              <option value={name}>{name}</option>
            ))}
          </select>
          <Submit label="Send an example" />
          <small>Sent once, about a made-up document.</small>
        </form>
      )}
      <div id="recovery" data-live={isLive ? '' : undefined}>
        {canRecover(props) && <Recovery {...props} />}
      </div>
      <p>
        <Link href={`${to}/check`}>Why does my signature check fail?</Link>{' '}
        <small>
          The secret begins with <code>{hook.secret_prefix}</code>
        </small>
      </p>
    </Card>
  )
}

/**
 * Sends again what was given up. Nothing in it changes with the log: the script would replace it, and a choice in a list
 * would be lost.
 */
function Recovery({ isUndated, ownZone, to }: PartProps) {
  return (
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
      <Submit label="Send all again" />
      {isUndated && (
        <p id="at-problem" class="problem">
          Nothing was sent: choose the date and time.
        </p>
      )}
    </form>
  )
}
