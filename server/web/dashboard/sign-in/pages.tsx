import type { PageAssets } from '../../assets.ts'
import { Bare } from '../parts/bare.tsx'

export function SignInPage({ assets }: { assets: PageAssets }) {
  return (
    <Bare title="Sign in" assets={assets}>
      <h1>Sign in</h1>
      <p>
        Open the link that you were given. Whoever runs this server makes one by <code>countersign users link</code> and
        your address.
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
      <form method="post" action={`/sign-in/link/${token}`}>
        <button type="submit" class="btn primary wide">
          Sign in on this device
        </button>
      </form>
    </Bare>
  )
}

export function SpentLinkPage({ assets }: { assets: PageAssets }) {
  return (
    <Bare title="Sign in" assets={assets}>
      <h1>This link no longer works</h1>
      <p>A link signs in once, and within 15 minutes.</p>
      <p>
        <a class="btn" href="/sign-in">
          Sign in another way
        </a>
      </p>
    </Bare>
  )
}
