import type { Locale } from '../locales.ts'

/** What Excel writes in a cell whose formula has failed, by its language. Where several are known, each of them. */
const ERROR_VALUES: Partial<Record<Locale, string>> = {
  en: '#N/A #NAME? #REF! #VALUE! #DIV/0! #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #BUSY!',
  de: '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK!',
  fr: '#NOM? #VALEUR! #NOMBRE! #NUL! #PROPAGATION! #EPARS!',
  it: '#N/D #NOME? #RIF! #VALORE! #NULLO!',
  es: '#N/D #¿NOMBRE? #¡REF! #¡VALOR! #¡DIV/0! #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC!',
  pt: '#N/D #NOME? #VALOR! #NÚM! #NULO!',
  nl: '#N/B #NAAM? #VERW! #WAARDE! #DEEL/0! #GETAL! #LEEG!',
  pl: '#N/D! #NAZWA? #ADR! #ARG! #DZIEL/0! #LICZBA! #ZERO!',
  sv: '#SAKNAS! #NAMN? #REFERENS! #VÄRDEFEL! #DIVISION/0! #OGILTIGT! #SKÄRNING!',
  da: '#I/T #NAVN? #REFERENCE! #VÆRDI! #DIVISION/0! #NUL!',
  cs: '#NENÍ_K_DISPOZICI #NÁZEV? #ODKAZ! #HODNOTA! #DĚLENÍ_NULOU! #ČÍSLO!',
}

const lowered = (text: string) => text.normalize('NFC').toLowerCase()

const KNOWN: ReadonlySet<string> = new Set(Object.values(ERROR_VALUES).flatMap((all) => lowered(all).split(' ')))

/** Whether the cell is an error value of Excel as a whole, in any case. */
export const isErrorValue = (text: string): boolean => text.startsWith('#') && KNOWN.has(lowered(text))
