import type { OpenPage } from '../../domain/signing/page.ts'
import type { Language } from '../locales/index.ts'
import { Ask } from './sender.tsx'

/** The step panel: the current step, the progress, and the next action. */
export function StepPanel({ page, language }: { page: OpenPage; language: Language }) {
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
          <button type="button" id="back" class="quiet" hidden>
            {words.back}
          </button>
          <button type="submit" id="go" class="primary" disabled>
            {words.start}
          </button>
        </div>
        <div class="foot asides">
          {language.isChoosable && (
            <button type="button" class="link" id="open-phone" hidden>
              {language.messages.phoneDialog.title}
            </button>
          )}
          {page.replyTo !== null && <Ask page={page} language={language} />}
        </div>
      </div>
    </form>
  )
}
