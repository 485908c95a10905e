import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { csvColumnsOf } from '../../../../domain/bulk/columns.ts'
import { type Separator, writeCsv } from '../../../../domain/bulk/csv.ts'
import { type BulkRow, listUploads, type RowResult, readUpload, uploadResult } from '../../../../domain/bulk/read.ts'
import { checkUpload, sendUpload, stopUpload } from '../../../../domain/bulk/send.ts'
import { uploadRows } from '../../../../domain/bulk/upload.ts'
import { monthUsage } from '../../../../domain/documents/start.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { getTemplate } from '../../../../domain/templates/read.ts'
import { disposition } from '../../../../http/file-reply.ts'
import { BULK } from '../../../../limits.ts'
import { flashBad, flashTo } from '../../flash.ts'
import { formOf, unlessTooLarge } from '../../form.ts'
import type { Problems } from '../../parts/form.tsx'
import type { DashboardState } from '../../state.ts'
import { obstacle, Unsendable } from '../send/page.tsx'
import { CsvPage } from './page.tsx'
import { UploadPage } from './upload-page.tsx'

type RouteContext = Context<DashboardState>

const PRIVATE = { 'Cache-Control': 'private, no-store' }

const NOT_SENT = {
  sent_meanwhile: 'Nothing was sent: rows that equal rows of this file have been sent meanwhile.',
  being_sent: 'Nothing was sent: rows that equal rows of this file are being sent from another file. Try again soon.',
} as const

/** Documents from the rows of a CSV file: upload, check, stop, go on, send, result. Works without a script. */
export function csvRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const base = '/templates/:id/csv'
  const actor = (c: RouteContext) => c.get('view').actor

  routes.get(base, (c) => show(c, c.req.param('id'), {}))

  routes.get(`${base}/columns.csv`, async (c) => {
    const { snapshot } = await getTemplate(ctx, actor(c), c.req.param('id'), null)
    const names = csvColumnsOf(snapshot).map(({ name }) => name)
    return csv(`${snapshot.model.name}.csv`, [names], separatorOf(c))
  })

  routes.post(base, async (c) => {
    const { id } = c.req.param()
    const form = await unlessTooLarge(c, formOf(c))
    if (form === null) return show(c, id, { file: `The file is larger than ${BULK.maxBytes / 1024 / 1024} MB.` }, 422)
    const file = form.file('file')
    if (!file) return show(c, id, { file: 'Choose a file.' }, 422)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const upload = await uploadRows(ctx, actor(c), id, { filename: file.name, bytes })
      return c.redirect(`/templates/${id}/csv/${upload}`, 303)
    } catch (error) {
      const problems = error instanceof DomainError ? error.meta?.problems : undefined
      if (!Array.isArray(problems)) throw error
      return show(c, id, { file: problems.join(' ') }, 422)
    }
  })

  routes.get(`${base}/:upload`, async (c) => {
    const view = c.get('view')
    const { id, upload: uploadId } = c.req.param()
    const upload = await readUpload(ctx, view.actor, id, uploadId)
    const [template, usage] = await Promise.all([
      getTemplate(ctx, view.actor, id, upload.template_version),
      monthUsage(ctx, view.actor),
    ])
    return c.html(<UploadPage {...{ view, template, upload, usage }} />)
  })

  routes.post(`${base}/:upload/check`, async (c) => {
    const { id, upload } = c.req.param()
    await checkUpload(ctx, actor(c), upload)
    return c.redirect(`/templates/${id}/csv/${upload}`, 303)
  })

  routes.post(`${base}/:upload/send`, async (c) => {
    const { id, upload } = c.req.param()
    const named = (await formOf(c)).text('sent_before')
    const press = await sendUpload(ctx, actor(c), upload, /^\d+$/.test(named) ? Number(named) : 0)
    if (press !== 'accepted') flashBad(ctx, c, NOT_SENT[press])
    return c.redirect(`/templates/${id}/csv/${upload}`, 303)
  })

  routes.post(`${base}/:upload/stop`, async (c) => {
    const { id, upload } = c.req.param()
    const here = `/templates/${id}/csv/${upload}`
    return (await stopUpload(ctx, actor(c), upload))
      ? flashTo(ctx, c, here, 'Stopped. What was sent before stays sent.')
      : flashTo(ctx, c, here, 'Nothing was stopped: it had already ended.', 'bad')
  })

  routes.get(`${base}/:upload/result.csv`, async (c) => {
    const { id, upload: uploadId } = c.req.param()
    const { upload, rows } = await uploadResult(ctx, actor(c), id, uploadId)
    return csv(nameOf(upload, 'result'), [RESULT, ...rows.map(resultOf)], separatorOf(c))
  })

  // As the file was, so that whoever made it can open it, correct it and upload it.
  routes.get(`${base}/:upload/problems.csv`, async (c) => {
    const { id, upload: uploadId } = c.req.param()
    const { upload, rows } = await uploadResult(ctx, actor(c), id, uploadId)
    const { heading, separator } = upload
    if (heading === null || separator === null) throw new DomainError('not_found', 'the rows of this file are not kept')
    const wrong = rows.flatMap(({ problems, cells }) => (problems.length > 0 && cells ? [cells] : []))
    return csv(nameOf(upload, 'problems'), [heading, ...wrong], separator as Separator)
  })

  async function show(c: RouteContext, id: string, problems: Problems, status: 200 | 422 = 200) {
    const view = c.get('view')
    const template = await getTemplate(ctx, view.actor, id, null)
    const why = obstacle(template)
    const uploads = await listUploads(ctx, view.actor, id)
    if (why !== null && uploads.length === 0) return c.html(<Unsendable view={view} template={template} why={why} />)
    return c.html(<CsvPage {...{ view, template, uploads, why, problems, now: ctx.clock.now() }} />, status)
  }

  return routes
}

const RESULT = ['row', 'result', 'document_id', 'signers', 'problems']

function resultOf({ row, documentId, emails, problems, checked }: RowResult): string[] {
  const rest = problems.length > 0 ? 'problem' : checked ? 'not sent' : 'not checked'
  const words = problems.map(({ message }) => message).join('; ')
  return [String(row), documentId ? 'sent' : rest, documentId ?? '', emails.join(' '), words]
}

const nameOf = ({ filename }: Pick<BulkRow, 'filename'>, what: string) =>
  `${filename.replace(/\.[^.]*$/, '')}-${what}.csv`
const separatorOf = (c: RouteContext) => separatorFor(c.req.header('accept-language'))

function csv(filename: string, rows: readonly (readonly string[])[], separator: Separator): Response {
  const headers = {
    ...PRIVATE,
    'Content-Disposition': disposition(filename),
    'Content-Type': 'text/csv; charset=utf-8',
  }
  return new Response(writeCsv(rows, separator), { headers })
}

/**
 * What a spreadsheet of this reader splits at when it opens a CSV file: a semicolon where the comma is the decimal mark,
 * and in Switzerland. It shows a file with the other one as a single column.
 * @param acceptLanguage the browser's header
 */
function separatorFor(acceptLanguage: string | undefined): ',' | ';' {
  const tag = (acceptLanguage ?? '').split(/[,;]/)[0]!.trim()
  try {
    const { region } = new Intl.Locale(tag).maximize()
    return region === 'CH' || new Intl.NumberFormat(tag).format(1.5).includes(',') ? ';' : ','
  } catch (error) {
    // The header says `*`, nothing, or what is no language.
    if (error instanceof RangeError) return ','
    throw error
  }
}
