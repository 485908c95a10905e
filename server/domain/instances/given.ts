import { Email, Locale, Message, Phone, RecipientInput, Title } from '../../generated/schemas.ts'
import type { InstanceRequest } from './plan.ts'

/** What is wrong with a part of a call: its place, and a sentence that begins with it. */
export interface GivenProblem {
  field: string
  message: string
}

/**
 * What the schema of the API refuses of recipients and texts, for calls that come from elsewhere: forms and files. The
 * plan of an instance takes types and lengths as checked.
 */
export function givenProblems({ recipients, title, message }: InstanceRequest): GivenProblem[] {
  return [
    ...recipients.flatMap(({ email, name, phone, locale }, index) => {
      const at = `recipients[${index}]`
      return [
        ...check(Email, email, `${at}.email`),
        ...check(RecipientInput.shape.name, name.full, `${at}.name`),
        ...check(Phone, phone, `${at}.phone_e164`),
        ...check(Locale, locale, `${at}.locale`, `must be one of ${Locale.options.join(', ')}`),
      ]
    }),
    ...check(Title, title, 'title'),
    ...check(Message, message, 'message'),
  ]
}

/** Of the API, as far as it is needed here. */
interface Schema {
  safeParse(given: unknown): { error?: { issues: { message: string }[] } | undefined }
}

function check(schema: Schema, given: string | null, field: string, words?: string): GivenProblem[] {
  const issue = given === null ? undefined : schema.safeParse(given).error?.issues[0]
  return issue ? [{ field, message: `${field} ${words ?? issue.message}` }] : []
}
