/** A rectangle in fractions of its page, origin top left. */
interface Rectangle {
  x: number
  y: number
  w: number
  h: number
}

/** As it is, but inside its page. Also in the browser. */
export function inPage<R extends Rectangle>(place: R): R {
  const [w, h] = [Math.min(place.w, 1), Math.min(place.h, 1)]
  const [x, y] = [Math.min(place.x, 1 - w), Math.min(place.y, 1 - h)]
  return { ...place, x: Math.max(0, x), y: Math.max(0, y), w, h }
}
