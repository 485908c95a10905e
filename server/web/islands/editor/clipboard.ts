import type { TemplateBox, TemplateModel } from '../../../domain/templates/model.ts'
import { BOX_KINDS } from './words.ts'

const MARK = 'countersign-boxes'

/** Boxes as text, for the clipboard: between templates, tabs and browsers. */
export const toClipboard = (boxes: readonly TemplateBox[]): string => JSON.stringify({ [MARK]: 1, boxes })

/**
 * Boxes from the clipboard, new ones at the same places of their pages; of a page that is not there, on the last. A slot
 * that the template does not have becomes its first.
 * @returns null for any other text
 */
export function fromClipboard(text: string, model: TemplateModel, pages: number): TemplateBox[] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  const { [MARK]: mark, boxes } = (parsed ?? {}) as { [MARK]?: unknown; boxes?: unknown }
  if (mark !== 1 || !Array.isArray(boxes) || !boxes.every(isBox)) return null
  const slots = new Set(model.slots.map(({ slot }) => slot))
  return boxes.map((box) => ({
    ...box,
    id: crypto.randomUUID(),
    page: Math.min(box.page, pages),
    slot: box.slot === null || slots.has(box.slot) ? box.slot : (model.slots[0]?.slot ?? null),
  }))
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
