import { LOCALES, type Locale } from '../locales.ts'
import { labelIn, type Snapshot } from '../templates/model.ts'
import { inputsOf } from '../values/inputs.ts'
import type { CsvColumn } from './columns.ts'

type Part = 'name' | 'email' | 'phone_e164' | 'locale' | 'title'

/** What people write above a column, in each language: first as we write it, then what is found in other files. */
const PARTS: Record<Locale, Record<Part, string>> = {
  en: {
    name: 'Name|Full name|First and last name',
    email: 'Email|Email address|Mail',
    phone_e164: 'Phone|Phone number|Mobile|Telephone',
    locale: 'Language',
    title: 'Title of the document|Document title',
  },
  de: {
    name: 'Name|Vorname Nachname|Vor- und Nachname|Vollständiger Name',
    email: 'E-Mail|E-Mail-Adresse|Mail|Mailadresse',
    phone_e164: 'Telefon|Telefonnummer|Mobil|Handy|Mobilnummer',
    locale: 'Sprache',
    title: 'Titel des Dokuments|Dokumenttitel',
  },
  fr: {
    name: 'Nom|Nom et prénom|Prénom et nom|Nom complet',
    email: 'E-mail|Adresse e-mail|Courriel|Mél',
    phone_e164: 'Téléphone|Numéro de téléphone|Mobile|Portable',
    locale: 'Langue',
    title: 'Titre du document',
  },
  it: {
    name: 'Nome|Nome e cognome|Cognome e nome|Nominativo',
    email: 'E-mail|Indirizzo e-mail|Posta elettronica',
    phone_e164: 'Telefono|Numero di telefono|Cellulare',
    locale: 'Lingua',
    title: 'Titolo del documento',
  },
  es: {
    name: 'Nombre|Nombre y apellidos|Nombre completo',
    email: 'Correo electrónico|Correo|Dirección de correo electrónico',
    phone_e164: 'Teléfono|Número de teléfono|Móvil',
    locale: 'Idioma',
    title: 'Título del documento',
  },
  pt: {
    name: 'Nome|Nome completo|Nome e apelido|Nome e sobrenome',
    email: 'E-mail|Endereço de e-mail|Correio eletrónico',
    phone_e164: 'Telefone|Número de telefone|Telemóvel|Celular',
    locale: 'Idioma|Língua',
    title: 'Título do documento',
  },
  nl: {
    name: 'Naam|Voor- en achternaam|Volledige naam',
    email: 'E-mail|E-mailadres',
    phone_e164: 'Telefoon|Telefoonnummer|Mobiel',
    locale: 'Taal',
    title: 'Titel van het document',
  },
  pl: {
    name: 'Imię i nazwisko|Nazwisko i imię|Nazwa',
    email: 'E-mail|Adres e-mail',
    phone_e164: 'Telefon|Numer telefonu|Komórka',
    locale: 'Język',
    title: 'Tytuł dokumentu',
  },
  sv: {
    name: 'Namn|För- och efternamn|Fullständigt namn',
    email: 'E-post|E-postadress|Mejl',
    phone_e164: 'Telefon|Telefonnummer|Mobil',
    locale: 'Språk',
    title: 'Dokumentets titel',
  },
  da: {
    name: 'Navn|For- og efternavn|Fulde navn',
    email: 'E-mail|E-mailadresse|Mail',
    phone_e164: 'Telefon|Telefonnummer|Mobil',
    locale: 'Sprog',
    title: 'Dokumentets titel',
  },
  cs: {
    name: 'Jméno a příjmení|Jméno|Celé jméno',
    email: 'E-mail|E-mailová adresa',
    phone_e164: 'Telefon|Telefonní číslo|Mobil',
    locale: 'Jazyk',
    title: 'Název dokumentu',
  },
  ar: {
    name: 'الاسم|الاسم الكامل',
    email: 'البريد الإلكتروني|البريد',
    phone_e164: 'الهاتف|رقم الهاتف|الجوال',
    locale: 'اللغة',
    title: 'عنوان المستند',
  },
}

/** Letters and figures alone, so that `E-Mail-Adresse` and `e-mail adresse` are the same heading. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

type Labelled = Pick<Snapshot, 'model' | 'fields'>

/** What a column is called for people, in a language. */
export function columnLabels({ model, fields }: Labelled, locale: Locale): (column: CsvColumn) => string {
  const inputs = new Map(inputsOf({ model, fields }).map((input) => [input.definition.key, input]))
  const labelOf = (key: string) => labelIn(inputs.get(key)?.labels ?? null, locale) ?? spelled(key)
  return ({ target }) => {
    switch (target.kind) {
      case 'title':
        return wordsOf(locale, 'title')[0]!
      case 'recipient': {
        const slot = model.slots.find((one) => one.slot === target.slot)!
        return `${labelIn(slot.labels, locale) ?? spelled(slot.role)} · ${wordsOf(locale, target.part)[0]!}`
      }
      case 'value':
        return labelOf(target.key)
      case 'cell': {
        const column = labelIn(target.type.labels, locale) ?? spelled(target.column)
        return `${labelOf(target.key)} ${target.row + 1} · ${column}`
      }
    }
  }
}

/** `monthly_rent` as a name: `Monthly rent`. */
function spelled(key: string): string {
  const text = key.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const wordsOf = (locale: Locale, part: Part) => PARTS[locale][part].split('|')

/** Every heading by which a column is known, as `plainHeading` gives it. */
export function headingsOf({ model, fields }: Labelled): (column: CsvColumn) => Set<string> {
  const inputs = new Map(inputsOf({ model, fields }).map((input) => [input.definition.key, input]))
  return ({ target, name }) => {
    const found = [name]
    if (target.kind === 'title') found.push(...partWords('title'))
    else if (target.kind === 'recipient') {
      const slot = model.slots.find((one) => one.slot === target.slot)!
      const roles = [slot.role, ...Object.values(slot.labels)]
      for (const word of partWords(target.part)) {
        for (const role of roles) found.push(role + word, word + role)
      }
    } else {
      const { key } = target
      const { definition, labels } = inputs.get(key)!
      const names = [key, ...Object.values(labels), ...Object.values(definition.labels)]
      if (target.kind === 'value') found.push(...names)
      else {
        const columns = [target.column, ...Object.values(target.type.labels)]
        for (const one of names) for (const column of columns) found.push(`${one} ${target.row + 1} ${column}`)
      }
    }
    return new Set(found.map(plainHeading))
  }
}

const partWords = (part: Part) => LOCALES.flatMap((locale) => wordsOf(locale, part))

const PLAIN_PARTS = new Map(
  (['name', 'email', 'phone_e164', 'locale'] as const).map((part) => [
    part,
    new Set(partWords(part).map(plainHeading)),
  ]),
)

/** The part of a person that a heading names without saying whose; null: none. */
export function partOfHeading(plain: string): Exclude<Part, 'title'> | null {
  for (const [part, words] of PLAIN_PARTS) if (words.has(plain)) return part
  return null
}
