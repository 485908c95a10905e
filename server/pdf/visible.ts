/** A pixel is ink when one of its colours is darker than this on white paper. */
const INK_BELOW = 224
/** Fewer are a speck, of any picture and of a large one. */
const LEAST_INK_PIXELS = 16
const LEAST_INK_SHARE = 1 / 10_000
/** Of the pad: a drawing that goes no farther is a point. */
const LEAST_EXTENT = 0.005

/** Pixels row by row with 8 bits a sample; alpha, where there is any, comes last. */
export interface Pixels {
  samples: Uint8Array | Uint8ClampedArray
  channels: 1 | 3
  hasAlpha: boolean
}

/** Whether a picture shows anything on white paper: one that is blank, white or transparent is no signature. */
export function showsInk({ samples, channels, hasAlpha }: Pixels): boolean {
  const step = channels + (hasAlpha ? 1 : 0)
  const least = Math.max(LEAST_INK_PIXELS, (samples.length / step) * LEAST_INK_SHARE)
  let ink = 0
  for (let at = 0; at < samples.length; at += step) {
    const opacity = hasAlpha ? samples[at + channels]! / 255 : 1
    let darkest = samples[at]!
    for (let channel = 1; channel < channels; channel++) darkest = Math.min(darkest, samples[at + channel]!)
    if (255 - (255 - darkest) * opacity < INK_BELOW && ++ink >= least) return true
  }
  return false
}

/** Whether a drawing goes anywhere. @param strokes as flat x, y lists on a pad of `width` x `height` */
export function hasExtent({ width, height, strokes }: { width: number; height: number; strokes: number[][] }): boolean {
  const reaches = (axis: 0 | 1, size: number) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const stroke of strokes) {
      for (let at = axis; at < stroke.length; at += 2) {
        least = Math.min(least, stroke[at]!)
        most = Math.max(most, stroke[at]!)
      }
    }
    return most - least > size * LEAST_EXTENT
  }
  return reaches(0, width) || reaches(1, height)
}
