/** Shared by the server and the browser: no imports, nothing but the language's own rules. */

export interface PluralForms {
  one: string
  other: string
}

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
  const form = (forms as Partial<Record<Intl.LDMLPluralRule, string>>)[rule] ?? forms.other
  return fill(form, { count, ...values })
}
