import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import type { State } from '../http/state.ts'
import type { Assets } from './assets.ts'
import { isSignedIn } from './dashboard/signed-in.ts'
import { Layout } from './layout.tsx'
import { languageOf } from './locales/index.ts'

interface Link {
  href: string
  label: string
}

const BAR: Link[] = [
  { href: '/docs', label: 'Docs' },
  { href: '/docs/api/signing-requests', label: 'API reference' },
  { href: '/changelog', label: 'Changelog' },
]

const STEPS = [
  {
    title: 'Send a PDF by API',
    text: 'One call with the file and the email addresses. A marker in the text says where a signature belongs; without one, a page for the signatures is appended.',
  },
  {
    title: 'Signers sign in the browser',
    text: 'Each gets a link by email: no account, no app, on any phone or computer, in twelve languages. A code by SMS where you ask for one.',
  },
  {
    title: 'Fetch the sealed PDF and its audit trail',
    text: 'A webhook tells you when everyone has signed. PDF readers check the seal, and anyone can recompute the audit trail.',
  },
]

const DESCRIPTION =
  'An open, self-hosted e-signature service with an API: send a PDF, signers sign in the browser, fetch the sealed PDF and its audit trail.'

/**
 * The root page: says what this server is, and leads developers, people of a workspace and signers on. English, as the
 * docs and the dashboard are. Who is signed in skips it.
 */
export function homeRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/', async (c) => {
    if (await isSignedIn(ctx, c)) return c.redirect('/documents', 303)
    return c.html(
      <Layout
        language={languageOf(null)}
        title="Countersign: e-signatures by API"
        assets={assets.of('home')}
        kind="home"
        listed={{ description: DESCRIPTION, text: '/docs.md' }}
      >
        <Header />
        <main id="text">
          <Opening call={callOf(ctx.config.apiUrl)} />
          <Signers />
          <Steps />
        </main>
        <Footer isDevelopment={ctx.config.mode === 'development'} />
      </Layout>,
    )
  })
  return routes
}

/** The shortest call that sends a document. Its lines fit a phone, so that the address alone has to be scrolled. */
function callOf(apiUrl: string): string {
  return [
    `curl ${apiUrl}/signing-requests`,
    `  -H "Authorization: Bearer $KEY"`,
    `  -F file=@lease.pdf`,
    `  -F 'signers=[{"email":"ada@example.com"}]'`,
  ].join(' \\\n')
}

function Header() {
  return (
    <>
      <a class="skip" href="#text">
        Skip to the text
      </a>
      <header>
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Countersign
        </a>
        <nav aria-label="Site">
          <Links links={BAR} />
          <a class="button quiet" href="/sign-in">
            Sign in
          </a>
        </nav>
      </header>
    </>
  )
}

function Opening({ call }: { call: string }) {
  return (
    <div class="opening">
      <div>
        <h1>
          Send a PDF. <span>Get it back signed.</span>
        </h1>
        <p class="lead">
          Countersign is the e-signature service on this server: your program sends a PDF, people sign it in their
          browser, and you get a sealed PDF with an audit trail.
        </p>
        <p class="actions">
          <a class="button primary" href="/docs/quickstart">
            Quickstart
          </a>
          <a class="button quiet" href="/docs">
            Read the docs
          </a>
        </p>
      </div>
      <figure>
        <figcaption id="call">Send a document</figcaption>
        {/* A region that scrolls must be reachable by keyboard. */}
        <section tabindex={0} aria-labelledby="call">
          <pre>
            <code>{call}</code>
          </pre>
        </section>
      </figure>
    </div>
  )
}

function Steps() {
  return (
    <section aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol class="steps">
        {STEPS.map(({ title, text }) => (
          <li>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Somebody who got a mail and came here by the domain in it. */
function Signers() {
  return (
    <section class="signers" aria-labelledby="signers">
      <h2 id="signers">You were asked to sign something?</h2>
      <p>Open the link in your mail. It leads to your document; you need no account and no password.</p>
      <p>
        You got a signed file? <a href="/verify">Check that it is genuine</a>.
      </p>
    </section>
  )
}

function Footer({ isDevelopment }: { isDevelopment: boolean }) {
  const links = [
    ...(isDevelopment ? [{ href: '/dev/outbox', label: 'Mailbox of this development server' }] : []),
    { href: '/openapi.json', label: 'openapi.json' },
    { href: '/llms.txt', label: 'llms.txt' },
    { href: '/health/ready', label: 'Health' },
  ]
  return (
    <footer>
      <Links links={links} />
    </footer>
  )
}

function Links({ links }: { links: Link[] }) {
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  )
}
