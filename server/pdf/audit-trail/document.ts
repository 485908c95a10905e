import type { PagePicture } from '../page-picture.ts'
import type { AuditTrailModel } from '../types.ts'
import { drawFacts, layOutFacts, utc } from './facts.ts'
import { type Flow, MARGIN, MUTED, RULE, WIDTH } from './flow.ts'
import type { Pictures } from './pictures.ts'

/** The picture of the first page stands right of the facts. */
const PICTURE = { width: 110, height: 156, gap: 18 }

/** The facts, and right of them the first page as it looks. */
export function drawDocument(flow: Flow, model: AuditTrailModel, page: PagePicture | null, pictures: Pictures) {
  const facts: [string, string][] = [
    ['Document ID', model.documentId],
    ['Workspace', model.workspace],
    ['Status', model.status],
    ...model.facts,
    ['Generated', `${utc(model.generatedAt)} UTC`],
  ]
  const width = page ? WIDTH - PICTURE.width - PICTURE.gap : WIDTH
  const bottom = page ? drawPage(flow, page, pictures) : 0
  const pageBefore = flow.pages.length
  drawFacts(flow, layOutFacts(flow, facts, { x: MARGIN.side, width, columns: 1 }))
  if (flow.pages.length === pageBefore) flow.y = Math.max(flow.y, bottom)
}

/** Returns where it ends. */
function drawPage(flow: Flow, page: PagePicture, pictures: Pictures): number {
  const scale = Math.min(PICTURE.width / page.width, PICTURE.height / page.height)
  const [width, height] = [page.width * scale, page.height * scale]
  const x = MARGIN.side + WIDTH - width
  const top = flow.y + 2
  flow.place(pictures.add(page.ref), x, top + height, scale)
  flow.frame(x, top, width, height, RULE)
  const caption = { x, width, size: 7, style: 'regular', color: MUTED } as const
  flow.line(page.pages === 1 ? '1 page' : `Page 1 of ${page.pages}`, top + height + 9, caption)
  return top + height + 13
}
