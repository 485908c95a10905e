/** The element with this id. The same release renders the page and this script, so it must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no #${id}`)
  return element as T
}

/** All matches, in document order. */
export function all<T extends HTMLElement = HTMLElement>(selector: string, root: ParentNode = document): T[] {
  return [...root.querySelectorAll<T>(selector)]
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Positions an element by its box. Through the CSSOM: the Content-Security-Policy allows no style attribute. */
export function placeBox(element: HTMLElement, box: { x: number; y: number; w: number; h: number }): void {
  element.style.left = `${box.x * 100}%`
  element.style.top = `${box.y * 100}%`
  element.style.width = `${box.w * 100}%`
  element.style.height = `${box.h * 100}%`
}

/** The page works from now on: the notice that it has not started (`signing/not-started.tsx`) goes. */
export function started(): void {
  document.getElementById('not-started')?.remove()
}
