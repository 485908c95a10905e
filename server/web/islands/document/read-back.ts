/** Of the pattern that is read back. Browsers that alter what is read change some of so many pixels. */
const SIDE_PIXELS = 64
/** What encoding and decoding may round, and nobody sees. */
const ROUNDING = 2

let reads: boolean | null = null
let encodes: Promise<boolean> | null = null

/**
 * Whether a canvas gives back the pixels that were painted on it. Browsers that guard against fingerprinting (Brave,
 * Tor, Firefox by setting) give others, up to plain noise.
 */
export function readsBack(): boolean {
  reads ??= differenceOf(painted()) === 0
  return reads
}

/** Whether it can be sent as a picture as well. */
export function encodesTruly(): Promise<boolean> {
  encodes ??= (async () => {
    if (!readsBack()) return false
    const blob = await new Promise<Blob | null>((resolve) => painted().canvas.toBlob(resolve, 'image/png'))
    const bitmap = blob && (await createImageBitmap(blob).catch(() => null))
    if (!bitmap) return false
    const context = blank()
    context.drawImage(bitmap, 0, 0)
    bitmap.close()
    return differenceOf(context) <= ROUNDING
  })()
  return encodes
}

function blank(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PIXELS
  canvas.height = SIDE_PIXELS
  return canvas.getContext('2d', { willReadFrequently: true })!
}

function painted(): CanvasRenderingContext2D {
  const context = blank()
  context.putImageData(new ImageData(pattern(), SIDE_PIXELS), 0, 0)
  return context
}

/** Opaque and of many colours: some browsers leave a picture of one colour as it is. */
function pattern(): Uint8ClampedArray<ArrayBuffer> {
  return new Uint8ClampedArray(SIDE_PIXELS * SIDE_PIXELS * 4).map((_, i) => (i % 4 === 3 ? 255 : (i * 73) % 251))
}

/** The largest difference of a sample. */
function differenceOf(context: CanvasRenderingContext2D): number {
  const { data } = context.getImageData(0, 0, SIDE_PIXELS, SIDE_PIXELS)
  const wanted = pattern()
  return wanted.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (data[i] ?? -ROUNDING - 1))), 0)
}
