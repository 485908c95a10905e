import { fill } from '../../domain/fill.ts'
import type { Language } from '../locales/index.ts'

/**
 * "This is not for me": names the person who should sign instead, which the sender confirms. Declining is the second,
 * separate choice.
 */
export function HandOverDialog({ language, sender }: { language: Language; sender: string }) {
  const t = language.messages.handOverDialog
  return (
    <dialog
      id="hand-over"
      aria-labelledby="hand-over-title"
      aria-describedby="hand-over-help"
      data-too-many={fill(language.messages.page.handOver.tooMany, { sender })}
    >
      <form novalidate id="hand-over-form">
        <h2 id="hand-over-title">{t.title}</h2>
        <p id="hand-over-help">{fill(t.help, { sender })}</p>
        <label>
          {t.name}
          <input id="hand-over-name" type="text" autocomplete="off" dir="auto" aria-describedby="hand-over-error" />
        </label>
        <label>
          {t.email}
          <input id="hand-over-email" type="email" autocomplete="off" dir="ltr" aria-describedby="hand-over-error" />
        </label>
        <p class="error" id="hand-over-error" role="alert" />
        <div class="actions">
          <button type="button" class="quiet" id="hand-over-cancel">
            {t.cancel}
          </button>
          <button type="submit" class="primary" id="hand-over-send">
            {t.send}
          </button>
        </div>
        <p>
          <button type="button" class="link" id="hand-over-decline">
            {t.decline}
          </button>
        </p>
      </form>
      <div id="hand-over-sent" hidden>
        <p role="status" tabindex={-1}>
          {fill(t.sent, { sender })}
        </p>
        <div class="actions">
          <button type="button" class="primary" id="hand-over-close">
            {t.close}
          </button>
        </div>
      </div>
    </dialog>
  )
}
