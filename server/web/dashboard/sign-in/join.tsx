import type { PageAssets } from '../../assets.ts'
import { EntryField } from '../parts/form.tsx'
import { ButtonLink, Submit } from '../parts/pieces.tsx'
import { Bare } from '../parts/shell.tsx'

interface JoinProps {
  assets: PageAssets
  token: string
  workspace: string
  /** Who invites; null: no longer known. */
  by: string | null
  email: string
}

/** An invitation, and the button that accepts it. */
export function JoinPage({ assets, token, workspace, by, email }: JoinProps) {
  return (
    <Bare title="Invitation" assets={assets}>
      <h1>Join {workspace}</h1>
      <p>
        {by ? `${by} invites you` : 'You are invited'} to this workspace as <strong>{email}</strong>.
      </p>
      <form method="post" action={`/sign-in/join/${token}`} class="stack">
        <EntryField
          name="name"
          label="Your name"
          autocomplete="name"
          maxlength={100}
          hint="Others see it. You can leave it out."
        />
        <Submit label="Join and sign in" kind="primary wide" />
      </form>
    </Bare>
  )
}

export function SpentInvitationPage({ assets }: { assets: PageAssets }) {
  return (
    <Bare title="Invitation" assets={assets}>
      <h1>This invitation no longer works</h1>
      <p>It was accepted, withdrawn or replaced, or seven days are over. Whoever invited you can send another one.</p>
      <p>
        <ButtonLink href="/sign-in" label="Sign in" />
      </p>
    </Bare>
  )
}
