import type { PayloadMode } from '../../../db/schema.ts'
import { EVENT_TYPES } from '../../../domain/events/catalogue.ts'
import { isTimeZone, momentAt } from '../../../domain/time-zone.ts'
import { HttpError } from '../../../http/errors.ts'
import type { Form } from '../form.ts'

/** A hook as it is filled in. */
export interface HookForm {
  targetUrl: string
  /** None: every event. */
  events: string[]
  payload: PayloadMode
}

export const EMPTY_HOOK: HookForm = { targetUrl: '', events: [], payload: 'full' }

export function hookFormOf(form: Form): HookForm {
  return {
    targetUrl: form.text('target_url'),
    // Every event is no list of names, so that events of later versions are included.
    events: form.text('which') === 'some' ? form.all('events') : [],
    payload: form.text('payload') === 'minimal' ? 'minimal' : 'full',
  }
}

/** Whether the form asks for some events and names none, which would be read as every event. */
export function lacksEvents(form: Form): boolean {
  return form.text('which') === 'some' && form.all('events').length === 0
}

export const NO_EVENT = { events: 'Choose at least one event, or every event.' }

/** What the verbs find wrong, in the words of the form. */
export const HOOK_PROBLEMS = {
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

/** The moment that the form chooses. @throws HttpError 400 for none */
export function recoveredSince(form: Form, now: Date): Date {
  const [since, zone] = [form.text('since'), form.text('zone')]
  if (since === 'all') return new Date(0)
  if (since === 'day' || since === 'week') return new Date(now.getTime() - (since === 'day' ? 1 : 7) * DAY_MS)
  const at = since === 'time' && isTimeZone(zone) ? momentAt(form.text('at').slice(0, 16), zone) : null
  if (at === null || Number.isNaN(at.getTime()))
    throw new HttpError('invalid_request', 'choose one of the times offered, or a date, a time and a time zone')
  return at
}
