import { Hono } from 'hono'
import { fill } from '../domain/fill.ts'
import { DEFAULT_LOCALE } from '../domain/locales.ts'
import { type Consent, consentFor, consentVersion } from '../domain/messages/consent.ts'
import { HttpError } from '../http/errors.ts'
import type { State } from '../http/state.ts'
import type { Assets, PageAssets } from './assets.ts'
import { Layout } from './layout.tsx'
import { chosenLanguage, type Language, languageOf } from './locales/index.ts'

/** The versioned text that signers agree to. A published version stays readable at its URL. */
export function disclosureRoutes(assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/disclosure', (c) => c.redirect(`/disclosure/${consentFor(languageOf(null).locale).version}`, 302))
  routes.get('/disclosure/:version', (c) => {
    const { locale } = chosenLanguage(c.req.query('lang'), null)
    const consent = consentVersion(c.req.param('version'), locale)
    if (!consent) throw new HttpError('not_found', 'no disclosure with this version has been published')
    return c.html(
      <DisclosurePage consent={consent} language={languageOf(consent.locale)} assets={assets.of('plain')} />,
    )
  })
  return routes
}

interface Props {
  consent: Consent
  language: Language
  assets: PageAssets
}

/** Includes the hash that the audit trail records, so that anyone can check which text was agreed to. */
export function DisclosurePage({ consent, language, assets }: Props) {
  const t = language.messages.disclosure
  return (
    <Layout language={language} title={t.title} assets={assets} kind="prose">
      <main>
        <article class="card">
          <h1>{t.title}</h1>
          {!consent.reviewed && (
            <p>
              {t.notReviewed}{' '}
              <a href={`/disclosure/${consent.version}?lang=${DEFAULT_LOCALE}`} hreflang={DEFAULT_LOCALE}>
                {t.english}
              </a>
            </p>
          )}
          {consent.text.split('\n\n').map((block) => (
            <Block text={block} />
          ))}
          <p class="fingerprint">
            {fill(t.version, { version: consent.version })}. {t.fingerprint}:
            <br />
            <code>{consent.sha256}</code>
          </p>
        </article>
      </main>
    </Layout>
  )
}

function Block({ text }: { text: string }) {
  const [, heading, rest] = /^# (.*)\n([\s\S]*)$/.exec(text) ?? [null, null, text]
  return (
    <>
      {heading && <h2>{heading}</h2>}
      <p>{rest}</p>
    </>
  )
}
