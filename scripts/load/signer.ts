import type { ClientField, SignPageData, SignStatus } from '../../server/web/signing/client-data.ts'

/** No browser waits longer either. */
const TIMEOUT_MS = 60_000

/** A call of the page that was not answered with a success. */
export class PageError extends Error {}

/** A signer in front of the page, who makes the calls that its script makes. */
export class Signer {
  readonly #url: string
  #page: SignPageData | null = null

  /** @param url the personal link */
  constructor(url: string) {
    this.#url = url
  }

  /** Opens the link and loads the document, which records that it was seen. */
  async open(): Promise<void> {
    const html = await (await this.#call('GET', '')).text()
    const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)
    if (!json) throw new PageError('the page: nothing to sign')
    this.#page = JSON.parse(json[1]!) as SignPageData
    await (await this.#call('GET', '/document.pdf')).arrayBuffer()
    await this.#call('POST', '/viewed', {})
    await this.#call('POST', '/displayed', { view: 'none' })
  }

  /** Fills in every field, which the page saves, and finishes. */
  async sign(): Promise<void> {
    const { fields, consentVersion, signerName } = this.#page!
    const name = signerName ?? 'Load Test'
    const entered = fields.filter(({ kind }) => kind !== 'date').map((field) => [field.id, willing(field, name)])
    const values = Object.fromEntries(entered) as Record<string, unknown>
    await this.#call('PUT', '/fields', { values })
    await this.#call('POST', '/complete', { consentVersion, name, values })
  }

  /** Whether the document is complete and sealed. */
  async isSealed(): Promise<boolean> {
    const status = (await (await this.#call('GET', '/status')).json()) as SignStatus
    return status.sealed
  }

  async #call(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = {
      Origin: new URL(this.#url).origin,
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const text = body === undefined ? null : JSON.stringify(body)
    const response = await fetch(this.#url + path, { method, headers, signal, body: text })
    if (response.ok) {
      // What is not read keeps its connection.
      if (method !== 'GET') await response.arrayBuffer()
      return response
    }
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    throw new PageError(`${path.slice(1) || 'the page'}: ${response.status} ${code ?? ''}`.trimEnd())
  }
}

function willing({ kind }: ClientField, name: string): unknown {
  if (kind === 'signature' || kind === 'initial') return { type: 'typed', text: name }
  if (kind === 'checkbox') return { type: 'checked', checked: true }
  return { type: 'text', text: name }
}
