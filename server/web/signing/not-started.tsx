import type { Language } from '../locales/index.ts'

/**
 * What a page says whose script has not started: it did not arrive, was blocked, or does not run in this browser. The
 * HTML carries it and the style sheet shows it after a while, so it depends on no script; without the style sheet it is
 * there at once. The script removes it when it has started (`islands/dom.ts`).
 * @param file where the document can be had; null: not yet
 */
export function NotStarted({ language, file }: { language: Language; file: string | null }) {
  const { open, page } = language.messages
  return (
    <div class="notice warn not-started" id="not-started" role="alert">
      <p>{open.notStarted}</p>
      <p class="ways">
        <a href={`?lang=${language.locale}`}>{page.retry}</a>
        {file && (
          <a href={`${file}?download`} download="">
            {page.undrawn.download}
          </a>
        )}
      </p>
    </div>
  )
}
