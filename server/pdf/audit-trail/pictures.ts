import type { PDFContext, PDFRef } from 'pdf-lib'
import { ImageError } from '../errors.ts'
import { type EmbeddedImage, embedImage } from '../image.ts'
import { drawInk } from '../stamp.ts'
import type { Ink } from '../types.ts'
import type { Flow } from './flow.ts'

/** The box of a signer's signature, in points. */
export const SIGNATURE = { width: 150, height: 44 }

/** The form and image XObjects that the pages name. */
export class Pictures {
  private readonly context: PDFContext
  private readonly named: Record<string, PDFRef> = {}

  constructor(context: PDFContext) {
    this.context = context
  }

  /** The operator that paints it. */
  add(ref: PDFRef): string {
    const name = `P${Object.keys(this.named).length}`
    this.named[name] = ref
    return `/${name} Do`
  }

  /** A signature as the page's operators; null where it can no longer be drawn. */
  signature(flow: Flow, ink: Ink): string | null {
    const { library, fonts } = flow
    const images = new Map<Uint8Array, EmbeddedImage>()
    try {
      if (ink.type === 'image') images.set(ink.bytes, embedImage(this.context, ink.bytes))
      const drawn = drawInk({ library, fonts, images, opaque: false, minTextSize: 4 }, ink, {
        ...SIGNATURE,
        below: 0.5,
      })
      const [image] = drawn.images
      return image ? drawn.operators.replace('/Im0 Do', this.add(image)) : drawn.operators
    } catch (error) {
      // A picture from before pictures were decoded on saving, or ink beyond the limits.
      if (error instanceof ImageError || error instanceof RangeError) return null
      throw error
    }
  }

  resources() {
    return {
      ...(Object.keys(this.named).length > 0 && { XObject: this.context.obj(this.named) }),
      ExtGState: this.context.obj({ Paper: this.context.obj({ Type: 'ExtGState', BM: 'Multiply' }) }),
    }
  }
}
