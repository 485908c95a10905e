import { describe, expect, it } from 'vitest'
import { operations } from '../../server/generated/operations.ts'
import { routes } from '../../server/generated/routes.ts'
import { partValue } from '../../server/http/part-value.ts'

const schema = routes.createSigningRequest.request.body.content['multipart/form-data'].schema
const file = { received: {}, filename: 'lease.pdf', mediaType: 'application/pdf' }
/** Parts as they arrive, decoded and then checked. */
function check(parts: Record<string, unknown>) {
  const { jsonParts } = operations.createSigningRequest.body
  const decoded = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'string' ? partValue(name, part, jsonParts) : part,
  ])
  return schema.safeParse(Object.fromEntries(decoded))
}

const signers = JSON.stringify([{ email: 'ada@example.com' }])

describe('the multipart body of a create call', () => {
  it('decodes the parts that are JSON and leaves texts unchanged', () => {
    const parts = {
      file,
      signers,
      metadata: '{"order":"7731"}',
      send_emails: 'false',
      observer_emails: '["grace@example.com"]',
      expires_in_days: '7',
      title: '2024',
      message: 'true',
    }
    expect(check(parts).data).toMatchObject({
      file,
      signers: [{ email: 'ada@example.com' }],
      metadata: { order: '7731' },
      send_emails: false,
      observer_emails: ['grace@example.com'],
      expires_in_days: 7,
      title: '2024',
      message: 'true',
    })
  })

  it.each(['anchors', '"anchors"'])('takes a string part raw and JSON-quoted: %s', (placement) => {
    expect(check({ file, signers, placement }).data?.placement).toBe('anchors')
  })

  it('counts null as absent, except for send_emails', () => {
    const absent = { title: 'null', placement: 'null', expires_in_days: 'null', fields: 'null', file_url: 'null' }
    const parsed = check({ file, signers, ...absent }).data
    expect(parsed?.send_emails).toBe(true)
    for (const name of Object.keys(absent)) expect(parsed?.[name as 'title'] ?? null).toBeNull()
    for (const send_emails of ['null', '"true"', 'yes', '1']) {
      expect(check({ file, signers, send_emails }).success, send_emails).toBe(false)
    }
  })

  it.each([
    ['no file', { signers }],
    ['a text part as the file', { file: '%PDF-1.7', signers }],
    ['a file_url beside the file', { file, signers, file_url: 'https://a.example/x.pdf' }],
    ['signers that are no JSON', { file, signers: '[{' }],
    ['no signers', { file }],
  ])('refuses %s', (_, parts) => {
    expect(check(parts).success).toBe(false)
  })
})
