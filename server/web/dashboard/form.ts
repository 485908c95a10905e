import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { readChunk } from '../../http/chunks.ts'
import { HttpError } from '../../http/errors.ts'
import { TextsTooLarge, unparseable } from '../../http/form-upload.ts'
import { assertStorable } from '../../http/json.ts'
import { BULK, DRAFTS, PDF } from '../../limits.ts'
import { PERSON_FIELD, WORKSPACE_FIELD } from './parts/form.tsx'
import type { View } from './state.ts'

/** A form as it was sent. */
export interface Form {
  /** What its fields are called. */
  names(): string[]
  /** The trimmed text of a field; empty when it was not sent. */
  text(name: string): string
  /** The text of a field with the white space at its ends; browsers end each of its lines with `\r\n`. */
  untrimmed(name: string): string
  /** The texts of a field that can be sent several times. */
  all(name: string): string[]
  /** A file; null when none was chosen. */
  file(name: string): File | null
  /** The files of a field that takes several. */
  files(name: string): File[]
  /** Whether a box was ticked. */
  ticked(name: string): boolean
}

/**
 * Reads a form whose files are small enough to be held.
 * @throws HttpError 413 `payload_too_large` for one with files (`formLimit` refuses others before), 415
 *   `unsupported_media_type` when it cannot be parsed, 400 `invalid_request` for text that cannot be stored, 409
 *   `invalid_state` as `assertAsOpened`
 * @throws DomainError `invalid_state` as `View.again`
 */
export async function formOf(c: Context): Promise<Form> {
  if (isTooLarge(c)) throw tooLarge(maxBytesOf(c))
  const parts = await c.req.parseBody({ all: true }).catch((error: unknown) => {
    throw error instanceof TypeError ? unparseable(error) : error
  })
  const values = Object.entries(parts).map(([name, value]) => [name, [value].flat()] as const)
  assertStorable(Object.fromEntries(values.map(([name, all]) => [name, all.map(textOf)])), '')
  // A file field without a file is sent as an empty one without a name.
  const isFile = (value: string | File): value is File =>
    typeof value !== 'string' && (value.size > 0 || value.name !== '')
  const filesOf = new Map(values.map(([name, all]) => [name, all.filter(isFile)]))
  const form: Form = {
    ...formOfTexts(new Map(values.map(([name, all]) => [name, all.filter((value) => typeof value === 'string')]))),
    files: (name) => filesOf.get(name) ?? [],
    file: (name) => filesOf.get(name)?.[0] ?? null,
  }
  await assertAsOpened(c, form)
  return form
}

/**
 * A form acts in the workspace in which it was opened, for who is signed in once all of it has arrived; one of an
 * account only for the person whom it was opened for.
 * @throws HttpError 409 `invalid_state` when another workspace is shown by now, or somebody else is signed in
 * @throws DomainError `invalid_state` as `View.again`
 */
export async function assertAsOpened(c: Context, form: Form): Promise<void> {
  const view = c.get('view') as View | undefined
  if (!view) return
  await view.again()
  const openedFor = form.text(PERSON_FIELD)
  if (openedFor !== '' && openedFor !== view.actor.userId) {
    const { email } = view.person
    throw new HttpError('invalid_state', `the form was opened by somebody else; ${email} is signed in here now`)
  }
  assertInWorkspace(view, form.text(WORKSPACE_FIELD), 'form')
}

/**
 * @param opened the id of the workspace in which it was opened; empty: not known
 * @param what `form` or `template`
 * @throws HttpError 409 `invalid_state` when another one is shown by now
 */
export function assertInWorkspace({ actor, person }: View, opened: string, what: string): void {
  if (opened === '' || opened === actor.workspaceId) return
  throw new HttpError(
    'invalid_state',
    `the ${what} was opened in another workspace; you are in ${person.workspace.name} now`,
  )
}

const textOf = (value: string | File) => (typeof value === 'string' ? value : value.name)

/** The texts of a form; its files are elsewhere. */
export function formOfTexts(texts: ReadonlyMap<string, string[]>): Form {
  // Once, since a field is asked for as often as it may have been sent.
  const trimmed = new Map([...texts].map(([name, all]) => [name, all.map((text) => text.trim())]))
  const all = (name: string) => trimmed.get(name) ?? []
  return {
    names: () => [...texts.keys()],
    all,
    text: (name) => all(name)[0] ?? '',
    untrimmed: (name) => texts.get(name)?.[0] ?? '',
    ticked: (name) => all(name).length > 0,
    files: () => [],
    file: () => null,
  }
}

/** Of a form without files. */
export const FORM_MAX_BYTES = 256 * 1024

/** Of a form for people who are not signed in: an address, a code or a name, and where to go on. */
const SIGN_IN_MAX_BYTES = 16 * 1024

/** The most bytes a form may have, where it may have more than others: those with a file, or with a table of values. */
const LARGER: { path: RegExp; maxBytes: number; streamed?: boolean }[] = [
  // With a logo of any size, so that what else was typed is kept where it is too large.
  { path: /^\/settings$/, maxBytes: DRAFTS.uploadBytes, streamed: true },
  { path: /^\/review\/[^/]+$/, maxBytes: 4 * 1024 * 1024 },
  // A thousand boxes with labels in every language.
  { path: /^\/templates\/[^/]+\/draft$/, maxBytes: 4 * 1024 * 1024 },
  // Five hundred fields with labels in letters that a form sends as up to twelve bytes each.
  { path: /^\/documents\/drafts\/[^/]+\/files\/[^/]+$/, maxBytes: 1024 * 1024 },
  { path: /^\/documents\/new$/, maxBytes: DRAFTS.uploadBytes, streamed: true },
  // With room for the other fields; a PDF of exactly the limit is for the verb to judge.
  { path: /^\/templates(\/[^/]+\/pdf)?$/, maxBytes: PDF.maxBytes + FORM_MAX_BYTES, streamed: true },
  // The file and what the browser puts around it.
  { path: /^\/templates\/[^/]+\/csv$/, maxBytes: BULK.maxBytes + 64 * 1024 },
  { path: /^\/templates\/[^/]+\/send$/, maxBytes: 4 * 1024 * 1024 },
]

const largerOf = (c: Context) => LARGER.find(({ path }) => path.test(c.req.path))

/** The most bytes that the form may have. */
export const maxBytesOf = (c: Context): number =>
  largerOf(c)?.maxBytes ?? (/^\/sign-in(\/|$)/.test(c.req.path) ? SIGN_IN_MAX_BYTES : FORM_MAX_BYTES)

export const isMultipart = (c: Context): boolean => /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')

/** Whether a browser says so of the form before it is read. */
const isTooLarge = (c: Context): boolean => Number(c.req.header('content-length')) > maxBytesOf(c)

/**
 * Limits the size of every form. Those with files are left to what reads them, so that their page can be shown again:
 * streamed ones are counted there.
 */
export const formLimit = () =>
  createMiddleware(async function formLimit(c, next) {
    const larger = isMultipart(c) ? largerOf(c) : undefined
    if (larger && (larger.streamed || isTooLarge(c))) return next()
    return limitTo(maxBytesOf(c))(c, next)
  })

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge(maxSize)
    },
  })

const tooLarge = (maxBytes: number) => new HttpError('payload_too_large', `the form is larger than ${maxBytes} bytes`)

/** What is read of a form that is too large, and thrown away. */
const DISCARDED_MAX_BYTES = 4 * DRAFTS.uploadBytes

/**
 * Reads a form with files; null: they are too large, which its own page says. A browser shows a page only once it has
 * sent all of the form: before, it would say that the connection was lost. @throws as `read`, also `TextsTooLarge`
 */
export async function unlessTooLarge<T>(c: Context, read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'payload_too_large') throw error
    await discard(c.req.raw.body)
    if (error instanceof TextsTooLarge) throw error
    return null
  }
}

async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = body?.getReader()
  for (let left = DISCARDED_MAX_BYTES; reader && left > 0; ) {
    const chunk = await readChunk(reader)
    if (!chunk) return
    left -= chunk.length
  }
}
