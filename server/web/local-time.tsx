import type { Language } from './locales/index.ts'
import { longTime } from './locales/index.ts'

/**
 * A time in the reader's own zone: the page's script rewrites it (`islands/times.ts`), because the server does not know
 * the zone. Until then, and without a script, it is in UTC and says so.
 */
export function LocalTime({ language, at, className }: { language: Language; at: string; className?: string }) {
  return (
    <time datetime={at} data-local="" class={className}>
      {longTime(language.locale, at)}
    </time>
  )
}

/** A text with a time in it, at `{date}`. */
export function TextWithTime({ text, language, at }: { text: string; language: Language; at: string }) {
  const [before = '', after = ''] = text.split('{date}')
  return (
    <>
      {before}
      <LocalTime language={language} at={at} />
      {after}
    </>
  )
}
