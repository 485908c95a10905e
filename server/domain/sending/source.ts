import { basename } from 'node:path'
import type { Ctx } from '../../context.ts'
import { FILE_URL, PDF } from '../../limits.ts'
import { OutboundError } from '../../net/outbound.ts'
import { bytesOf, type ReceivedFile } from '../../storage/index.ts'
import { DomainError } from '../errors.ts'
import { notPublicMessage } from '../hooks/check-url.ts'
import { invalid } from '../invalid.ts'
import type { RenderedPdf, Source } from './draft.ts'
import { cleanName } from './file-name.ts'

/** The upload with its hash and size, and its file name. */
export interface SourceFile {
  /** From its `%PDF-` header on, and not encrypted once it was inspected. */
  file: ReceivedFile
  /** Bytes cut off before `file` that its offsets may count. */
  cut: number
  /** What was made of `file` already; null: it is still to be prepared. */
  rendered: RenderedPdf | null
  filename: string
  /** As it was received; the `leadingBytes` before its header were removed, and its `encryption`, if it had one. */
  original: { sha256: string; size: number; leadingBytes: number; encryption: string | null }
}

/**
 * Brings the PDF to this machine: a multipart part is already here, a `file_url` is fetched under the outbound guard
 * (contract 2.4). The caller discards the file.
 * @throws DomainError `file_too_large`, `unsupported_media_type`, `file_fetch_failed`, `url_not_public`,
 * `invalid_request` for an invalid URL
 */
export async function openSource(ctx: Pick<Ctx, 'outbound' | 'storage'>, source: Source): Promise<SourceFile> {
  if (source.kind === 'rendered') return renderedFile(source)
  const opened = source.kind === 'file' ? uploaded(source) : await fetched(ctx, source.url)
  try {
    assertPdf(opened.file, opened.mediaType)
    return { filename: opened.filename, rendered: null, ...(await cutToHeader(ctx, opened.file)) }
  } catch (error) {
    await opened.file.discard()
    throw error
  }
}

/** Two validators reject a signed file that does not start with its header (decision 0008). */
async function cutToHeader(ctx: Pick<Ctx, 'storage'>, received: ReceivedFile) {
  const { sha256, size, head, source } = received
  const leadingBytes = head.indexOf('%PDF-')
  const original = { sha256, size, leadingBytes, encryption: null }
  if (leadingBytes === 0) return { file: received, cut: 0, original }
  const receiver = await ctx.storage.receive()
  try {
    for await (const chunk of bytesOf(source, leadingBytes)) await receiver.write(chunk)
    const file = await receiver.finish()
    await received.discard()
    return { file, cut: leadingBytes, original }
  } catch (error) {
    await receiver.abort()
    throw error
  }
}

interface Unencrypted {
  source: SourceFile
  /** As in `Inspection`, of the file as it was. */
  truncated: boolean
}

/**
 * The file without its encryption (decision 0008), as another file, which the caller discards as well.
 * @throws PdfError `encrypted` when it needs a password
 */
export async function removeEncryption(ctx: Ctx, workspaceId: string, source: SourceFile): Promise<Unencrypted> {
  const { bytes, method, truncated } = await ctx.pdf.of(workspaceId).decrypt([source.file.source], source.cut)
  const receiver = await ctx.storage.receive()
  try {
    await receiver.write(bytes)
    const file = await receiver.finish()
    return { source: { ...source, file, cut: 0, original: { ...source.original, encryption: method } }, truncated }
  } catch (error) {
    await receiver.abort()
    throw error
  }
}

/** The PDF of a template was checked when it was imported. */
function renderedFile({ file, rendered, filename }: Extract<Source, { kind: 'rendered' }>): SourceFile {
  const original = { sha256: file.sha256, size: file.size, leadingBytes: 0, encryption: null }
  return { file, cut: 0, rendered, filename, original }
}

function uploaded(source: Extract<Source, { kind: 'file' }>) {
  return { file: source.file, filename: cleanName(source.filename), mediaType: source.mediaType }
}

async function fetched(ctx: Pick<Ctx, 'outbound' | 'storage'>, url: string) {
  const target = parseFileUrl(url)
  const receiver = await ctx.storage.receive()
  try {
    const response = await ctx.outbound.download(target.href, {
      maxBytes: PDF.maxBytes,
      connectTimeoutMs: FILE_URL.connectMs,
      firstByteTimeoutMs: FILE_URL.firstByteMs,
      timeoutMs: FILE_URL.wholeMs,
      onData: (chunk) => receiver.write(chunk),
    })
    const filename = cleanName(decodeName(basename(target.pathname)))
    return { file: await receiver.finish(), filename, mediaType: response.mediaType }
  } catch (error) {
    await receiver.abort()
    throw fetchFailure(error)
  }
}

function parseFileUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null
  if (!target || !['http:', 'https:'].includes(target.protocol))
    throw invalid('file_url', 'file_url must be an http or https URL')
  if (target.username || target.password) throw invalid('file_url', 'file_url must not carry credentials')
  return target
}

function fetchFailure(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  if (error.reason === 'not_public') {
    return new DomainError('url_not_public', notPublicMessage('file_url'), { cause: error })
  }
  if (error.reason === 'too_large') return fileTooLarge()
  const meta = { reason: error.reason, ...(error.status !== undefined && { status: error.status }) }
  return new DomainError('file_fetch_failed', `file_url could not be fetched: ${error.reason}`, { meta, cause: error })
}

/** 413, contract 7. */
export function fileTooLarge(): DomainError {
  return new DomainError('file_too_large', `the PDF is larger than ${PDF.maxBytes} bytes (25 MB)`)
}

function assertPdf(file: ReceivedFile, mediaType: string | null): void {
  if (file.size > PDF.maxBytes) throw fileTooLarge()
  const declared = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isAcceptedType = ['', 'application/pdf', 'application/octet-stream'].includes(declared)
  if (isAcceptedType && file.head.includes('%PDF-')) return
  throw new DomainError('unsupported_media_type', fault(file), { meta: { declared: declared || null } })
}

function fault({ head, size }: ReceivedFile): string {
  if (size === 0) return 'the file is empty'
  const [name] = /^[^\r\n"]{1,200}\.pdf$/i.exec(head.toString()) ?? []
  // What curl sends for `-F file=lease.pdf`.
  return name && name.length === size
    ? `the file is the text "${name}"; with curl, write -F "file=@${name}"`
    : 'the file must be application/pdf'
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
