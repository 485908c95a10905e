import type { FieldValue } from '../../server/domain/signing/values.ts'
import type { SmsStep } from '../../server/domain/sms/step.ts'
import type { components } from '../../server/generated/openapi.ts'
import type { ClientField, SignPageData } from '../../server/web/signing/client-data.ts'
import { makePdf } from './pdf-fixtures.ts'
import type { CallAnswer, TestKey, TestServer } from './server.ts'

/** What a caller needs from a server, whether in this process or another. */
export type Reachable = Pick<TestServer, 'url' | 'fetch' | 'call'>

type Schemas = components['schemas']
export type Created = Schemas['SigningRequestCreated']
export type DocumentBody = Schemas['Document']
export type SigningRequestBody = Schemas['SigningRequest']

/** A multipart body for create: the PDF, every other key JSON-encoded. */
export function createForm(
  fields: Record<string, unknown>,
  pdf: Uint8Array = makePdf(),
  filename = 'lease.pdf',
): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), filename)
  for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value))
  return form
}

/** `POST /signing-requests`, expected to succeed. */
export async function send(
  server: Reachable,
  key: TestKey,
  fields: Record<string, unknown>,
  pdf?: Uint8Array,
): Promise<Created> {
  const answer = await server.call<Created>(key, 'POST', '/v1/signing-requests', { form: createForm(fields, pdf) })
  if (answer.status !== 201) throw new Error(`create answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The result of a call of the SMS step, and the state of the step. */
export type SmsAnswer = SmsStep & {
  verified?: boolean
  code?: string
  meta?: Partial<SmsStep> & { reason?: string; retry_after_seconds?: number }
}

/** A signer in front of the page: what its script does, without a browser. */
export class Signer {
  readonly #server: Reachable
  readonly #path: string

  constructor(server: Reachable, signingUrl: string) {
    this.#server = server
    this.#path = new URL(signingUrl).pathname
  }

  /** The HTML of the page. */
  async page(): Promise<string> {
    return (await this.#server.fetch(this.#path)).text()
  }

  /** The data that the page passes to its script; throws when the page cannot be signed. */
  async data(): Promise<SignPageData> {
    const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(await this.page())
    if (!json) throw new Error('this page has nothing to sign')
    return JSON.parse(json[1]!) as SignPageData
  }

  /** As they are now, however often one asks: the page itself is reused for a second where a link is opened often. */
  async fields(): Promise<SignPageData['fields']> {
    return (await this.call<Pick<SignPageData, 'fields'>>('GET', 'fields')).body.fields
  }

  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    json?: unknown,
    more: Record<string, string> = {},
  ): Promise<CallAnswer<Body>> {
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: this.#server.url, ...more }
    return this.#server.call<Body>(null, method, `${this.#path}/${path}`, { headers, json })
  }

  view() {
    return this.call('POST', 'viewed', {})
  }

  /** As a program that displays nothing; finishing requires some record. */
  display() {
    return this.call('POST', 'displayed', { view: 'none' })
  }

  /** Fills every field the way a willing signer would, and finishes. */
  async sign(options: { name?: string; values?: (field: ClientField) => FieldValue } = {}) {
    const { fields, consentVersion, signerName } = await this.data()
    const name = options.name ?? signerName ?? 'Test Signer'
    const value = options.values ?? ((field: ClientField) => willing(field, name))
    const values = Object.fromEntries(
      fields.filter(({ kind }) => kind !== 'date').map((field) => [field.id, value(field)]),
    )
    await this.display()
    return this.call('POST', 'complete', { consentVersion, name, values })
  }

  askForCode(headers?: Record<string, string>) {
    return this.call<SmsAnswer>('POST', 'sms/code', {}, headers)
  }

  enterCode(code: string) {
    return this.call<SmsAnswer>('POST', 'sms/verify', { code })
  }

  /** Requests a code, reads it on the phone, enters it. */
  async verifyPhone(server: Pick<TestServer, 'outbox'>): Promise<void> {
    const asked = await this.askForCode()
    if (asked.status !== 200) throw new Error(`no code: ${JSON.stringify(asked.body)}`)
    const { status, body } = await this.enterCode(await newestCode(server))
    if (status !== 200) throw new Error(`the code was refused: ${JSON.stringify(body)}`)
  }

  decline(reason?: string) {
    return this.call('POST', 'decline', { reason })
  }
}

/** The code in the newest text message (to this number). */
export async function newestCode(server: Pick<TestServer, 'outbox'>, to?: string): Promise<string> {
  const texts = (await server.outbox()).filter(
    ({ channel, recipient }) => channel === 'sms' && (to === undefined || recipient === to),
  )
  const code = texts.at(-1)?.body.match(/#(\d{6})$/)?.[1]
  if (code === undefined) throw new Error('no code was sent')
  return code
}

/** A plausible value for each kind of field. */
export function willing({ kind }: Pick<ClientField, 'kind'>, name: string): FieldValue {
  if (kind === 'signature' || kind === 'initial') return { type: 'typed', text: name }
  if (kind === 'checkbox') return { type: 'checked', checked: true }
  return { type: 'text', text: name }
}

export async function readDocument(server: Reachable, key: TestKey, id: string): Promise<DocumentBody> {
  return (await server.call<DocumentBody>(key, 'GET', `/v1/documents/${id}`)).body
}

export async function readRequest(server: Reachable, key: TestKey, id: string): Promise<SigningRequestBody> {
  return (await server.call<SigningRequestBody>(key, 'GET', `/v1/signing-requests/${id}`)).body
}
