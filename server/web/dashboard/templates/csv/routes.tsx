import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../../context.ts'
import { csvColumnsOf } from '../../../../domain/bulk/columns.ts'
import { type Separator, writeCsv } from '../../../../domain/bulk/csv.ts'
import { columnLabels } from '../../../../domain/bulk/labels.ts'
import { type Choice, correctCells, mapUpload, readMapping } from '../../../../domain/bulk/map.ts'
import { WHY } from '../../../../domain/bulk/mapping.ts'
import { type BulkRow, listUploads, type RowResult, readUpload, uploadResult } from '../../../../domain/bulk/read.ts'
import type { CsvRowProblem } from '../../../../domain/bulk/row.ts'
import { saidOf, spreadsheetCell } from '../../../../domain/bulk/said.ts'
import { checkUpload, sendUpload, stopUpload } from '../../../../domain/bulk/send.ts'
import { uploadRows } from '../../../../domain/bulk/upload.ts'
import { monthUsage } from '../../../../domain/documents/start.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { type Locale, toLocale } from '../../../../domain/locales.ts'
import { workspaceSettings } from '../../../../domain/people/settings.ts'
import { getTemplate, type TemplateView } from '../../../../domain/templates/read.ts'
import { disposition } from '../../../../http/file-reply.ts'
import { BULK } from '../../../../limits.ts'
import { flashBad, flashTo } from '../../flash.ts'
import { type Form, formOf, unlessTooLarge } from '../../form.ts'
import type { Problems } from '../../parts/form.tsx'
import type { DashboardState } from '../../state.ts'
import { obstacle, Unsendable } from '../send/page.tsx'
import { MappingPage } from './mapping-page.tsx'
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
    const locale = await localeOf(c)
    return csv(`${snapshot.model.name}.csv`, [headingFor(snapshot, locale)], separatorFor(locale))
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
    if (upload.state === 'mapping') return c.redirect(`/templates/${id}/csv/${uploadId}/columns`, 303)
    const [template, usage] = await Promise.all([
      getTemplate(ctx, view.actor, id, upload.template_version),
      monthUsage(ctx, view.actor),
    ])
    return c.html(<UploadPage {...{ view, template, upload, usage }} />)
  })

  routes.get(`${base}/:upload/columns`, (c) => showMapping(c, null))

  routes.post(`${base}/:upload/columns`, async (c) => {
    const { id, upload } = c.req.param()
    const choice = choiceIn(await formOf(c))
    const done = await mapUpload(ctx, actor(c), id, upload, choice)
    return done === 'accepted' ? c.redirect(`/templates/${id}/csv/${upload}`, 303) : showMapping(c, choice)
  })

  routes.post(`${base}/:upload/cells`, async (c) => {
    const { id, upload } = c.req.param()
    await correctCells(ctx, actor(c), id, upload, cellsIn(await formOf(c)))
    return c.redirect(`/templates/${id}/csv/${upload}`, 303)
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
    const said = rows.map((row) => resultOf(row, upload))
    return csv(nameOf(upload, 'result'), [RESULT, ...said], separatorFor(await localeOf(c)))
  })

  // As the file was, with what is wrong behind it, so that whoever made it can correct it and upload it.
  routes.get(`${base}/:upload/problems.csv`, async (c) => {
    const { id, upload: uploadId } = c.req.param()
    const { upload, rows } = await uploadResult(ctx, actor(c), id, uploadId)
    const { heading, separator } = upload
    if (heading === null || separator === null) throw new DomainError('not_found', 'the rows of this file are not kept')
    const own = heading.indexOf(WHY)
    const at = own < 0 ? heading.length : own
    const wrong = rows.flatMap(({ problems, cells }) => {
      if (problems.length === 0 || !cells) return []
      return [
        withAt(
          heading.map((_, place) => cells[place] ?? ''),
          at,
          reasonOf(problems, upload),
        ),
      ]
    })
    return csv(nameOf(upload, 'problems'), [withAt(heading, at, WHY), ...wrong], separator as Separator)
  })

  const localeOf = async (c: RouteContext) => toLocale((await workspaceSettings(ctx, actor(c))).locale)

  async function showMapping(c: RouteContext, choice: Choice | null) {
    const view = c.get('view')
    const { id, upload } = c.req.param() as { id: string; upload: string }
    const mapping = await readMapping(ctx, view.actor, id, upload, choice)
    const template = await getTemplate(ctx, view.actor, id, mapping.upload.template_version)
    return c.html(<MappingPage {...{ view, template, mapping }} />, choice === null ? 200 : 422)
  }

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

function resultOf({ row, documentId, emails, problems, checked }: RowResult, { mapping }: BulkRow): string[] {
  const rest = problems.length > 0 ? 'problem' : checked ? 'not sent' : 'not checked'
  const words = problems.map((problem) => {
    const at = mapping?.names.indexOf(problem.column) ?? -1
    return saidOf(problem, at < 0 ? null : spreadsheetCell(at, row))
  })
  return [String(row), documentId ? 'sent' : rest, documentId ?? '', emails.join(' '), words.join('; ')]
}

/** What is wrong with a row, by the headings of its columns: in another file it has another number. */
function reasonOf(problems: CsvRowProblem[], { heading, mapping }: BulkRow): string {
  const words = problems.map((problem) => {
    const at = mapping?.names.indexOf(problem.column) ?? -1
    return saidOf(problem, at < 0 ? null : heading![at]!)
  })
  return words.join('; ')
}

const nameOf = ({ filename }: Pick<BulkRow, 'filename'>, what: string) =>
  `${filename.replace(/\.[^.]*$/, '')}-${what}.csv`

const withAt = (cells: string[], at: number, text: string) => [...cells.slice(0, at), text, ...cells.slice(at + 1)]

function csv(filename: string, rows: readonly (readonly string[])[], separator: Separator): Response {
  const headers = {
    ...PRIVATE,
    'Content-Disposition': disposition(filename),
    'Content-Type': 'text/csv; charset=utf-8',
  }
  return new Response(writeCsv(rows, separator), { headers })
}

/** What Excel in this language splits at when it opens a CSV file; it shows one with the other mark as a single column. */
const separatorFor = (locale: Locale): ',' | ';' => (locale === 'en' ? ',' : ';')

/** The heading to fill in: what people call the columns, or their keys where two have the same name. */
function headingFor(snapshot: TemplateView['snapshot'], locale: Locale): string[] {
  const columns = csvColumnsOf(snapshot)
  const labels = columns.map(columnLabels(snapshot, locale))
  const once = (label: string) => labels.indexOf(label) === labels.lastIndexOf(label)
  return labels.map((label, at) => (once(label) ? label : columns[at]!.name))
}

/** What each column was said to be, and how open ones are written. */
function choiceIn(form: Form): Choice {
  const named = (prefix: string) => form.names().filter((name) => name.startsWith(prefix))
  const names: string[] = []
  for (const name of named('column.')) {
    const at = /^column\.(\d{1,7})$/.exec(name)?.[1]
    if (at !== undefined) names[Number(at)] = form.text(name)
  }
  const styles = named('style.').map((name) => [name.slice('style.'.length), form.text(name)])
  return { names, styles: Object.fromEntries(styles) }
}

/** By row and column, what was written into cells. */
function cellsIn(form: Form): Map<number, Map<number, string>> {
  const rows = new Map<number, Map<number, string>>()
  for (const name of form.names()) {
    const [, row, at] = /^cell\.(\d{1,7})\.(\d{1,7})$/.exec(name) ?? []
    if (row === undefined) continue
    const cells = rows.get(Number(row)) ?? new Map<number, string>()
    rows.set(Number(row), cells.set(Number(at), form.text(name)))
  }
  return rows
}
