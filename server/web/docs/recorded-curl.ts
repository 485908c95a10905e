import { BEARER, commandOf, formPart, jsonBody, textBody } from '../../samples/curl.ts'
import type { RecordedError } from './recorded.ts'

/** The base and its alias; the address of the API ends with the first. */
const BASE = /^(?:\/api)?\/v1/
/** Characters; a longer body takes a line for each key. */
const ONE_LINE = 60

/** A recorded call as one would type it, after what led to its error. */
export function recordedCurl({ notes = [], before, request }: RecordedError, apiUrl: string): string {
  const earlier = before && [
    `# First, answered with ${before.status}:`,
    `${requestCurl(before.request, apiUrl)}\n`,
    '# Then:',
  ]
  return [...notes.map((note) => `# ${note}`), ...(earlier ?? []), requestCurl(request, apiUrl)].join('\n')
}

function requestCurl({ method, path, headers, ...body }: RecordedError['request'], apiUrl: string): string {
  return commandOf({
    method,
    address: `${apiUrl}${path.replace(BASE, '')}`,
    headers: Object.entries(headers).map(
      ([name, value]) => `${name}: ${value.replace(/^Bearer cs_live_.*/, () => BEARER)}`,
    ),
    body: recordedBody(body),
  })
}

function recordedBody({
  json: value,
  text,
  parts,
}: Pick<RecordedError['request'], 'json' | 'text' | 'parts'>): string[] {
  if (parts) return parts.map(([name, content]) => formPart(name, content))
  if (text !== undefined) return [textBody(text)]
  if (value === undefined) return []
  const line = JSON.stringify(value)
  return jsonBody(line.length > ONE_LINE ? JSON.stringify(value, null, 2) : line)
}
