import type { SsoProblem } from '../../../domain/people/issuer.ts'
import type { PageAssets } from '../../assets.ts'
import { ButtonLink } from '../parts/pieces.tsx'
import { Bare } from '../parts/shell.tsx'

const WORDS: Record<SsoProblem, { title: string; text: string; status: 403 | 410 | 502 }> = {
  cancelled: { title: 'You did not sign in', text: 'The sign-in was cancelled. Nothing has changed.', status: 403 },
  over: {
    title: 'This sign-in is over',
    text: 'It took longer than 15 minutes, or was begun in another browser or window. Start again.',
    status: 410,
  },
  unreachable: {
    title: 'Single sign-on does not answer',
    text: 'Try again in a moment. Meanwhile you can sign in by mail.',
    status: 502,
  },
  refused: {
    title: 'Single sign-on did not work',
    text: 'What came back could not be accepted. Start again; if it happens again, whoever runs this server finds the reason in its log, and can run countersign doctor.',
    status: 502,
  },
  no_address: {
    title: 'Your account has no email address',
    text: 'The provider does not tell us an email address of yours that can be used here. Ask whoever manages the accounts to add one, and to send it as the claim email.',
    status: 403,
  },
  unverified: {
    title: 'Your address is not verified',
    text: 'The provider does not say that your email address is verified. Verify it there, or ask whoever manages the accounts, then start again.',
    status: 403,
  },
  unknown: {
    title: 'You do not belong to a workspace yet',
    text: 'Ask an owner of the workspace for an invitation. Once you have accepted it, you can sign in this way.',
    status: 403,
  },
  no_role: {
    title: 'Your account has no role here',
    text: 'You are signed in at the provider, but none of your groups there may use this server. Ask whoever manages the accounts.',
    status: 403,
  },
  no_claim: {
    title: 'The provider does not say what you may do here',
    text: 'It has not sent the claim that decides on the role, so nothing has changed. Whoever runs this server finds the claim in its log, and what may be missing. Meanwhile you can sign in by mail.',
    status: 403,
  },
}

export const statusOf = (problem: SsoProblem) => WORDS[problem].status

/** Why single sign-on led to nothing, and the way back. */
export function SsoProblemPage({ assets, problem }: { assets: PageAssets; problem: SsoProblem }) {
  const { title, text } = WORDS[problem]
  return (
    <Bare title={title} assets={assets}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <ButtonLink href="/sign-in" label="Back to the sign-in" />
      </p>
    </Bare>
  )
}
