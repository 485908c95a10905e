/** Positions an element by its box. Through the CSSOM: the Content-Security-Policy allows no style attribute. */
export function placeBox(element: HTMLElement, box: { x: number; y: number; w: number; h: number }): void {
  element.style.left = `${box.x * 100}%`
  element.style.top = `${box.y * 100}%`
  element.style.width = `${box.w * 100}%`
  element.style.height = `${box.h * 100}%`
}
