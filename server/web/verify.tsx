import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { rootsPem } from '../http/pki.ts'
import type { State } from '../http/state.ts'
import type { Assets, PageAssets } from './assets.ts'
import { LanguageMenu } from './language-menu.tsx'
import { DataBlock, Layout } from './layout.tsx'
import { acceptedLanguage, chosenLanguage, type Language, type Messages } from './locales/index.ts'
import { pagePolicy } from './page-headers.ts'
import { NotStarted } from './signing/not-started.tsx'
import { StateMark } from './signing/states.tsx'

/** What the page passes to its script. */
export interface VerifyPageData {
  texts: Messages['verify']['page']
  /** As PEM: the roots of this server's seals. */
  roots: string
  /** When the page was made: the reader's clock may be wrong. */
  now: string
}

/** The browser itself refuses to send the file anywhere. */
const SENDS_NOTHING = pagePolicy("'none'", { 'connect-src': "'none'", 'form-action': "'none'" })

/** `/verify`: anyone can check a signed file. The SDK's verifier does it in the browser, and nothing is uploaded. */
export function verifyRoutes(ctx: Ctx, assets: Assets): Hono<State> {
  const routes = new Hono<State>()
  routes.get('/verify', (c) => {
    const { locale } = acceptedLanguage(c.req.header('accept-language'))
    const language = chosenLanguage(c.req.query('lang'), locale)
    const texts = language.messages.verify.page
    const data = { texts, roots: rootsPem(ctx.sealer), now: ctx.clock.now().toISOString() }
    c.header('Content-Security-Policy', SENDS_NOTHING)
    return c.html(<VerifyPage data={data} language={language} assets={assets.of('verify')} />)
  })
  return routes
}

interface Props {
  data: VerifyPageData
  language: Language
  assets: PageAssets
}

function VerifyPage({ data, language, assets }: Props) {
  const t = language.messages.verify
  return (
    <Layout language={language} title={t.title} assets={assets} kind="card">
      <LanguageMenu language={language} />
      <main>
        <div class="card">
          <h1>{t.title}</h1>
          <p>{t.what}</p>
          <noscript>
            <p class="error">{t.noScript}</p>
          </noscript>
          <NotStarted language={language} file={null} />
          <section id="result" class="result" aria-labelledby="verdict" hidden>
            <div class="verdict">
              <StateMark mark="done" hidden />
              <StateMark mark="wait" hidden />
              <StateMark mark="warn" hidden />
              <StateMark mark="stop" hidden />
              <div>
                <h2 id="verdict" tabindex={-1}>
                  {t.title}
                </h2>
                <p class="hint">
                  <bdi id="file-name" />
                </p>
              </div>
            </div>
            <p id="meaning" />
            <dl class="people" id="facts" hidden>
              <dt>{t.sealedBy}</dt>
              <dd id="sealed-by" dir="auto" />
              <dt>{t.sealedOn}</dt>
              <dd id="sealed-on" />
              <dt class="stamp">{t.stampedBy}</dt>
              <dd class="stamp" id="stamped-by" dir="auto" />
            </dl>
            <p class="fingerprint" id="fingerprint">
              {language.messages.states.sealed.fingerprint}
              <br />
              <code id="sha256" />
            </p>
            <details id="how">
              <summary>{t.steps}</summary>
              <ol id="steps" lang="en" dir="ltr" />
            </details>
          </section>
          <p class="working" role="status" id="checking" />
          <label class="drop" id="drop">
            <input type="file" id="file" accept="application/pdf,.pdf" />
            <span class="button primary" id="choose" data-another={t.another}>
              {t.choose}
            </span>
            <span class="hint">{t.drop}</span>
          </label>
        </div>
      </main>
      <DataBlock id="data" value={data} />
    </Layout>
  )
}
