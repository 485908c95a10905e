import type { Language } from '../locales/index.ts'

/** The link of this page as a code that a phone's camera reads, and as text. Drawn by `islands/sign/phone-dialog.ts`. */
export function PhoneDialog({ language }: { language: Language }) {
  const { phoneDialog: t, handOverDialog } = language.messages
  return (
    <dialog id="phone" aria-labelledby="phone-title">
      <form method="dialog">
        <h2 id="phone-title">{t.title}</h2>
        <p>{t.help}</p>
        <svg id="phone-code" role="img" aria-label={t.code} hidden />
        <label>
          {t.link}
          <input id="phone-link" type="text" dir="ltr" readonly />
        </label>
        <div class="actions">
          <button type="button" class="quiet" id="phone-copy" data-copied={t.copied}>
            {t.copy}
          </button>
          <button type="submit" class="primary" autofocus>
            {handOverDialog.close}
          </button>
        </div>
      </form>
    </dialog>
  )
}
