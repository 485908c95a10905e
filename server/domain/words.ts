import type { Locale } from './locales.ts'

/** What is printed beside the values, in the template's language. */
export const WORDS: Record<Locale, { yes: string; no: string; page: string }> = {
  en: { yes: 'Yes', no: 'No', page: 'page {page} of {pages}' },
  de: { yes: 'Ja', no: 'Nein', page: 'Seite {page} von {pages}' },
  fr: { yes: 'Oui', no: 'Non', page: 'page {page} sur {pages}' },
  it: { yes: 'Sì', no: 'No', page: 'pagina {page} di {pages}' },
  es: { yes: 'Sí', no: 'No', page: 'página {page} de {pages}' },
  pt: { yes: 'Sim', no: 'Não', page: 'página {page} de {pages}' },
  nl: { yes: 'Ja', no: 'Nee', page: 'pagina {page} van {pages}' },
  pl: { yes: 'Tak', no: 'Nie', page: 'strona {page} z {pages}' },
  sv: { yes: 'Ja', no: 'Nej', page: 'sida {page} av {pages}' },
  da: { yes: 'Ja', no: 'Nej', page: 'side {page} af {pages}' },
  cs: { yes: 'Ano', no: 'Ne', page: 'strana {page} z {pages}' },
  ar: { yes: 'نعم', no: 'لا', page: 'صفحة {page} من {pages}' },
}
