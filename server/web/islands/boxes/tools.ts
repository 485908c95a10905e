import { all, byId } from '../dom.ts'
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

const ZOOMS = [50, 75, 100, 125, 150, 200]

/** The buttons around the share at which pages are shown: their style sheet reads `--zoom`. */
export function zoomButtons(pages: HTMLElement): void {
  let at = ZOOMS.indexOf(100)
  const zoomBy = (steps: number) => {
    at = Math.max(0, Math.min(ZOOMS.length - 1, at + steps))
    pages.style.setProperty('--zoom', String(ZOOMS[at]! / 100))
    byId('zoom').textContent = `${ZOOMS[at]} %`
  }
  byId('smaller').onclick = () => zoomBy(-1)
  byId('larger').onclick = () => zoomBy(1)
}
