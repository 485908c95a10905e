import { fill } from '../../domain/fill.ts'
import type { PluralForms } from '../../domain/locales.ts'

/** Shared by the server and the browser, so it uses nothing but the language's plural rules. */

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
