import { fill } from '../../domain/fill.ts'
import type { OpenPage } from '../../domain/signing/page.ts'
import type { Language } from '../locales/index.ts'

interface SheetProps {
  page: OpenPage
  number: number
  size: { width: number; height: number }
  language: Language
  base: string
}

/**
 * One page of the document. The empty SVG gives it its shape before any script has run; the picture of the first page is
 * there before pdf.js, which replaces it.
 */
export function PageSheet({ page, number, size, language, base }: SheetProps) {
  const { open: t, kinds } = language.messages
  return (
    <section class="sheet" data-page={number} aria-label={fill(t.page, { page: number, pages: page.pages.length })}>
      <svg class="shape" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" focusable="false" />
      {number === 1 && (
        <img
          class="picture"
          id="first-page"
          src={`${base}/first-page`}
          alt=""
          fetchpriority="high"
          elementtiming="first-page"
        />
      )}
      <div class="words-layer" />
      <div class="fields">
        {page.others
          .filter((other) => other.page === number)
          .map((other) => (
            <span
              class={other.done ? 'other done' : 'other'}
              data-x={other.x}
              data-y={other.y}
              data-w={other.w}
              data-h={other.h}
            >
              <span>
                {fill(other.done ? t.otherDone : t.otherTodo, {
                  kind: kinds[other.kind],
                  name: other.signerName ?? t.otherUnnamed,
                })}
              </span>
            </span>
          ))}
      </div>
    </section>
  )
}
