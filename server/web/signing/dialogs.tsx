import { fill } from '../../domain/fill.ts'
import { HAND_STYLES } from '../../pdf/hand-styles.ts'
import type { Language } from '../locales/index.ts'

/** Draw, type or upload: native dialog, real tabs. Typing works with the keyboard alone. */
export function SignatureDialog({ language }: { language: Language }) {
  const t = language.messages.signatureDialog
  const tabs = [
    { id: 'draw', label: t.draw },
    { id: 'type', label: t.type },
    { id: 'upload', label: t.upload },
  ]
  return (
    <dialog
      id="signature"
      aria-labelledby="signature-title"
      data-signature={t.signatureTitle}
      data-initial={t.initialTitle}
      data-type-signature={t.typeSignature}
      data-type-initial={t.typeInitial}
    >
      <form novalidate>
        <h2 id="signature-title">{t.signatureTitle}</h2>
        <div role="tablist" aria-labelledby="signature-title">
          {tabs.map(({ id, label }) => (
            <button
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-controls={`panel-${id}`}
              aria-selected="false"
              tabindex={-1}
            >
              {label}
            </button>
          ))}
        </div>
        <div role="tabpanel" id="panel-draw" aria-labelledby="tab-draw" hidden>
          <div class="pad">
            <canvas id="pad" role="img" aria-label={t.padLabel} aria-describedby="draw-help" />
          </div>
          <p class="help">
            <span id="draw-help">{t.drawHelp}</span>
            <button type="button" id="clear" class="link">
              {t.clear}
            </button>
          </p>
        </div>
        <div role="tabpanel" id="panel-type" aria-labelledby="tab-type" hidden>
          <label for="typed" id="typed-label">
            {t.typeSignature}
          </label>
          <input
            id="typed"
            type="text"
            autocomplete="name"
            spellcheck={false}
            maxlength={120}
            aria-describedby="typed-help"
          />
          <p class="help" id="typed-help">
            {t.typeHelp}
          </p>
          <fieldset class="hands">
            <legend>{t.styles}</legend>
            {HAND_STYLES.map((style, index) => (
              <label class="hand">
                <input
                  type="radio"
                  name="hand"
                  value={style}
                  checked={index === 0}
                  aria-label={fill(t.styleNumber, { number: index + 1 })}
                />
                <span class={`sample hand-${style}`} aria-hidden="true" dir="auto" />
              </label>
            ))}
          </fieldset>
        </div>
        <div role="tabpanel" id="panel-upload" aria-labelledby="tab-upload" hidden>
          <label for="upload">{t.uploadLabel}</label>
          <input
            id="upload"
            type="file"
            accept="image/png,image/jpeg,image/jpg,.png,.jpg,.jpeg"
            aria-describedby="upload-help"
          />
          <p class="help" id="upload-help">
            {t.uploadHelp}
          </p>
          <img id="upload-preview" class="preview" alt={t.preview} hidden />
          <label class="tick" id="paper-row" hidden>
            <input id="paper" type="checkbox" checked />
            <span>{t.removePaper}</span>
          </label>
        </div>
        <p class="error" id="signature-error" role="alert" />
        <div class="actions">
          <button type="button" class="quiet" id="signature-cancel">
            {t.cancel}
          </button>
          <button type="submit" class="primary">
            {t.apply}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Says before confirmation that declining is final. */
export function DeclineDialog({ language, sender }: { language: Language; sender: string }) {
  const t = language.messages.declineDialog
  return (
    <dialog
      id="decline"
      aria-labelledby="decline-title"
      aria-describedby="decline-help"
      data-title={t.title}
      data-help={fill(t.help, { sender })}
      data-not-me-title={t.notMeTitle}
      data-not-me-help={fill(t.notMeHelp, { sender })}
      data-not-me-reason={t.notMeReason}
    >
      <form novalidate>
        <h2 id="decline-title">{t.title}</h2>
        <p id="decline-help">{fill(t.help, { sender })}</p>
        <label for="reason">{t.reason}</label>
        <textarea id="reason" rows={4} dir="auto" aria-describedby="decline-error" />
        <p class="error" id="decline-error" role="alert" />
        <div class="actions">
          <button type="button" class="quiet" id="decline-cancel">
            {t.cancel}
          </button>
          <button type="submit" class="danger" id="decline-confirm">
            {t.confirm}
          </button>
        </div>
      </form>
    </dialog>
  )
}
