import type { FieldValue } from '../../domain/signing/values.ts'
import type { ClientField, SignPageData, WebError } from '../../web/signing/client-data.ts'

/**
 * Opens a signing link, verifies the phone if required, fills every field as `name` and finishes, with the same calls
 * that the page's script makes.
 * @param readCode reads the latest text message
 */
export async function signHeadlessly(signingUrl: string, name: string, readCode: () => Promise<string>): Promise<void> {
  if ((await openPage(signingUrl)).sms) {
    await post(`${signingUrl}/sms/code`, {})
    await post(`${signingUrl}/sms/verify`, { code: await readCode() })
  }
  const { fields, consentVersion } = await openPage(signingUrl)
  const document = await fetch(`${signingUrl}/document.pdf`)
  if (!document.ok) throw new Error(`the page's document answers ${document.status}`)
  await document.arrayBuffer()
  await post(`${signingUrl}/viewed`, {})
  await post(`${signingUrl}/displayed`, { view: 'none' })
  // The server fills in the date itself.
  const filled = fields.filter(({ kind }) => kind !== 'date').map((field) => [field.id, valueFor(field, name)])
  await post(`${signingUrl}/complete`, { consentVersion, name, values: Object.fromEntries(filled) })
}

async function openPage(signingUrl: string): Promise<SignPageData> {
  const page = await fetch(signingUrl)
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(await page.text())?.[1]
  if (json === undefined) throw new Error(`the signing page answers ${page.status} and contains nothing to sign`)
  return JSON.parse(json) as SignPageData
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return
  const { code, error } = (await response.json()) as WebError
  throw new Error(`signing was refused: ${response.status} ${code}: ${error}`)
}

function valueFor({ kind }: ClientField, name: string): FieldValue {
  if (kind === 'signature' || kind === 'initial') return { type: 'typed', text: name }
  if (kind === 'checkbox') return { type: 'checked', checked: true }
  return { type: 'text', text: name }
}
