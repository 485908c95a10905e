import type { BoxKind, TemplateBox } from '../../../domain/templates/model.ts'
import type { EditorData, PageLayout } from '../../dashboard/templates/editor/client-data.ts'
import { inPage } from '../../in-page.ts'
import type { Place } from '../boxes/commands.ts'
import { showDocument } from '../document/viewer.ts'
import { all } from '../dom.ts'
import { blanksOf, kindOfBlank } from './blanks.ts'
import { ask } from './notices.ts'

export interface PagesOptions {
  data: Pick<EditorData, 'base' | 'model'>
  onLayout(layout: PageLayout[]): void
  create(kind: BoxKind, place: Place): TemplateBox
  insert(name: string, boxes: TemplateBox[]): void
}

/**
 * Draws the pages, and fetches their lines and blanks. Loaded only where pages are shown.
 * @returns null: the lines and blanks cannot be had; boxes are placed without them
 */
export async function showPages({ data: { base, model }, onLayout, create, insert }: PagesOptions) {
  const sheets = all('.sheet')
  const onFailed = (page: number) => {
    sheets[page - 1]!.dataset.failed = ''
  }
  const cannotShow = () => ask('The pages cannot be shown.', { 'Load again': () => location.reload() })
  const onStalled = (isStalled: boolean) => isStalled && cannotShow()
  showDocument(`${base}/edit/document.pdf`, { onDrawn: () => {}, onFailed, onStalled }, false).catch(cannotShow)
  const response = await fetch(`${base}/edit/layout`)
  if (!response.ok) return null
  const { pages } = (await response.json()) as { pages: PageLayout[] }
  onLayout(pages)
  return blanksOf(pages, sheets, (found) => {
    const boxes = found.map((blank) => ({
      ...create(kindOfBlank(blank), inPage(blank.place)),
      label: blank.label === null ? null : { [model.locale]: blank.label.slice(0, 120) },
    }))
    insert(boxes.length === 1 ? 'Place a box on a blank' : `Place ${boxes.length} boxes on blanks`, boxes)
  })
}
