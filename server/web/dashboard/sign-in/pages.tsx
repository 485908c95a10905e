import type { PageAssets } from '../../assets.ts'
import { EntryField, ProblemList, type Problems } from '../parts/form.tsx'
import { ButtonLink, Link, PostButton, Submit } from '../parts/pieces.tsx'
import { Bare } from '../parts/shell.tsx'

interface FormProps {
  assets: PageAssets
  /** The page to go to afterwards. */
  next: string | undefined
  problems?: Problems
}

interface SignInProps extends FormProps {
  email?: string
  /** Whether one can sign in at a provider instead. */
  sso: boolean
  /** A form was sent by somebody who was signed out by then. */
  lost?: boolean
}

/** Asks for the address that the mail goes to, or leads to single sign-on. */
export function SignInPage({ assets, next, problems = {}, email, sso, lost }: SignInProps) {
  return (
    <Bare title="Sign in" assets={assets}>
      <h1>Sign in</h1>
      <ProblemList problems={problems} />
      {lost && (
        <p role="alert">
          Nothing was changed: you had been signed out, or are no longer in the workspace. What you had typed is lost.
          Once you have signed in, type it again.
        </p>
      )}
      {sso && (
        <p>
          <ButtonLink
            href={`/sign-in/sso${next ? `?next=${encodeURIComponent(next)}` : ''}`}
            label="Single sign-on"
            kind="wide"
            rel="nofollow"
          />
        </p>
      )}
      <form method="post" action="/sign-in" class="stack">
        <EntryField
          name="email"
          label="Your email address"
          type="email"
          value={email}
          autocomplete="email"
          required
          problems={problems}
          hint="We email you a code and a link. There is no password."
        />
        <input type="hidden" name="next" value={next ?? ''} />
        <Submit label="Send email" kind="primary wide" />
      </form>
      <p class="small">
        No email? Whoever runs this server can print a link with <code>countersign users link</code>.
      </p>
    </Bare>
  )
}

/** Takes the code. It says the same whether somebody has the address or not. */
export function CodePage({ assets, next, problems = {}, mailbox }: FormProps & { mailbox: boolean }) {
  return (
    <Bare title="Enter the code" assets={assets}>
      <h1>Check your email</h1>
      <ProblemList problems={problems} />
      <p>If the address belongs to somebody here, an email with a code is on its way. It works once, for 15 minutes.</p>
      <form method="post" action="/sign-in/code" class="stack">
        <EntryField
          name="code"
          label="Code of six characters"
          autocomplete="one-time-code"
          maxlength={20}
          required
          problems={problems}
          hint="Enter it in this window. The link in the email works on any device."
        />
        <input type="hidden" name="next" value={next ?? ''} />
        <Submit label="Sign in" kind="primary wide" />
      </form>
      <p class="small">
        <Link href="/sign-in">Use another address or request a new code</Link>
        {mailbox && (
          <>
            {' · '}
            <Link href="/dev/outbox">Mailbox of this development server</Link>
          </>
        )}
      </p>
    </Bare>
  )
}

/** Behind a link: it takes a press of a button, because programs open links too. */
export function LinkPage({ assets, email, token }: { assets: PageAssets; email: string; token: string }) {
  return (
    <Bare title="Sign in" assets={assets}>
      <h1>Sign in on this device</h1>
      <p>
        You will be signed in as <strong>{email}</strong> for as long as you come back within 30 days.
      </p>
      <PostButton action={`/sign-in/link/${token}`} label="Sign in on this device" kind="primary wide" />
    </Bare>
  )
}

export function SpentLinkPage({ assets }: { assets: PageAssets }) {
  return (
    <Bare title="Sign in" assets={assets}>
      <h1>This link no longer works</h1>
      <p>A link signs in once, and within 15 minutes.</p>
      <p>
        <ButtonLink href="/sign-in" label="Request a new one" />
      </p>
    </Bare>
  )
}
