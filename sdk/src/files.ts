/** Any source of a PDF's bytes. For a path on disk use `fromPath` of `@countersign/sdk/node`. */
export type FileInput =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  /** A Node.js stream, or any other source of chunks. */
  | AsyncIterable<Uint8Array>
  /** The response of a `fetch`; must be successful. */
  | Response

/** File name of an input without one. */
const DEFAULT_NAME = 'document.pdf'

/**
 * The input as a file to upload.
 * @param name file name; by default the input's own, if any
 * @throws TypeError when the input is not a source of bytes
 */
export async function toFile(input: FileInput, name?: string): Promise<File> {
  return new File(await partsOf(input), name ?? nameOf(input) ?? DEFAULT_NAME, { type: 'application/pdf' })
}

/** Detected by their methods: servers such as Hono's replace the global classes with their own. */
async function partsOf(input: FileInput): Promise<BlobPart[]> {
  if (input instanceof Blob || input instanceof ArrayBuffer) return [input]
  if (input instanceof Uint8Array) return [input as Uint8Array<ArrayBuffer>]
  if (typeof input === 'object' && input !== null) {
    if (isResponse(input)) {
      if (!input.ok) throw new TypeError(`the response to upload failed with status ${input.status}`)
      return [await input.blob()]
    }
    if ('getReader' in input) return [await new Response(input).blob()]
    if (Symbol.asyncIterator in input) return collect(input)
  }
  const hint = typeof input === 'string' ? '; for a path use fromPath() of @countersign/sdk/node' : ''
  throw new TypeError(`file must be a Blob, File, Buffer, Uint8Array, ArrayBuffer, stream or Response${hint}`)
}

function isResponse(input: object): input is Response {
  return 'blob' in input && 'ok' in input
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<BlobPart[]> {
  const parts: BlobPart[] = []
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array))
      throw new TypeError('the stream to upload must yield bytes; do not set an encoding')
    parts.push(chunk as Uint8Array<ArrayBuffer>)
  }
  return parts
}

/** The name of a `File`, the last part of a file stream's path or of a response's URL. */
function nameOf(input: FileInput): string | undefined {
  if (input instanceof File) return input.name
  if (isResponse(input)) return /([^/?#]+\.pdf)(?:[?#]|$)/i.exec(input.url)?.[1]
  const path = 'path' in input ? input.path : undefined
  return typeof path === 'string' ? path.split(/[\\/]/).pop() : undefined
}

/** The file unchanged, every other part as a JSON-encoded string (contract 2.4). */
export function formOf(file: File | null, fields: Record<string, unknown>): FormData {
  const form = new FormData()
  if (file) form.set('file', file)
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, JSON.stringify(value))
  return form
}
