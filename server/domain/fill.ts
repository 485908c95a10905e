/** Letters that run from right to left: Hebrew, Arabic and the scripts beside them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** First strong isolate and its end (UAX 9, 2.4): what stands between has a direction of its own. */
const [ISOLATE, END] = ['\u2068', '\u2069']

/**
 * Puts the values into a text's `{name}` places, on the server and in the browser. Where one of the two runs from right
 * to left a value is isolated, so that a Latin name or a number with a plus sign leaves the words and marks around it
 * where they belong. Plain numbers need none, and a code must stay one that phones can find.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}} in "${text}"`)
    const isBare = /^\d+$/.test(String(value)) || !RIGHT_TO_LEFT.test(text + value)
    return isBare ? String(value) : ISOLATE + value + END
  })
}
