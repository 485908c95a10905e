import type { FieldValue } from '../../../domain/signing/values.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** A value as it will appear on the page: strokes as vectors, an image, text, or a tick. */
export function drawMark(value: FieldValue): Element {
  switch (value.type) {
    case 'drawn':
      return drawStrokes(value)
    case 'image': {
      const image = new Image()
      image.src = `data:${value.mediaType};base64,${value.data}`
      image.alt = ''
      return image
    }
    case 'typed':
    case 'text': {
      const span = document.createElement('span')
      span.textContent = value.text
      span.dir = 'auto'
      if (value.type === 'typed' && value.style) {
        void loadHands()
        span.className = `hand-${value.style}`
      }
      return span
    }
    // Shown as the number of its rows (`fields.ts`).
    case 'rows':
      return document.createElement('span')
    case 'checked': {
      const tick = svg('svg', { class: 'tick-mark', viewBox: '0 0 24 24', 'aria-hidden': 'true' })
      if (value.checked) tick.append(svg('path', { d: 'M5 12.5l4.5 4.5L19 7' }))
      return tick
    }
  }
}

function drawStrokes({ width, height, strokes }: Extract<FieldValue, { type: 'drawn' }>): SVGElement {
  const drawing = svg('svg', {
    class: 'strokes',
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'xMinYMid meet',
    'aria-hidden': 'true',
  })
  for (const stroke of strokes) drawing.append(svg('path', { d: smoothPath(stroke) }))
  return drawing
}

/** Quadratic curves through the midpoints between samples: smooth even where the pointer was sampled coarsely. */
function smoothPath(stroke: number[]): string {
  const [x0 = 0, y0 = 0] = stroke
  let path = `M${x0} ${y0}`
  let [px, py] = [x0, y0]
  for (let i = 2; i + 1 < stroke.length; i += 2) {
    const [x, y] = [stroke[i]!, stroke[i + 1]!]
    path += `Q${px} ${py} ${(px + x) / 2} ${(py + y) / 2}`
    ;[px, py] = [x, y]
  }
  return `${path}L${px} ${py}`
}

function svg(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

let loading: Promise<typeof import('./hands.ts')> | null = null

/** The handwriting fonts, loaded when a typed signature is first shown: most signers draw. */
export function loadHands(): Promise<typeof import('./hands.ts')> {
  loading ??= import('./hands.ts')
  return loading
}
