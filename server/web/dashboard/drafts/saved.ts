import type { DraftPerson } from '../../../db/schema.ts'
import { roleOf } from '../../../domain/drafts/compose.ts'
import { placementState } from '../../../domain/drafts/edit.ts'
import { type DraftRow, fileOf } from '../../../domain/drafts/read.ts'
import { LANGUAGES } from '../instance/person.tsx'
import type { DraftAnswer } from './client-data.ts'

/** The answer to the script that saves while somebody types. @param fileId of the PDF whose fields were saved; null: of none */
export function savedDraft(draft: DraftRow, fileId: string | null): DraftAnswer {
  const people = draft.model.signers.map((person, at) => ({
    id: person.id,
    name: personLabel(person, at),
    chips: chipsOf(person),
  }))
  const was = fileId === null ? null : placementState(fileOf(draft, fileId))
  return { revision: draft.revision, was, people }
}

/** Somebody of a draft, as its pages call them. */
export const personLabel = (person: DraftPerson, at: number): string =>
  person.name || person.email || roleOf(person, at)

/** What is set for somebody beyond name and address. */
export function chipsOf({ role, locale, phone, sms_code, sms_gate }: DraftPerson): string {
  const code = `Code by SMS${sms_gate ? ' first' : ''}${phone === '' ? '' : ` · ${phone}`}`
  return [role, LANGUAGES.find(([language]) => language === locale)?.[1], sms_code ? code : '']
    .filter(Boolean)
    .join(' · ')
}

export const inWords = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)
