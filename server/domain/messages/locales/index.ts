import { type Locale, type Translation, toLocale } from '../../locales.ts'
import { en } from './en.ts'

/** What a language must say: a missing text does not compile. */
export type MailTexts = Translation<typeof en>

const TEXTS: Record<Locale, MailTexts> = { en }

/** The texts of a language tag as stored with the signer. */
export function mailTexts(tag: string): MailTexts {
  return TEXTS[toLocale(tag)]
}

/** Puts the values into `{name}` places; one that is not given is a programmer's error. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}} in "${text}"`)
    return value
  })
}
