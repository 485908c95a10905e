/** Letters of right-to-left scripts: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** First strong isolate and its end (UAX 9, 2.4): the text in between has its own direction. */
const [ISOLATE, END] = ['\u2068', '\u2069']

/**
 * Replaces the `{name}` placeholders of a text, on the server and in the browser. When the text or the value is
 * right-to-left, the value is isolated, so that a Latin name or a number with a plus sign leaves the surrounding words
 * and punctuation in place. Plain numbers need no isolation, and phones must still detect a code.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}} in "${text}"`)
    const isBare = /^\d+$/.test(String(value)) || !RIGHT_TO_LEFT.test(text + value)
    return isBare ? String(value) : ISOLATE + value + END
  })
}
