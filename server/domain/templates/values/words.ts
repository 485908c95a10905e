import type { Locale } from '../../locales.ts'

/** What the renderer prints of itself, in the template's language. */
export const WORDS: Record<Locale, { yes: string; no: string; page: (page: number, of: number) => string }> = {
  en: { yes: 'Yes', no: 'No', page: (page, of) => `page ${page} of ${of}` },
  de: { yes: 'Ja', no: 'Nein', page: (page, of) => `Seite ${page} von ${of}` },
  fr: { yes: 'Oui', no: 'Non', page: (page, of) => `page ${page} sur ${of}` },
  it: { yes: 'Sì', no: 'No', page: (page, of) => `pagina ${page} di ${of}` },
  es: { yes: 'Sí', no: 'No', page: (page, of) => `página ${page} de ${of}` },
  pt: { yes: 'Sim', no: 'Não', page: (page, of) => `página ${page} de ${of}` },
  nl: { yes: 'Ja', no: 'Nee', page: (page, of) => `pagina ${page} van ${of}` },
  pl: { yes: 'Tak', no: 'Nie', page: (page, of) => `strona ${page} z ${of}` },
  sv: { yes: 'Ja', no: 'Nej', page: (page, of) => `sida ${page} av ${of}` },
  da: { yes: 'Ja', no: 'Nej', page: (page, of) => `side ${page} af ${of}` },
  cs: { yes: 'Ano', no: 'Ne', page: (page, of) => `strana ${page} z ${of}` },
  ar: { yes: 'نعم', no: 'لا', page: (page, of) => `صفحة ${page} من ${of}` },
}
