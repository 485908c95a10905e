import type { Child } from 'hono/jsx'
import { fill } from '../../domain/fill.ts'
import type { OpenPage } from '../../domain/signing/page.ts'
import type { PageAssets } from '../assets.ts'
import { LanguageMenu } from '../language-menu.tsx'
import { DataBlock, Layout } from '../layout.tsx'
import type { Language } from '../locales/index.ts'
import type { SignPageData } from './client-data.ts'
import { clientFields } from './client-fields.ts'
import { DeclineDialog, SignatureDialog } from './dialogs.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { Intro, Notices } from './intro.tsx'
import { StepPanel } from './panel.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { Logo } from './sender.tsx'
import { PageSheet } from './sheet.tsx'
import { SmsDialog } from './sms.tsx'
import { TableDialogs } from './table-dialogs.tsx'

interface Props {
  page: OpenPage
  language: Language
  assets: PageAssets
  base: string
  /** Above everything else, where this is only a preview. */
  notice?: Child
}

/** The page on which a signer reads and signs. It is usable before its script and pdf.js have loaded. */
export function SigningPage({ page, language, assets, base, notice }: Props) {
  const { locale, messages } = language
  const t = messages.open
  const names = { sender: page.sender, title: page.title }
  const { rows, sms: smsTexts, ...texts } = messages.page
  const hasTable = page.fields.some(({ kind }) => kind === 'table')
  const data: SignPageData = {
    base,
    locale,
    texts,
    rowTexts: hasTable ? rows : null,
    consentVersion: page.consent.version,
    now: page.moment.at.toISOString(),
    dateLocale: page.moment.locale,
    signerName: page.signer.name,
    fields: clientFields(page.fields, messages, locale),
    sms: page.sms && { step: page.sms, texts: smsTexts },
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
        <Logo page={page} base={base} />
        {page.look.logo === null && (
          <span class="letter" aria-hidden="true">
            {firstLetter(page.sender)}
          </span>
        )}
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
        {notice}
        <Notices page={page} language={language} base={base} />
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
            <PageSheet page={page} number={index + 1} size={size} language={language} base={base} />
          ))}
        </section>
      </main>
      <StepPanel page={page} language={language} />
      <SignatureDialog language={language} />
      <HandOverDialog language={language} sender={page.sender} />
      <DeclineDialog language={language} sender={page.sender} />
      {hasTable && <TableDialogs language={language} />}
      {page.sms && <SmsDialog language={language} sender={page.sender} phone={page.sms.phoneMasked} />}
      {language.isChoosable && <PhoneDialog language={language} />}
      <DataBlock id="data" value={data} />
    </Layout>
  )
}

const graphemes = new Intl.Segmenter()

/** Of a name in any script: the first character as readers see it, in upper case. */
function firstLetter(name: string): string {
  const [first] = graphemes.segment(name.trim())
  return first?.segment.toLocaleUpperCase() ?? ''
}
