import type { TemplateBox, TemplateModel } from '../../../domain/templates/model.ts'
import { inPage } from '../../in-page.ts'
import { shownPage } from '../boxes/geometry.ts'
import { BOX_KINDS } from './words.ts'

const MARK = 'countersign-boxes'

/** In points. */
interface Size {
  width: number
  height: number
}

/** Boxes as text, for the clipboard: between templates, tabs and browsers. With each goes the size of its page. */
export const toClipboard = (boxes: readonly TemplateBox[], pages: readonly Size[]): string =>
  JSON.stringify({ [MARK]: 1, boxes, sizes: boxes.map((box) => sizeOf(pages, shownPage(box, pages))) })

function sizeOf(pages: readonly Size[], page: number): Size {
  const { width, height } = pages[page - 1]!
  return { width, height }
}

/**
 * Boxes from the clipboard, new ones at the same places, as large in points as they were. Those of one page go onto the
 * page that is looked at, those of several onto their own, of a page that is not there onto the last. A slot that the
 * template does not have becomes its first.
 * @param inView null: their own, for these too
 * @returns null for any other text
 */
export function fromClipboard(
  text: string,
  model: TemplateModel,
  pages: readonly Size[],
  inView: number | null,
): TemplateBox[] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  const { [MARK]: mark, boxes, sizes } = (parsed ?? {}) as { [MARK]?: unknown; boxes?: unknown; sizes?: unknown }
  if (mark !== 1 || !Array.isArray(boxes) || !boxes.every(isBox)) return null
  if (!Array.isArray(sizes) || sizes.length !== boxes.length || !sizes.every(isSize)) return null
  const slots = new Set(model.slots.map(({ slot }) => slot))
  const target = new Set(boxes.map(({ page }) => page)).size === 1 ? inView : null
  return boxes.map((box, index) => {
    const page = Math.min(target ?? box.page, pages.length)
    const [before, now] = [sizes[index]!, sizeOf(pages, page)]
    const [w, h] = [(box.w * before.width) / now.width, (box.h * before.height) / now.height]
    return inPage({
      ...box,
      ...{ id: crypto.randomUUID(), page, w, h },
      slot: box.slot === null || slots.has(box.slot) ? box.slot : (model.slots[0]?.slot ?? null),
    })
  })
}

function isSize(value: unknown): value is Size {
  const size = value as Partial<Size> | null
  return typeof size === 'object' && size !== null && Number(size.width) > 0 && Number(size.height) > 0
}

/** Enough to show it; the server looks at every key of it. */
function isBox(value: unknown): value is TemplateBox {
  const box = value as Partial<TemplateBox> | null
  const isFraction = (number: unknown) => typeof number === 'number' && number >= 0 && number <= 1
  return (
    typeof box === 'object' &&
    box !== null &&
    Number.isInteger(box.page) &&
    box.page! >= 1 &&
    [box.x, box.y, box.w, box.h].every(isFraction) &&
    Object.hasOwn(BOX_KINDS, String(box.kind))
  )
}
