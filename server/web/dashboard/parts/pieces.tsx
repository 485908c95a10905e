import type { Child, JSX } from 'hono/jsx'
import type { Verb } from '../../../domain/may.ts'
import type { View } from '../state.ts'

/** ok: done, a full dot · wait: under way · bad: needs somebody, a diamond · idle: nothing to do, a ring. */
export type Tone = 'ok' | 'wait' | 'bad' | 'idle'

/** A state in words, with a shape and a colour of its own. */
export function Pill({ tone, children }: { tone: Tone; children: Child }) {
  return <span class={`pill ${tone}`}>{children}</span>
}

interface CardProps {
  title: string
  /** At the right of the heading. */
  aside?: Child
  /** Its content has a margin, and these classes. */
  pad?: '' | 'stack' | 'stack narrow' | 'buttons'
}

/** A card with a heading. */
export function Card({ title, aside, pad, children }: CardProps & { children: Child }) {
  return (
    <section class="card">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {pad === undefined ? children : <div class={`pad ${pad}`.trimEnd()}>{children}</div>}
    </section>
  )
}

/** A card of names and values. */
export function FactsCard({ facts, ...card }: Omit<CardProps, 'pad'> & { facts: [name: string, value: Child][] }) {
  return (
    <Card {...card} pad="">
      <Facts facts={facts} />
    </Card>
  )
}

/** What a page shows instead of an empty list: what would be here, and how the first one comes about. */
export function Empty({ title, children }: { title: string; children: Child }) {
  return (
    <div class="card empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** A link in a text. @param name what it is called where others have named it, in whichever direction */
export function Link({ href, name, children }: { href: string; name?: string; children?: Child }) {
  return (
    <a class="text" href={href}>
      {name === undefined ? children : <bdi>{name}</bdi>}
    </a>
  )
}

interface ButtonProps {
  label: Child
  /** What of several it is for, for those who only hear the button; it begins with a space or a colon. */
  about?: string
  kind?: 'primary' | 'danger' | 'primary danger' | 'small' | 'small primary' | 'small danger' | 'wide' | 'primary wide'
}

/** A link that looks like a button: it leads to a page, or to a question. */
export function ButtonLink({ label, about, kind, ...link }: ButtonProps & JSX.IntrinsicElements['a']) {
  return (
    <a class={kind ? `btn ${kind}` : 'btn'} {...link}>
      {label}
      {about && <span class="unseen">{about}</span>}
    </a>
  )
}

/** What sends the form around it. */
export function Submit({ label, about, kind, ...button }: ButtonProps & JSX.IntrinsicElements['button']) {
  return (
    <button type="submit" class={kind ? `btn ${kind}` : 'btn'} {...button}>
      {label}
      {about && <span class="unseen">{about}</span>}
    </button>
  )
}

/** A form of nothing but its button. */
export function PostButton({ action, ...submit }: { action: string } & Parameters<typeof Submit>[0]) {
  return (
    <form method="post" action={action}>
      <Submit {...submit} />
    </form>
  )
}

/** Names and values. */
export function Facts({ facts }: { facts: [name: string, value: Child][] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Text to be copied; the button appears only with the script that copies. */
export function Copy({ text, id, block }: { text: string; id: string; block?: boolean }) {
  return (
    <span class={block ? 'copy block' : 'copy'}>
      <code id={id}>{text}</code>
      <button type="button" class="btn small" id={`copy-${id}`} data-copy={id} hidden>
        Copy
      </button>
    </span>
  )
}

/** A share with one digit after the point, and never 0 % of something. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %'
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`
}

/**
 * Says that the plan lacks what would stand here; nothing where it does not.
 * @param what the beginning of the sentence, such as `Sending from a template`
 */
export function NeedsPlan({ view, verb, what }: { view: View; verb: Verb; what: string }) {
  if (!view.lacks(verb)) return null
  return (
    <p class="small">
      {what} needs the Enterprise entitlement, which the plan of this workspace does not include.{' '}
      <a class="text" href="/settings">
        Plan and usage
      </a>
    </p>
  )
}
