import type { PluralForms } from '../../domain/locales.ts'

/** Shared by the server and the browser: nothing but the language's own rules. */

/** Puts the values into `{name}` places; a place without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** The form for `count` in this language, with `{count}` and the other values filled in. */
export function plural(
  locale: string,
  forms: PluralForms,
  count: number,
  values: Record<string, string | number> = {},
): string {
  const rule = new Intl.PluralRules(locale).select(count)
  return fill(forms[rule] ?? forms.other, { count, ...values })
}
