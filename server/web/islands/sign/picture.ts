import type { FieldValue } from '../../../domain/signing/values.ts'

/** The limit for the chosen file; what is sent is redrawn and far smaller. */
const INPUT_MAX_BYTES = 10 * 1024 * 1024
const OUTPUT_MAX_BYTES = 400 * 1024
export const MAX_WIDTH_PIXELS = 1200
const MAX_HEIGHT_PIXELS = 480

export type PictureProblem = 'pictureType' | 'pictureSize' | 'pictureBroken'

/**
 * A chosen picture as a field value. It is redrawn, so that neither its metadata (location, camera) nor anything else
 * hidden in the file is sent, and scaled down until it is small enough.
 */
export async function pictureFrom(file: File): Promise<Extract<FieldValue, { type: 'image' }> | PictureProblem> {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return 'pictureType'
  if (file.size > INPUT_MAX_BYTES) return 'pictureSize'
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return 'pictureBroken'
  try {
    for (
      let scale = Math.min(1, MAX_WIDTH_PIXELS / bitmap.width, MAX_HEIGHT_PIXELS / bitmap.height);
      scale > 0.001;
      scale *= 0.7
    ) {
      const blob = await encode(bitmap, scale, file.type)
      if (blob && blob.size <= OUTPUT_MAX_BYTES)
        return { type: 'image', mediaType: file.type, data: await base64(blob) }
    }
    return 'pictureBroken'
  } finally {
    bitmap.close()
  }
}

function encode(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.85))
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
