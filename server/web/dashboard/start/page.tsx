import { randomUUID } from 'node:crypto'
import type { Child } from 'hono/jsx'
import type { FirstSent, StartProgress } from '../../../domain/documents/start.ts'
import type { HookSummary } from '../../../domain/hooks/read.ts'
import { EntryField, InWorkspace } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { ButtonLink, Copy, Link, Pill, Submit } from '../parts/pieces.tsx'
import { At } from '../parts/time.tsx'
import { may, type View } from '../state.ts'
import { asCurl, asTypeScript, type FirstCall } from './code.ts'

export interface StartPageProps {
  view: View
  progress: StartProgress
  call: FirstCall
  /** The newest webhook that is on. */
  hook: HookSummary | null
}

/** Four steps to the first signature. The last two wait for what happens elsewhere: the script asks for them again. */
export function StartPage({ view, progress, call, hook }: StartPageProps) {
  const { key, sent } = progress
  const answered = hook?.last?.delivered === true
  return (
    <Page
      view={view}
      title="Send your first document"
      apiCall="POST /v1/signing-requests"
      lead="Four steps, about three minutes. This page is here until a document is signed; webhooks can be added at any time."
    >
      <div class="card narrow">
        <ol class="steps">
          <Step number={1} title="Make an API key" done={key !== null}>
            {key && (
              <small>
                {key.name}, created <At at={key.createdAt} />, <code>{key.display}…</code>
              </small>
            )}
            {call.secret !== null && <small>The key is in the code below. It is shown only now.</small>}
            {key === null && !may(view, 'issueKey') && <p class="small">An owner of the workspace can make one.</p>}
            {call.secret === null && may(view, 'issueKey') && (
              <form method="post" action="/start">
                <InWorkspace view={view} />
                <input type="hidden" name="form" value={randomUUID()} />
                <button type="submit" class={key ? 'btn small' : 'btn primary'}>
                  Make a key and show it in the code
                </button>
              </form>
            )}
          </Step>
          <Step number={2} title="Send a PDF" done={sent !== null}>
            <div class="command">
              <Copy id="curl" text={asCurl(call)} block />
            </div>
            <details>
              <summary>TypeScript</summary>
              <div class="command">
                <Copy id="typescript" text={asTypeScript(call)} block />
              </div>
            </details>
            <small>Any PDF will do. You are its signer, so the invitation comes to {call.email}.</small>
          </Step>
        </ol>
        <ol class="steps" start={3} id="waiting" data-live>
          <Step number={3} title="Sign it as your signer would" done={sent?.signer === 'signed'}>
            {sent === null && (
              <p class="small">
                The link appears here the moment the call above arrives. <Link href="/start">Refresh</Link>
              </p>
            )}
            {sent?.link && (
              <p>
                <ButtonLink href={sent.link} label="Sign" about={` ${sent.title}`} target="_blank" rel="noreferrer" />
              </p>
            )}
            {sent && (
              <p class="small">
                <Link href={`/documents/${sent.documentId}`} name={sent.title} /> arrived; <Standing of={sent} />{' '}
                <Link href="/start">Refresh</Link>
              </p>
            )}
          </Step>
          <Step number={4} title="Receive a webhook" done={answered}>
            <Webhook view={view} of={hook} />
          </Step>
        </ol>
      </div>
    </Page>
  )
}

/** How far the document is, and what to do where nobody can sign it. */
function Standing({ of: { documentId, status, signer } }: { of: FirstSent }) {
  switch (status) {
    case 'staged':
      return (
        <>
          it waits for <Link href={`/review/${documentId}`}>its review</Link>. Its signer is invited, and the link
          appears here, once it is confirmed.
        </>
      )
    case 'discarded':
      return <>it was discarded in its review. Repeat the call to send another.</>
    case 'declined':
    case 'withdrawn':
    case 'expired':
    case 'abandoned':
      return <>its signer is {signer}. Nobody can sign it now. Repeat the call to send another.</>
    case 'pending':
    case 'signed':
    case 'finalized':
      return <>its signer is {signer}.</>
  }
}

function Step(props: { number: number; title: string; done: boolean; children: Child }) {
  const { number, title, done, children } = props
  return (
    <li>
      <span class={done ? 'step done' : 'step'} aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div class="stack">
        <h2>
          {title}
          {done && <span class="unseen"> (done)</span>}
        </h2>
        {children}
      </div>
    </li>
  )
}

/** Register an address, send a ping, see the answer. */
function Webhook({ view, of: summary }: { view: View; of: HookSummary | null }) {
  if (!summary) {
    if (!may(view, 'createHook')) return <p class="small">An owner of the workspace can add one.</p>
    return (
      <form method="post" action="/webhooks" class="stack">
        <InWorkspace view={view} />
        <EntryField
          name="target_url"
          label="Address of your server"
          type="url"
          placeholder="https://app.example.com/webhooks/signing"
          maxlength={2048}
          required
        />
        <div class="buttons">
          <Submit label="Add a webhook" kind="small" />
        </div>
      </form>
    )
  }
  const { hook, last } = summary
  return (
    <form method="post" action={`/webhooks/${hook.id}/ping`} class="stack">
      <p>
        <Link href={`/webhooks/${hook.id}`}>{hook.target_url}</Link>{' '}
        {last && <Pill tone={last.delivered ? 'ok' : 'bad'}>{last.status ?? 'no answer'}</Pill>}
      </p>
      <div class="buttons">
        <Submit label="Send ping" kind="small" />
      </div>
    </form>
  )
}
