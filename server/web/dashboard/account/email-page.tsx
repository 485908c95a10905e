import { AsPerson, Buttons, EntryField, ProblemList, type Problems } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import type { View } from '../state.ts'

/** Takes the code that went to the new address. */
export function EmailCodePage({ view, email, problems = {} }: { view: View; email: string; problems?: Problems }) {
  return (
    <Page view={view} title="Confirm your new address" crumbs={[['Your account', '/account']]}>
      <ProblemList problems={problems} />
      <form method="post" action="/account/email/code" class="card pad stack narrow">
        <AsPerson view={view} />
        <p>
          An email with a code is on its way to <strong>{email}</strong>. It works once, for 15 minutes.
        </p>
        <EntryField
          name="code"
          label="Code of six characters"
          autocomplete="one-time-code"
          maxlength={20}
          required
          problems={problems}
        />
        <Buttons submit="Change my address" cancel="/account" />
      </form>
    </Page>
  )
}
