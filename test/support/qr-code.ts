import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import decodeCode from 'qr/decode.js'

/** What a phone's camera reads there, by another implementation than the one that has drawn it. */
export async function readCode(page: Page, selector: string): Promise<string> {
  const image = await loadImage(await page.locator(selector).screenshot())
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return decodeCode(context.getImageData(0, 0, image.width, image.height))
}
