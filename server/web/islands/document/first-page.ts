import { byId } from '../dom.ts'

/** Longer than this nothing waits for it: on a fast connection pdf.js is not far behind. */
const PATIENCE_MS = 1_000

/**
 * Waits for the server's picture of the first page, so that pdf.js and the document do not compete with it for a slow
 * connection.
 */
export async function firstPageShown(): Promise<void> {
  const picture = byId<HTMLImageElement>('first-page')
  if (picture.complete) return
  await new Promise((resolve) => {
    picture.onload = resolve
    picture.onerror = resolve
    setTimeout(resolve, PATIENCE_MS)
  })
}
