import { all } from '../dom.ts'
import type { PlacedBox } from './commands.ts'
import type { BoxLayer } from './desk.ts'

/** Marks the tool that the next press on a page uses. */
export function showTool({ armed }: { armed: string | null }): void {
  for (const tool of all('[data-kind]')) tool.setAttribute('aria-pressed', String(tool.dataset.kind === armed))
}

/**
 * The buttons with `data-kind`: dragged onto a page, or pressed and then drawn; a press of a key places a box at once.
 * @param model as it is now: told apart by identity
 * @param formNow what places a box where no pages are shown at the moment
 */
export function toolButtons<B extends PlacedBox>(
  layer: BoxLayer<B>,
  model: () => unknown,
  formNow: () => ((kind: string) => void) | null,
): void {
  for (const tool of all('[data-kind]')) {
    const kind = tool.dataset.kind!
    let dragged = false
    tool.addEventListener('pointerdown', (event) => {
      const before = model()
      dragged = false
      if (!formNow()) layer.dragIn(event, kind)
      addEventListener('pointerup', () => (dragged = before !== model()), { once: true })
    })
    tool.addEventListener('click', (event) => {
      if (dragged) return
      const byForm = formNow()
      if (byForm) byForm(kind)
      else if (event.detail > 0) {
        layer.arm(layer.armed === kind ? null : kind)
        showTool(layer)
      } else layer.add(kind)
    })
  }
}
