import type { PastedDelivery, SignatureFinding, SignatureReport } from '../../../domain/hooks/check-signature.ts'
import type { HookRow } from '../../../domain/hooks/find.ts'
import { TextArea } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { Link, Pill, Submit } from '../parts/pieces.tsx'
import type { View } from '../state.ts'
import { CRUMBS } from './pages.tsx'

export interface CheckPageProps {
  view: View
  hook: HookRow
  pasted: PastedDelivery
  /** Null: nothing was pasted yet. */
  report: SignatureReport | null
}

/** Paste what arrived; it names the check that fails. The secret is never asked for. */
export function CheckPage({ view, hook, pasted, report }: CheckPageProps) {
  const to = `/webhooks/${hook.id}`
  return (
    <Page
      view={view}
      title="Why does my signature check fail?"
      crumbs={[...CRUMBS, [hook.target_url, to]]}
      lead="Paste a delivery as your server received it. Your secret is not needed."
    >
      <div class="stack narrow">
        {report && <Verdict hook={hook} report={report} />}
        <form method="post" action={`${to}/check`} class="card pad stack">
          <TextArea
            name="headers"
            label="Headers"
            hint="One Name: value a line, or a JSON object."
            placeholder="X-Service-Signature: t=1791792930,v1=…"
            value={pasted.headers}
            rows={5}
            required
          />
          <TextArea name="body" label="Body, exactly as received" value={pasted.body} rows={6} required />
          <div class="buttons">
            <Submit label="Check" kind="primary" />
          </div>
        </form>
      </div>
    </Page>
  )
}

const FINDINGS: Record<SignatureFinding, { title: string; text: string }> = {
  no_header: {
    title: 'There is no signature header',
    text: 'X-Service-Signature is missing. A proxy may drop unknown headers, or the request did not come from us.',
  },
  malformed_header: {
    title: 'The signature header is cut or altered',
    text: 'It must be t=<seconds>,v1=<64 hex digits>, after a rotation with a second v1. Read it as one text, to its end.',
  },
  body_white_space: {
    title: 'The body has other white space at its ends',
    text: 'The signature is right for the same body without it. If it is only the last line end, copying may have added it; if your server has it too, that is why. Check the bytes as they arrive, before anything trims or ends lines.',
  },
  body_rewritten: {
    title: 'The body was parsed and written again',
    text: 'Parsing and rewriting changed its bytes. Check the raw body before a JSON parser touches it.',
  },
  body_changed: {
    title: 'The body is not what we sent',
    text: 'The header is right for the body in our log. Something on the way changes the text, such as its encoding.',
  },
  other_hook: {
    title: 'It is signed with the secret of another webhook',
    text: 'Each webhook has a secret of its own.',
  },
  callback: {
    title: 'It is signed with the secret of the document’s callback URL',
    text: 'Such a URL has a secret of its own, which the answer to the call that created the document gave. A webhook for the same address is reported to as well, signed with its own secret.',
  },
  old_secret: {
    title: 'It is signed with the secret from before a rotation',
    text: 'That secret ended 24 hours after the rotation. New deliveries are signed with the new one.',
  },
  unknown_secret: {
    title: 'No secret of this workspace made this signature',
    text: 'Either the body differs from the one that was signed, or the request did not come from us. Paste the raw body of a delivery that is in the log.',
  },
  time: {
    title: 'The signature is valid but expired',
    text: 'A check allows 300 seconds. If your server refused it on arrival, compare the clock of your server.',
  },
  passes: {
    title: 'The signature is right',
    text: 'If your check refuses it, it uses another secret, or not the whole one with its whsec_ prefix, or another text than the time, a dot and the raw body.',
  },
}

function Verdict({
  hook,
  report: { finding, otherHook, ageSeconds },
}: Pick<CheckPageProps, 'hook'> & { report: SignatureReport }) {
  const { title, text } = FINDINGS[finding]
  return (
    <section class="card pad stack" role="status">
      <h2>
        <Pill tone={finding === 'passes' ? 'ok' : finding === 'time' ? 'wait' : 'bad'}>
          {finding === 'passes' ? 'passes' : 'fails'}
        </Pill>{' '}
        {title}
      </h2>
      <p>{text}</p>
      {otherHook && (
        <p>
          It is the one of <Link href={`/webhooks/${otherHook.id}`}>{otherHook.targetUrl}</Link>.
        </p>
      )}
      <p class="small">
        {ageSeconds !== null && `It was signed ${age(ageSeconds)}. `}
        The secret of this webhook begins with <code>{hook.secret_prefix}</code>
      </p>
    </section>
  )
}

function age(seconds: number): string {
  if (seconds < 0) return `${-seconds} seconds in the future`
  if (seconds < 7_200) return `${seconds} seconds ago`
  return `${Math.floor(seconds / 3_600)} hours ago`
}
