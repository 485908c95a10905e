import { fill } from '../../domain/fill.ts'
import type { OpenPage, PageBase } from '../../domain/signing/page.ts'
import { LocalTime, TextWithTime } from '../local-time.tsx'
import type { Language } from '../locales/index.ts'
import { NotStarted } from './not-started.tsx'
import { Ask } from './sender.tsx'

export function Notices({ page, language, base }: { page: OpenPage; language: Language; base: string }) {
  const t = language.messages.open
  const names = { sender: page.sender }
  return (
    <>
      <div
        class="notice warn"
        id="dead"
        role="status"
        hidden={page.completableReason === null}
        data-declined={fill(t.dead.declined, names)}
        data-withdrawn={fill(t.dead.withdrawn, names)}
        data-expired={fill(t.dead.expired, names)}
      >
        <h2>{t.deadTitle}</h2>
        <p>{page.completableReason && fill(t.dead[page.completableReason], names)}</p>
      </div>
      <noscript>
        <div class="notice warn">
          <p>{t.noScript}</p>
        </div>
      </noscript>
      <NotStarted language={language} file={`${base}/document.pdf`} />
      <div class="notice warn" id="document-error" role="alert" hidden>
        <p />
        <div class="ways" id="document-ways" />
      </div>
    </>
  )
}

/** What the signer is asked, by whom and until when, and about the document. */
export function Intro({ page, language, base }: { page: OpenPage; language: Language; base: string }) {
  const t = language.messages.open
  const names = { sender: page.sender }
  return (
    <section class="intro" aria-label={t.about}>
      <p>
        {page.signer.name && <strong>{fill(t.greeting, { name: page.signer.name })} </strong>}
        {fill(t.intro, names)}
        {page.expiresAt && (
          <>
            {' '}
            <TextWithTime text={t.deadline} language={language} at={page.expiresAt} />
          </>
        )}
      </p>
      {page.message && (
        <blockquote id="message" class="short">
          <p class="label">{fill(t.message, names)}</p>
          <p class="words">
            <bdi>{page.message}</bdi>
          </p>
          <button type="button" class="link" id="message-whole" hidden>
            {t.wholeMessage}
          </button>
        </blockquote>
      )}
      <details>
        <summary>{t.about}</summary>
        <dl>
          <dt>{t.file}</dt>
          <dd>
            <bdi>{page.filename}</bdi>
            <br />
            <a href={`${base}/document.pdf`} target="_blank" rel="noreferrer">
              {t.openFile} <span class="hint">{t.newTab}</span>
            </a>
          </dd>
          {page.expiresAt && (
            <>
              <dt>{t.expires}</dt>
              <dd>
                <LocalTime language={language} at={page.expiresAt} />
              </dd>
            </>
          )}
          <dt>{t.signers}</dt>
          <dd>
            <SignerList signers={page.signers} language={language} />
          </dd>
        </dl>
        {page.replyTo !== null && <Ask page={page} language={language} />}
      </details>
      <p>
        <button type="button" class="link" id="open-not-me">
          {t.notMe}
        </button>
      </p>
      {page.proposed && <p class="hint">{fill(t.proposed, { ...names, name: page.proposed })}</p>}
      {page.ignored && <p class="hint">{fill(t.ignored, { ...names, name: page.ignored })}</p>}
    </section>
  )
}

/** All signers with their status. */
export function SignerList({ signers, language }: { signers: PageBase['signers']; language: Language }) {
  const { open, status } = language.messages
  return (
    <ul>
      {signers.map((signer) => (
        <li>
          <bdi>{signer.name ?? signer.email}</bdi>
          {signer.own && ` ${open.you}`}: {status[signer.status]}
        </li>
      ))}
    </ul>
  )
}
