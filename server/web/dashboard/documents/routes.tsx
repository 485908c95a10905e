import { type Context, Hono } from 'hono'
import type { Ctx } from '../../../context.ts'
import { listAuditEvents } from '../../../domain/documents/audit-events.ts'
import { getAuditTrail, getSignedWithAuditTrail } from '../../../domain/documents/audit-trail.ts'
import { envelopeDocuments } from '../../../domain/documents/envelope.ts'
import { listFolders } from '../../../domain/documents/folders.ts'
import { getDocument } from '../../../domain/documents/get.ts'
import { countTabs, listDocuments } from '../../../domain/documents/list.ts'
import { documentPage } from '../../../domain/documents/pictures.ts'
import { getDocumentFile, getRenewedDocument, getSignedDocument } from '../../../domain/documents/read-files.ts'
import { replacementsOf } from '../../../domain/documents/replacements.ts'
import { documentTimeline } from '../../../domain/documents/timeline.ts'
import { countDrafts } from '../../../domain/drafts/read.ts'
import { documentDeliveries } from '../../../domain/hooks/of-document.ts'
import { signingUrl } from '../../../domain/signers/link.ts'
import { reviewState } from '../../../domain/signers/review.ts'
import { downloadBody } from '../../../http/download.ts'
import { disposition } from '../../../http/file-reply.ts'
import { NOT_KEPT, pictureResponse, sendPdf } from '../../files.ts'
import type { DashboardState } from '../state.ts'
import { actionRoutes } from './actions.tsx'
import { documentArchive } from './archive.ts'
import { DetailPage } from './detail-page.tsx'
import { discloseRoutes } from './disclose.tsx'
import { extendRoutes } from './extend.tsx'
import { ListPage } from './list-page.tsx'
import { listRequestOf, queryOf } from './query.ts'
import { reassignRoutes } from './reassign.tsx'
import { selectedRoutes } from './selected.tsx'

/** Who can still use a personal link. */
const OPEN = new Set(['queued', 'pending', 'viewed'])
const PRIVATE = { 'Cache-Control': 'private, no-store' }

/** Documents: what was sent, where it stands, and what can be done about it. */
export function documentRoutes(ctx: Ctx): Hono<DashboardState> {
  const routes = new Hono<DashboardState>()
  const actor = (c: Context<DashboardState>) => c.get('view').actor

  routes.get('/documents', async (c) => {
    const view = c.get('view')
    const now = ctx.clock.now()
    const query = queryOf((name) => c.req.query(name))
    const [outcome, folders, counts, drafts] = await Promise.all([
      listDocuments(ctx, view.actor, listRequestOf(query, now)),
      listFolders(ctx, view.actor),
      countTabs(ctx, view.actor, ['waiting', 'attention', 'unsent']),
      countDrafts(ctx, view.actor),
    ])
    return c.html(<ListPage {...{ view, query, outcome, folders, now }} counts={{ ...counts, drafts }} />)
  })

  routes.get('/documents/:id', async (c) => {
    const view = c.get('view')
    const now = ctx.clock.now()
    const id = c.req.param('id')
    const shown = await getDocument(ctx, view.actor, id)
    const [timeline, deliveries, envelope, replacements] = await Promise.all([
      documentTimeline(ctx, view.actor, id),
      documentDeliveries(ctx, view.actor, id),
      envelopeDocuments(ctx, view.actor, id),
      replacementsOf(ctx, view.actor, id),
    ])
    const review = reviewState(shown.document, now)
    const invited = review === null || review === 'confirmed' ? shown.signers : []
    const links = new Map(
      invited.filter(({ status }) => OPEN.has(status)).map((signer) => [signer.id, signingUrl(ctx, signer)]),
    )
    const page = pageOf(c.req.query('page'), shown.document.page_count)
    return c.html(<DetailPage {...{ view, shown, timeline, deliveries, envelope, replacements, links, page, now }} />)
  })

  routes.get('/documents/:id/:picture{page-[1-9][0-9]{0,4}}', async (c) => {
    const page = Number(/\d+/.exec(c.req.param('picture'))![0])
    return pictureResponse(await documentPage(ctx, actor(c), c.req.param('id'), page), NOT_KEPT)
  })
  routes.get('/documents/:id/file', async (c) =>
    sendPdf(ctx, c as Context, await getDocumentFile(ctx, actor(c), c.req.param('id'))),
  )
  routes.get('/documents/:id/signed', async (c) =>
    sendPdf(ctx, c as Context, await getSignedDocument(ctx, actor(c), c.req.param('id'))),
  )
  routes.get('/documents/:id/renewed', async (c) =>
    sendPdf(ctx, c as Context, await getRenewedDocument(ctx, actor(c), c.req.param('id'))),
  )
  routes.get('/documents/:id/audit-trail', async (c) => {
    const id = c.req.param('id')
    return pdfOf(await getAuditTrail(ctx, actor(c), id), `audit-trail-${id}.pdf`)
  })
  routes.get('/documents/:id/signed-with-audit-trail', async (c) => {
    const { bytes, name } = await getSignedWithAuditTrail(ctx, actor(c), c.req.param('id'))
    return pdfOf(bytes, name)
  })
  routes.get('/documents/:id/events', async (c) => {
    const { document, events, head } = await listAuditEvents(ctx, actor(c), c.req.param('id'))
    c.header('Content-Disposition', disposition(`audit-events-${document.id}.json`))
    return c.json({ document_id: document.id, events, head }, 200, PRIVATE)
  })

  routes.get('/documents/:id/files.zip', async (c) => {
    const shown = await getDocument(ctx, actor(c), c.req.param('id'))
    const name = `${shown.document.filename.replace(/\.pdf$/i, '')}.zip`
    const headers = { ...PRIVATE, 'Content-Disposition': disposition(name), 'Content-Type': 'application/zip' }
    // An archive that is begun and not read would keep its files open.
    if (c.req.method === 'HEAD') return new Response(null, { headers })
    const archive = await documentArchive(ctx, actor(c), shown)
    return new Response(await downloadBody(ctx, c as Context, archive), { headers })
  })

  routes.route('/', selectedRoutes(ctx))
  routes.route('/', actionRoutes(ctx))
  routes.route('/', reassignRoutes(ctx))
  routes.route('/', extendRoutes(ctx))
  routes.route('/', discloseRoutes(ctx))
  return routes
}

/** The page whose picture is shown: the first, where none or another one is asked for. */
function pageOf(asked: string | undefined, pages: number): number {
  const page = Number(asked)
  return Number.isInteger(page) && page >= 1 && page <= pages ? page : 1
}

function pdfOf(bytes: Uint8Array, name: string): Response {
  const headers = { ...PRIVATE, 'Content-Disposition': disposition(name), 'Content-Type': 'application/pdf' }
  return new Response(new Uint8Array(bytes), { headers })
}
