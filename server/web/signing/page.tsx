import { fill } from '../../domain/fill.ts'
import type { SignerPage } from '../../domain/signing/page.ts'
import type { PageAssets } from '../assets.ts'
import { LanguageMenu } from '../language-menu.tsx'
import { Layout } from '../layout.tsx'
import { LocalTime, TextWithTime } from '../local-time.tsx'
import type { Language } from '../locales/index.ts'
import type { SignPageData } from './client-data.ts'
import { clientFields } from './client-fields.ts'
import { DeclineDialog, SignatureDialog } from './dialogs.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { SignerList } from './signer-list.tsx'
import { SmsDialog } from './sms.tsx'
import { TableDialogs } from './table-dialogs.tsx'

export type OpenPage = Extract<SignerPage, { state: 'open' }>

interface Props {
  page: OpenPage
  language: Language
  assets: PageAssets
  base: string
}

/** The page on which a signer reads and signs. It is usable before its script and pdf.js have loaded. */
export function SigningPage({ page, language, assets, base }: Props) {
  const { locale, messages } = language
  const t = messages.open
  const names = { sender: page.sender, title: page.title }
  const data: SignPageData = {
    base,
    locale,
    texts: messages.page,
    consentVersion: page.consent.version,
    now: page.moment.at.toISOString(),
    dateLocale: page.moment.locale,
    signerName: page.signer.name,
    fields: clientFields(page.fields, messages, locale),
    sms: page.sms,
    glyphs: page.glyphs.toString(),
  }
  return (
    <Layout language={language} title={fill(t.documentTitle, names)} assets={assets} kind="sign">
      <a class="skip" href="#tab-text">
        {t.readAsText}
      </a>
      <a class="skip" href="#go">
        {t.skip}
      </a>
      <header class="bar">
        <span class="letter" aria-hidden="true">
          {firstLetter(page.sender)}
        </span>
        <div class="who">
          <p class="sender">
            <bdi>{page.sender}</bdi>
          </p>
          <h1 dir="auto">{page.title}</h1>
        </div>
        {language.isChoosable && <LanguageMenu language={language} />}
        <button type="button" class="quiet" id="more" aria-label={t.more} aria-expanded="false" aria-controls="tools">
          ⋯
        </button>
        <div class="tools" id="tools">
          <button type="button" class="quiet" id="zoom" hidden>
            100 %
          </button>
          <button type="button" class="quiet" id="open-decline">
            {t.decline}
          </button>
        </div>
      </header>
      <main>
        <Notices page={page} t={t} />
        <Intro page={page} language={language} base={base} />
        <div role="tablist" class="views" aria-label={t.views}>
          <button type="button" role="tab" id="tab-pages" aria-selected="true" aria-controls="pages">
            {t.viewPage}
          </button>
          <button type="button" role="tab" id="tab-text" aria-selected="false" aria-controls="pages" tabindex={-1}>
            {t.viewText}
          </button>
        </div>
        <p id="reading-status" class="hint" role="status" />
        <section id="pages" class="pages" aria-label={t.pages}>
          {page.pages.map((size, index) => (
            <Sheet page={page} number={index + 1} size={size} language={language} base={base} />
          ))}
        </section>
      </main>
      <Panel page={page} language={language} />
      <SignatureDialog language={language} />
      <HandOverDialog language={language} sender={page.sender} />
      <DeclineDialog language={language} sender={page.sender} />
      {page.fields.some(({ kind }) => kind === 'table') && <TableDialogs language={language} />}
      {page.sms && <SmsDialog language={language} sender={page.sender} phone={page.sms.phoneMasked} />}
      <script
        type="application/json"
        id="data"
        // JSON in a data block: the CSP forbids inline script, and `<` cannot end the block.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
      />
    </Layout>
  )
}

/** Of a name in any script: the first character as readers see it, in upper case. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? ''
}

type OpenTexts = Language['messages']['open']

function Notices({ page, t }: { page: OpenPage; t: OpenTexts }) {
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
      <div class="notice warn" id="document-error" role="alert" hidden>
        <p />
        <div class="ways" id="document-ways" />
      </div>
    </>
  )
}

function Intro({ page, language, base }: { page: OpenPage; language: Language; base: string }) {
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
        <blockquote>
          <p class="label">{fill(t.message, names)}</p>
          <p class="words">
            <bdi>{page.message}</bdi>
          </p>
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
      </details>
      <p>
        <button type="button" class="link" id="open-not-me">
          {t.notMe}
        </button>
      </p>
      {page.proposed && <p class="hint">{fill(t.proposed, { ...names, name: page.proposed })}</p>}
    </section>
  )
}

interface SheetProps {
  page: OpenPage
  number: number
  size: { width: number; height: number }
  language: Language
  base: string
}

/**
 * One page of the document. The empty SVG gives it its shape before any script has run; the picture of the first page is
 * there before pdf.js, which replaces it.
 */
function Sheet({ page, number, size, language, base }: SheetProps) {
  const { open: t, kinds } = language.messages
  return (
    <section class="sheet" data-page={number} aria-label={fill(t.page, { page: number, pages: page.pages.length })}>
      <svg class="shape" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" focusable="false" />
      {number === 1 && (
        <img
          class="picture"
          id="first-page"
          src={`${base}/first-page.webp`}
          alt=""
          fetchpriority="high"
          elementtiming="first-page"
        />
      )}
      <div class="words-layer" />
      <div class="fields">
        {page.others
          .filter((other) => other.page === number)
          .map((other) => (
            <span
              class={other.done ? 'other done' : 'other'}
              data-x={other.x}
              data-y={other.y}
              data-w={other.w}
              data-h={other.h}
            >
              <span>
                {fill(other.done ? t.otherDone : t.otherTodo, {
                  kind: kinds[other.kind],
                  name: other.signerName ?? t.otherUnnamed,
                })}
              </span>
            </span>
          ))}
      </div>
    </section>
  )
}

/** The step panel: the current step, the progress, and the next action. */
function Panel({ page, language }: { page: OpenPage; language: Language }) {
  const { open: t, page: words } = language.messages
  return (
    <form id="panel" class="panel" novalidate aria-label={t.step}>
      <div class="inner">
        <div id="step" class="step" hidden>
          <label for="step-input">
            <span id="step-label" />
          </label>
          <p id="step-hint" class="hint" hidden />
          <input
            id="step-input"
            type="text"
            dir="auto"
            autocomplete="off"
            aria-describedby="step-hint step-error"
            enterkeyhint="next"
          />
        </div>
        <label id="tick" class="tick" hidden>
          <input id="tick-input" type="checkbox" aria-describedby="step-error" />
          <span id="tick-label" />
        </label>
        <p id="place" class="place" hidden />
        <label id="consent-row" class="tick" hidden>
          <input id="consent" type="checkbox" aria-describedby="step-error" />
          <span>
            {t.consent}{' '}
            <a href={`/disclosure/${page.consent.version}?lang=${language.locale}`} target="_blank" rel="noreferrer">
              {t.disclosure} <span class="hint">{t.newTab}</span>
            </a>
          </span>
        </label>
        <p id="glyph-hint" class="glyph-hint" role="status" />
        <p id="step-error" class="error" role="alert" />
        <div class="progress">
          <div class="words">
            <p id="progress-text" role="status" />
            <p id="saving" class="saving" role="status" />
          </div>
          <progress id="progress" aria-labelledby="progress-text" value={0} max={1} />
        </div>
        <div class="actions">
          <button type="button" id="aside" class="quiet" hidden />
          <button type="submit" id="go" class="primary" disabled>
            {words.start}
          </button>
        </div>
      </div>
    </form>
  )
}
