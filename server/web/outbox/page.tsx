import type { OutboxMessage } from '../../domain/messages/outbox.ts'
import type { PageAssets } from '../assets.ts'
import { Layout } from '../layout.tsx'
import { languageOf } from '../locales/index.ts'

/** A developer's page, in English like the docs. */
export function OutboxPage({ messages, assets }: { messages: OutboxMessage[]; assets: PageAssets }) {
  return (
    <Layout language={languageOf(null)} title="Outbox" assets={assets} kind="outbox">
      <main>
        <h1>Outbox</h1>
        <p>
          Mails and SMS that this development server kept instead of sending, newest first. Nothing here has left the
          machine.
        </p>
        {messages.length === 0 && <p class="message">Nothing yet. Send a document and its invitation appears here.</p>}
        {messages.map((message, index) => (
          <Message message={message} open={index === 0} />
        ))}
      </main>
    </Layout>
  )
}

/** The addresses in a text, each once. */
export function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/\S+/g))]
}

function Message({ message, open }: { message: OutboxMessage; open: boolean }) {
  const links = linksIn(message.body)
  return (
    <section class="message" aria-label={message.subject ?? 'SMS'}>
      <h2>{message.subject ?? 'SMS'}</h2>
      <p class="meta">
        To {message.recipient},{' '}
        <time datetime={message.created_at.toISOString()}>
          {message.created_at.toISOString().replace(/\.\d+Z$/, 'Z')}
        </time>
      </p>
      {links.map((url) => (
        <p>
          <a href={url}>{url}</a>
        </p>
      ))}
      {message.html && (
        <details open={open}>
          <summary>Mail</summary>
          <iframe src={`/dev/outbox/${message.id}`} title={`Mail: ${message.subject}`} loading="lazy" />
        </details>
      )}
      <details open={!message.html}>
        <summary>Text</summary>
        <pre>{message.body}</pre>
      </details>
    </section>
  )
}
