import type { Language } from '../locales/index.ts'

/** For a signer with a table: the entry of its rows, and the look at the document before it is signed. */
export function TableDialogs({ language }: { language: Language }) {
  const { open, page } = language.messages
  const t = page.rows
  return (
    <>
      <dialog id="rows" class="wide" aria-labelledby="rows-title">
        <form novalidate>
          <h2 id="rows-title" dir="auto">
            {t.enter}
          </h2>
          <div id="rows-head" class="rows-head" aria-hidden="true" />
          <div id="rows-list" class="rows" />
          <p id="rows-error" class="error" role="alert" />
          <div class="actions">
            <button type="button" id="rows-add" class="quiet">
              {t.add}
            </button>
            <p id="rows-count" class="hint" role="status" />
            <button type="submit" class="primary">
              {t.done}
            </button>
          </div>
        </form>
      </dialog>
      <dialog id="preview" class="wide" aria-labelledby="preview-title" aria-describedby="preview-help">
        <form novalidate>
          <h2 id="preview-title">{t.title}</h2>
          <p id="preview-help" class="hint">
            {t.help}
          </p>
          <p id="preview-error" class="error" role="alert" />
          <section
            id="preview-pages"
            class="preview-pages"
            tabindex={0}
            aria-labelledby="preview-title"
            data-label={open.page}
          />
          <div class="actions">
            <button type="button" id="preview-back" class="quiet">
              {t.back}
            </button>
            <button type="submit" class="primary">
              {page.finish}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
