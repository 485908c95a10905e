import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Signer, send } from '../support/flow.ts'
import { pdftoppm, render } from '../support/pdf-checks.ts'
import { makePdf } from '../support/pdf-fixtures.ts'
import { photographHeld } from '../support/photograph.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

/** A field large enough for the picture and the caption under it. */
const BOX = { page: 1, x: 0.1, y: 0.1, w: 0.6, h: 0.3 }

type Colour = 'red' | 'blue'

/** Where red and blue paper lie on the first page of the sealed file, as fractions of the page. */
function middles(pdf: Uint8Array): Record<Colour, { x: number; y: number }> {
  const { width, height, pixels } = render(pdf, 1, 72)
  const found = { red: [0, 0, 0], blue: [0, 0, 0] }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const [red, blue] = [pixels[at]!, pixels[at + 2]!]
      const sum = red > blue + 100 ? found.red : blue > red + 100 ? found.blue : null
      if (!sum) continue
      sum[0]! += x
      sum[1]! += y
      sum[2]! += 1
    }
  }
  const middle = ([x, y, n]: number[]) => {
    if (!n) throw new Error('the picture is not there')
    return { x: x! / n / width, y: y! / n / height }
  }
  return { red: middle(found.red), blue: middle(found.blue) }
}

describe('a photographed signature stands upright in the sealed file (Exif 2.32, 4.6.4)', () => {
  it.skipIf(!pdftoppm).each<[number, string, string]>([
    [1, 'red', 'left of blue'],
    [3, 'red', 'right of blue'],
    [6, 'red', 'above blue'],
    [8, 'red', 'below blue'],
  ])('held as %i: %s is %s', async (orientation, _, place) => {
    const pdf = makePdf({ content: '' })
    const created = await send(
      server,
      key,
      {
        signers: [{ email: 'ada@example.com', name: 'Ada', role: 'a' }],
        placement: 'explicit',
        fields: [{ ...BOX, role: 'a', kind: 'signature' }],
        send_emails: false,
      },
      pdf,
    )
    const picture = {
      type: 'image',
      mediaType: 'image/jpeg',
      data: photographHeld(orientation).toString('base64'),
    } as const
    const done = await new Signer(server, created.signers[0]!.signingUrl).sign({ values: () => picture })
    expect(done.status).toBe(200)
    await server.work()
    const { status, body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${created.documentId}/signed`)
    expect(status).toBe(200)
    const { red, blue } = middles(body)
    const [across, down] = [red.x - blue.x, red.y - blue.y]
    const seen =
      Math.abs(across) > Math.abs(down)
        ? `${across < 0 ? 'left' : 'right'} of blue`
        : `${down < 0 ? 'above' : 'below'} blue`
    expect(seen).toBe(place)
  })
})
