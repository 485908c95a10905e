import type { Child } from 'hono/jsx'
import type { View } from '../state.ts'
import { Buttons, InWorkspace } from './form.tsx'
import { Page } from './page.tsx'

export interface ConfirmProps {
  view: View
  /** As a question: `Revoke the key Production?` */
  title: string
  /** As of a page. */
  apiCall?: string
  /** What it means, and whether it can be undone. */
  children: Child
  /** Where the form is sent. */
  action: string
  /** The verb: `Revoke`. */
  button: string
  /** Where to go without doing it. */
  cancel: string
  /** What the form sends besides. */
  fields?: Record<string, string>
  /** It cannot be undone. */
  danger?: boolean
}

/** A page that asks before something is done that cannot be undone, or reaches other people. Works without a script. */
export function Confirm({ view, title, apiCall, children, ...form }: ConfirmProps) {
  const { action, button, cancel, fields = {}, danger } = form
  return (
    <Page view={view} title={title} apiCall={apiCall}>
      <form method="post" action={action} class="card pad stack narrow">
        <InWorkspace view={view} />
        {children}
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Buttons submit={button} cancel={cancel} danger={danger} />
      </form>
    </Page>
  )
}
