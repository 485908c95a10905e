import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument, Signer, send } from '../support/flow.ts'
import { type Picture, pdftoppm, qpdf, qpdfCheck, render } from '../support/pdf-checks.ts'
import { PdfBuilder } from '../support/pdf-fixtures.ts'
import { startServer, type TestKey, type TestServer } from '../support/server.ts'
import { instantiate, lockedTemplate } from '../support/templates.ts'

let server: TestServer
let key: TestKey
beforeAll(async () => {
  server = await startServer()
  key = await server.key()
})
afterAll(() => server.stop())

/** Where the annotation is, and the field in the middle of it; user space of the upright page. */
const RECT = '100 500 500 700'
const BOX = { page: 1, x: 150 / 595, y: (842 - 650) / 842, w: 300 / 595, h: 100 / 842 }
/** In the annotation, outside the field. */
const EDGE = { x: 110 / 595, y: (842 - 690) / 842 }

interface Shown {
  /** Of the annotation, besides its place. */
  annotation: string
  /** Of the page. */
  page?: string
  /** Of the appearance's dictionary. */
  form?: string
  isField?: boolean
  hasStates?: boolean
  isTagged?: boolean
}

/** A page with one opaque yellow annotation. */
function withAnnotation({ annotation, page = '', form, ...is }: Shown): Buffer {
  const builder = new PdfBuilder()
  builder.add('')
  builder.add('')
  const content = builder.stream('')
  const shape = form ?? '/Type /XObject /Subtype /Form /BBox [0 0 400 200]'
  const yellow = builder.stream('1 1 0 rg -1000 -1000 3000 3000 re f', shape)
  const normal = is.hasStates ? `<< /On ${yellow} 0 R >>` : `${yellow} 0 R`
  const drawn = builder.add(`<< /Type /Annot /Rect [${RECT}] /F 4 /AP << /N ${normal} >> ${annotation} >>`)
  const pages = builder.add('<< /Type /Pages /Kids [2 0 R] /Count 1 >>')
  const size = '/MediaBox [0 0 595 842] /Resources << >>'
  builder.set(
    2,
    `<< /Type /Page /Parent ${pages} 0 R ${size} ${page} /Contents ${content} 0 R /Annots [${drawn} 0 R] >>`,
  )
  const fields = is.isField ? `/AcroForm << /Fields [${drawn} 0 R] >>` : ''
  const tree = builder.add('<< /Type /StructTreeRoot /ParentTree << /Nums [] >> /ParentTreeNextKey 0 >>')
  const tags = is.isTagged ? `/MarkInfo << /Marked true >> /StructTreeRoot ${tree} 0 R` : ''
  builder.set(1, `<< /Type /Catalog /Pages ${pages} 0 R ${fields} ${tags} >>`)
  return builder.build()
}

const field = (rest: string) => `/Subtype /Widget /T (field) ${rest}`
const SHOWN: [name: string, shown: Shown][] = [
  ['a text field', { annotation: field('/FT /Tx /V (Ada) /MK << /BG [1 1 0] >>'), isField: true }],
  ['a signature field', { annotation: field('/FT /Sig'), isField: true }],
  ['a button', { annotation: field('/FT /Btn /Ff 65536'), isField: true }],
  ['a ticked box', { annotation: field('/FT /Btn /V /On /AS /On'), isField: true, hasStates: true }],
  ['a text on the page', { annotation: '/Subtype /FreeText /Contents (Note) /DA (/Helv 9 Tf)' }],
  ['a stamp', { annotation: '/Subtype /Stamp /Name /Draft' }],
  ['a stamp in a tagged file', { annotation: '/Subtype /Stamp', isTagged: true }],
  [
    'a stamp that its matrix turns and its place scales',
    {
      annotation: '/Subtype /Stamp',
      form: '/Subtype /Form /BBox [0 0 10 40] /Matrix [0 1 -1 0 7 -3]',
    },
  ],
  ['an appearance that does not say what it is', { annotation: '/Subtype /Stamp', form: '/BBox [0 0 400 200]' }],
]

function inked({ width, height, pixels }: Picture, box: typeof BOX): number {
  let found = 0
  for (let y = Math.ceil(box.y * height); y < (box.y + box.h) * height - 1; y++) {
    for (let x = Math.ceil(box.x * width); x < (box.x + box.w) * width - 1; x++) {
      if (pixels[(y * width + x) * 3]! < 128) found++
    }
  }
  return found
}

interface Sent {
  documentId: string
  signers: { signingUrl?: string | null }[]
}

const ADA = { email: 'ada@example.com', name: 'Ada' }

/** Signed by the one who is asked, and sealed. */
async function sealed({ documentId, signers: [signer] }: Sent): Promise<Buffer> {
  expect((await new Signer(server, signer!.signingUrl!).sign()).status).toBe(200)
  await server.work()
  const { status, body } = await server.call<Buffer>(key, 'GET', `/v1/documents/${documentId}/signed`)
  expect(status).toBe(200)
  return body
}

const sealedWith = async (pdf: Uint8Array, box: typeof BOX) =>
  sealed(
    await send(
      server,
      key,
      {
        signers: [{ ...ADA, role: 'a' }],
        placement: 'explicit',
        fields: [{ ...box, role: 'a', kind: 'signature' }],
        send_emails: false,
      },
      pdf,
    ),
  )

async function sealedFromTemplate(pdf: Uint8Array): Promise<Buffer> {
  const template = {
    format: 1,
    name: 'Lease',
    slots: [{ slot: 1, role: 'tenant' }],
    boxes: [{ ...BOX, kind: 'signature', slot: 1 }],
  }
  const { id } = await lockedTemplate(server, key, { template, fields: [], pdf })
  const { body } = await instantiate(server, key, id, { recipients: [{ ...ADA, slot: 1 }], field_values: {} })
  const documentId = body.document_id!
  return sealed({ documentId, signers: (await readDocument(server, key, documentId)).signers })
}

describe('a signature on something that viewers paint over the page is seen in the sealed file', () => {
  it.skipIf(!pdftoppm || !qpdf).each(SHOWN)('%s', async (_, shown) => {
    const pdf = withAnnotation(shown)
    const yellow = [255, 255, 0]
    expect(render(pdf).at(EDGE.x, EDGE.y)).toEqual(yellow)
    const file = await sealedWith(pdf, BOX)
    const picture = render(file, 1, 72)
    expect(inked(picture, BOX)).toBeGreaterThan(100)
    // What it shows stays.
    expect(picture.at(EDGE.x, EDGE.y)).toEqual(yellow)
    expect(picture.at(1 - EDGE.x, BOX.y + BOX.h + 0.01)).toEqual(yellow)
    expect(qpdfCheck(file)).not.toContain('WARNING')
  })

  it.skipIf(!pdftoppm)('on a page that is turned', async () => {
    const pdf = withAnnotation({ annotation: '/Subtype /Stamp', page: '/Rotate 90' })
    // As displayed: what is at the left below is at the left above.
    const box = { page: 1, x: 550 / 842, y: 150 / 595, w: 100 / 842, h: 300 / 595 }
    const picture = render(await sealedWith(pdf, box), 1, 72)
    expect(picture.at(690 / 842, 110 / 595)).toEqual([255, 255, 0])
    expect(inked(picture, box)).toBeGreaterThan(30)
  })

  it('leaves what no field is on, and what nobody sees', async () => {
    const aside = { ...BOX, y: 0.8 }
    const kept = async (pdf: Uint8Array, box: typeof BOX) =>
      /\/Annots ?\[ ?\d+ 0 R ?\d+ 0 R ?\]/.test((await sealedWith(pdf, box)).toString('latin1'))
    // With the widget of the seal.
    expect(await kept(withAnnotation({ annotation: '/Subtype /Stamp' }), aside)).toBe(true)
    expect(await kept(withAnnotation({ annotation: '/Subtype /Stamp /F 2' }), BOX)).toBe(true)
    expect(await kept(withAnnotation({ annotation: '/Subtype /Stamp' }), BOX)).toBe(false)
  })

  it.skipIf(!pdftoppm)('in the document of a template, too', async () => {
    for (const [, shown] of SHOWN.slice(1, 6)) {
      const file = await sealedFromTemplate(withAnnotation(shown))
      expect(inked(render(file, 1, 72), BOX)).toBeGreaterThan(100)
    }
  })
})
