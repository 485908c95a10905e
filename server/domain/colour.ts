/** The text on buttons of a dark and of a light colour. */
export const WHITE = '#ffffff'
const BLACK = '#14181f'
/** WCAG 2.2, 1.4.3: the least contrast of text. */
const READABLE = 4.5

/** The colour of text on this background: the one of ours with the higher contrast. @param background `#rrggbb` */
export function textOn(background: string): string {
  return contrast(background, WHITE) >= contrast(background, BLACK) ? WHITE : BLACK
}

/** Whether text of this colour can be read on this background. */
export function isReadable(colour: string, background: string): boolean {
  return contrast(colour, background) >= READABLE
}

/** The colour, mixed with black or white until text of it can be read on this background; itself if it can be already. */
export function readableOn(colour: string, background: string): string {
  const end = textOn(background)
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, end, share)
    if (isReadable(mixed, background)) return mixed
  }
  return end
}

/** @param share of the second, from 0 to 1 */
function mix(a: string, b: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map((at) => Math.round(part(a, at) * (1 - share) + part(b, at) * share))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
