import { byId } from '../dom.ts'

/** Longer than this nothing waits for it: on a fast connection pdf.js is not far behind. */
const PATIENCE_MS = 1_000
/** A busy server has it a little later; with a slow connection that is still long before pdf.js has drawn the page. */
const REPEATS = 3
const REPEAT_AFTER_MS = 1_000

/**
 * Waits for the server's picture of the first page, so that pdf.js and the document do not compete with it for a slow
 * connection. One that the server does not have yet is asked for again meanwhile, until pdf.js has drawn the page.
 */
export async function firstPageShown(): Promise<void> {
  const picture = byId<HTMLImageElement>('first-page')
  if (!picture.complete) {
    await new Promise((resolve) => {
      picture.addEventListener('load', resolve)
      picture.addEventListener('error', resolve)
      setTimeout(resolve, PATIENCE_MS)
    })
  }
  repeat(picture, REPEATS)
}

function repeat(picture: HTMLImageElement, times: number): void {
  if (picture.naturalWidth > 0 || times === 0) return
  const again = () =>
    setTimeout(() => {
      if (!picture.isConnected) return
      // The same address again is a new request: nothing was kept.
      const { src } = picture
      picture.src = src
      repeat(picture, times - 1)
    }, REPEAT_AFTER_MS)
  if (picture.complete) again()
  else picture.addEventListener('error', again, { once: true })
}
