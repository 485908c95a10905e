import type { PayloadMode } from '../../../db/schema.ts'
import { DomainError } from '../../../domain/errors.ts'
import { EVENT_TYPES } from '../../../domain/events/catalogue.ts'
import { isTimeZone, momentAt } from '../../../domain/time-zone.ts'
import { HttpError } from '../../../http/errors.ts'
import type { Form } from '../form.ts'
import type { Problems } from '../parts/form.tsx'
import { problemsOf } from '../parts/refused.ts'

/** A hook as it is filled in. */
export interface HookForm {
  targetUrl: string
  /** None: every event. */
  events: string[]
  payload: PayloadMode
  standardWebhooks: boolean
}

export const EMPTY_HOOK: HookForm = { targetUrl: '', events: [], payload: 'full', standardWebhooks: false }

export function hookFormOf(form: Form): HookForm {
  return {
    targetUrl: form.text('target_url'),
    // Every event is no list of names, so that events of later versions are included.
    events: form.text('which') === 'some' ? form.all('events') : [],
    payload: form.text('payload') === 'minimal' ? 'minimal' : 'full',
    standardWebhooks: form.text('standard_webhooks') === '1',
  }
}

/** Whether the form asks for some events and names none, which would be read as every event. */
export function lacksEvents(form: Form): boolean {
  return form.text('which') === 'some' && form.all('events').length === 0
}

export const NO_EVENT = { events: 'Choose at least one event, or every event.' }

/** What the verbs find wrong, in the words of the form. @throws any other error */
export function hookProblems(error: unknown): Problems {
  const problems = problemsOf(error, WORDS)
  // Of an address, `invalid_request` says only that it is no URL, in the words of the API.
  if (error instanceof DomainError && error.code === 'invalid_request' && 'target_url' in problems) return NO_ADDRESS
  return problems
}

const NO_ADDRESS = {
  target_url:
    'Enter a whole address, such as https://example.com/webhooks: at most 2,048 characters, no spaces, no user name or password.',
}

const WORDS = {
  https_required: { field: 'target_url', text: 'The address must begin with https://.' },
  url_not_public: { field: 'target_url', text: 'The address must be, or resolve to, a public one.' },
  unknown_event: { field: 'events', text: 'One of these events does not exist.' },
}

export const EVENT_NAMES: readonly string[] = EVENT_TYPES

/** What the log of a webhook can have. */
export const LOGGED_EVENTS: readonly string[] = [...EVENT_NAMES, 'ping']

/** Since when deliveries that were given up are sent again. */
export const RECOVERED = {
  day: 'Given up in the last 24 hours',
  week: 'Given up in the last 7 days',
  all: 'All that was given up',
  time: 'Given up since a time',
} as const

const DAY_MS = 24 * 3_600_000

/** The moment that the form chooses; null: a time without its date. @throws HttpError 400 for what is not offered */
export function recoveredSince(form: Form, now: Date): Date | null {
  const [since, zone] = [form.text('since'), form.text('zone')]
  if (since === 'all') return new Date(0)
  if (since === 'day' || since === 'week') return new Date(now.getTime() - (since === 'day' ? 1 : 7) * DAY_MS)
  if (since !== 'time' || !isTimeZone(zone)) throw new HttpError('invalid_request', 'choose one of the times offered')
  const at = momentAt(form.text('at').slice(0, 16), zone)
  return Number.isNaN(at.getTime()) ? null : at
}
