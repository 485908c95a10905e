import { PDFDocument } from 'pdf-lib'
import { reencodeImage } from './image.ts'

/** A photograph of a page, as phones take it. */
const PAGE_PICTURE_LIMITS = { bytes: 25 * 1024 * 1024, pixels: 50_000_000 } as const

/** A4 in points, upright. */
const [SHORT, LONG] = [595.28, 841.89]

/**
 * A PDF with a page for each PNG or JPEG: A4, lying where the picture is wider than high, the picture as large as fits.
 * @throws ImageError as `reencodeImage`
 */
export async function picturesAsPdf(pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (const picture of pictures) {
    const { bytes, mediaType, width, height } = reencodeImage(picture, { limits: PAGE_PICTURE_LIMITS })
    const [pageWidth, pageHeight] = width > height ? [LONG, SHORT] : [SHORT, LONG]
    const image = mediaType === 'image/png' ? await pdf.embedPng(bytes) : await pdf.embedJpg(bytes)
    const scale = Math.min(pageWidth / width, pageHeight / height)
    const [w, h] = [width * scale, height * scale]
    const page = pdf.addPage([pageWidth, pageHeight])
    page.drawImage(image, { x: (pageWidth - w) / 2, y: (pageHeight - h) / 2, width: w, height: h })
  }
  return pdf.save()
}
