import { fill } from '../../domain/fill.ts'
import type { SignerPage } from '../../domain/signing/page.ts'
import type { PageAssets } from '../assets.ts'
import { DataBlock } from '../layout.tsx'
import type { Language } from '../locales/index.ts'
import type { SignPageData } from './client-data.ts'
import { DeclineDialog } from './dialogs.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { NotStarted } from './not-started.tsx'
import { Ask, Logo } from './sender.tsx'
import { StateCard } from './states.tsx'

type GatedPage = Extract<SignerPage, { state: 'gated' }>

/** `sms_gate: before_view`: a separate page that shows only the document's title. */
export function GatedRequest({
  page,
  language,
  assets,
  base,
}: {
  page: GatedPage
  language: Language
  assets: PageAssets
  base: string
}) {
  const { sms: t, page: words, open } = language.messages
  const { rows: _, sms: smsTexts, ...texts } = words
  const names = { sender: page.sender, title: page.title }
  const data: SignPageData = {
    base,
    locale: language.locale,
    texts,
    rowTexts: null,
    consentVersion: '',
    now: '',
    dateLocale: page.locale,
    signerName: null,
    fields: [],
    sms: { step: page.sms, texts: smsTexts },
    glyphs: '',
  }
  return (
    <StateCard
      language={language}
      assets={assets}
      title={t.title}
      mark="phone"
      sender={page.sender}
      logo={<Logo page={page} base={base} />}
      ask={<Ask page={page} language={language} />}
    >
      <p>{fill(t.beforeView, names)}</p>
      <noscript>
        <p class="error">{t.noScript}</p>
      </noscript>
      <NotStarted language={language} file={null} />
      <SmsForm language={language} sender={page.sender} phone={page.sms.phoneMasked} />
      <p class="asides">
        <button type="button" class="link" id="open-not-me">
          {open.notMe}
        </button>
        <button type="button" class="link" id="open-decline">
          {open.decline}
        </button>
      </p>
      <HandOverDialog language={language} sender={page.sender} />
      <DeclineDialog language={language} sender={page.sender} />
      <DataBlock id="data" value={data} />
    </StateCard>
  )
}

/** The same step on the signing page, before the signature is accepted. */
export function SmsDialog({ language, sender, phone }: { language: Language; sender: string; phone: string }) {
  const { sms: t } = language.messages
  return (
    <dialog id="sms-dialog" aria-labelledby="sms-title" aria-describedby="sms-about">
      <h2 id="sms-title">{t.title}</h2>
      <p id="sms-about">{fill(t.beforeSign, { sender })}</p>
      <SmsForm language={language} sender={sender} phone={phone} cancel={t.cancel} />
    </dialog>
  )
}

/** One input instead of six boxes: paste, autofill and screen readers handle it. */
function SmsForm({
  language,
  sender,
  phone,
  cancel,
}: {
  language: Language
  sender: string
  phone: string
  cancel?: string
}) {
  const { sms: t } = language.messages
  return (
    <form id="sms" class="sms" novalidate data-sender={sender}>
      <p>
        {t.phone} <bdi dir="ltr">{phone}</bdi>
      </p>
      <div id="sms-entry" hidden>
        <label for="sms-code">{t.label}</label>
        <input
          id="sms-code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="done"
          maxlength={20}
          dir="ltr"
          aria-describedby="sms-help sms-error"
        />
        <p class="help" id="sms-help">
          {t.help}
        </p>
      </div>
      <p class="error" id="sms-error" role="alert" />
      <div class="actions">
        {cancel && (
          <button type="button" class="quiet" id="sms-cancel">
            {cancel}
          </button>
        )}
        <button type="button" class="primary" id="sms-send" disabled>
          {t.send}
        </button>
        <button type="submit" class="primary" id="sms-confirm" hidden>
          {t.confirm}
        </button>
      </div>
      <p class="help" id="sms-status" role="status" />
      <p class="help" id="sms-wait" />
    </form>
  )
}
