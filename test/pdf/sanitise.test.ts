import { PDFDict, PDFRef } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { openPdf } from '../../server/pdf/document.ts'
import { get, nameOf } from '../../server/pdf/objects.ts'
import { sanitise } from '../../server/pdf/sanitise.ts'
import type { RemovedContent } from '../../server/pdf/types.ts'
import { CLEAN, qpdf, qpdfCheck } from '../support/pdf-checks.ts'
import { formPdf, makePdf, type PageOptions } from '../support/pdf-fixtures.ts'
import { withPdfJs } from '../support/pdfjs.ts'

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

function clean(options: PageOptions) {
  const bytes = makePdf(options)
  const pdf = openPdf(bytes)
  const removed = sanitise(pdf)
  pdf.appendRevision()
  expect(Buffer.from(pdf.bytes.subarray(0, bytes.length)).equals(bytes)).toBe(true)
  const result = openPdf(pdf.bytes)
  // What was removed is not found again.
  expect(sanitise(result)).toEqual([])
  return { removed, pdf: result, bytes: pdf.bytes }
}

const annotated = (annotation: string, objects: string[] = []): PageOptions => ({
  page: '/Annots [10 0 R]',
  objects: [annotation, ...objects],
})
const link = (action: string) => annotated(`<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`)

const LOOK = '/Rect [0 0 9 9] /AP << /N 11 0 R >>'
const FORM = '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'

/** One layer, with these entries in the configuration and in its usage. */
const layered = (config: string, usage: string): PageOptions => ({
  catalog: `/OCProperties << /OCGs [10 0 R] /D << ${config} /AS [<< /Event /Print /OCGs [10 0 R] >>] >> >>`,
  objects: [`<< /Type /OCG /Name (a) /Usage << ${usage} >> >>`],
})

/** A stream that a page shows, with these entries in its dictionary. */
const external = (dict: string): PageOptions => ({
  objects: [`<< ${dict} /Length 0 >>\nstream\n\nendstream`],
  page: '/Thumb 10 0 R',
})

describe('actions that run without a click', () => {
  const URL = '(https://example.com)'
  const ACTIONS: [string, RemovedContent][] = [
    [`<< /S /URI /URI ${URL} >>`, 'automatic_action'],
    ['<< /S /Thread /D 0 >>', 'automatic_action'],
    ['<< /S /Thread /F (b.pdf) /D 0 >>', 'remote_goto'],
    ['<< /S /GoToR /F (b.pdf) /D [0 /Fit] >>', 'remote_goto'],
    ['<< /S /ImportData /F (a.fdf) >>', 'import_data'],
    [`<< /S /SubmitForm /F ${URL} >>`, 'submit_form'],
    [`<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI ${URL} >> >>`, 'automatic_action'],
    ['<< /S /SetOCGState /State [/ON 3 0 R] >>', 'automatic_action'],
    ['<< /S /Hide /T (a) >>', 'automatic_action'],
    ['<< /S /ResetForm >>', 'automatic_action'],
    ['<< /S /Named /N /Print >>', 'automatic_action'],
    ['<< /S /Novelty >>', 'automatic_action'],
  ]
  const TRIGGERS: [string, (action: string) => PageOptions][] = [
    ['the document opens', (action) => ({ catalog: `/OpenAction ${action}` })],
    ['it opens, elsewhere', (action) => ({ catalog: '/OpenAction 10 0 R', objects: [action] })],
    ['it closes', (action) => ({ catalog: `/AA << /WC ${action} >>` })],
    ['a page is shown', (action) => ({ page: `/AA << /O ${action} >>` })],
    ['a page is left, elsewhere', (action) => ({ page: '/AA 10 0 R', objects: [`<< /C ${action} >>`] })],
    ['an annotation comes into view', (action) => annotated(`<< /Subtype /Link /AA << /PV ${action} >> >>`)],
    ['the mouse moves over it', (action) => annotated(`<< /Subtype /Widget /AA << /E ${action} >> >>`)],
    [
      'a field is left',
      (action) => ({ catalog: '/AcroForm << /Fields [10 0 R] >>', objects: [`<< /T (a) /AA << /Bl ${action} >> >>`] }),
    ],
  ]
  const cases = TRIGGERS.flatMap(([trigger, options]) =>
    ACTIONS.map(([action, kind]) => [`${action} when ${trigger}`, kind, options(action)] as const),
  )
  test.each(cases)('%s is removed', (_, kind, options) => {
    expect(clean(options).removed).toEqual([kind])
  })

  test.each([
    ['a page turn', link('<< /S /Named /N /NextPage >>')],
    ['a mail address', link('<< /S /URI /URI (mailto:a@example.com) >>')],
    ['a link without a scheme', link('<< /S /URI /URI (www.example.com/a:b) >>')],
    ['a stamp that is shown and printed', annotated(`<< /Subtype /Stamp /F 4 ${LOOK} >>`, [FORM])],
    ['one that is neither', annotated(`<< /Subtype /Stamp /F 2 ${LOOK} >>`, [FORM])],
    ['a layer that prints as it shows', layered('', '/Print << /PrintState /ON >> /View << /ViewState /ON >>')],
    ['a hidden one', layered('/OFF [10 0 R]', '/Print << /PrintState /OFF >>')],
  ])('%s stays', (_, options) => {
    expect(clean(options).removed).toEqual([])
  })

  test('a web link, and one on a mouse click, stay', () => {
    const action = `<< /S /URI /URI ${URL} >>`
    expect(clean(link(action)).removed).toEqual([])
    expect(clean(annotated(`<< /Subtype /Widget /AA << /U ${action} /D ${action} >> >>`)).removed).toEqual([])
  })
})

describe('removed', () => {
  test.each<[string, RemovedContent[], PageOptions]>([
    ['a script when the document opens', ['javascript'], { catalog: `/OpenAction ${SCRIPT}` }],
    ['a script before the document is printed', ['javascript'], { catalog: `/AA << /WP ${SCRIPT} >>` }],
    ['scripts by name', ['javascript'], { catalog: `/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>` }],
    ['a script when a page is shown', ['javascript'], { page: `/AA << /O ${SCRIPT} >>` }],
    ['a script under a link', ['javascript'], link(SCRIPT)],
    ['a web link that is a script', ['javascript'], link('<< /S /URI /URI (JavaScript:alert) >>')],
    [
      'a script chained behind a harmless action',
      ['javascript'],
      link(`<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /Named /Next ${SCRIPT} >>] >>`),
    ],
    ['one with a tab in it', ['javascript'], link('<< /S /URI /URI (java\\tscript:alert) >>')],
    ['a link to a script of another language', ['unsafe_link'], link('<< /S /URI /URI ( vbscript:x) >>')],
    ['a link to data', ['unsafe_link'], link('<< /S /URI /URI (data:text/html,x) >>')],
    ['a link to a file', ['unsafe_link'], link('<< /S /URI /URI (FILE:///etc/passwd) >>')],
    ['a base that makes scripts of links', ['javascript'], { catalog: '/URI << /Base (javascript:) >>' }],
    ['a switch of layers under a link', ['view_change'], link('<< /S /SetOCGState /State [/Toggle 3 0 R] >>')],
    ['a button that hides', ['view_change'], link('<< /S /Hide /T (a) >>')],
    ['an action that nobody knows', ['view_change'], link('<< /S /Novelty >>')],
    ['a stamp that is only printed', ['print_difference'], annotated(`<< /Subtype /Stamp /F 36 ${LOOK} >>`, [FORM])],
    ['a stamp that is only shown', ['print_difference'], annotated(`<< /Subtype /Stamp /F 0 ${LOOK} >>`, [FORM])],
    ['a stamp that the mouse hides', ['print_difference'], annotated(`<< /Subtype /Stamp /F 260 ${LOOK} >>`, [FORM])],
    ['another picture for print', ['print_difference'], external('/Subtype /Image /Alternates [<< /Image 3 0 R >>]')],
    ['a layer that is only printed', ['layer_states'], layered('/OFF [10 0 R]', '/Print << /PrintState /ON >>')],
    ['a layer that is only shown', ['layer_states'], layered('', '/Print << /PrintState /OFF >>')],
    ['a layer that is not exported', ['layer_states'], layered('', '/Export << /ExportState /OFF >>')],
    ['a layer that comes with the zoom', ['layer_states'], layered('', '/Zoom << /min 4 >>')],
    ['a layer of one language', ['layer_states'], layered('', '/Language << /Lang (de) >>')],
    ['a program to start', ['launch'], link('<< /S /Launch /F (cmd.exe) >>')],
    ['a form to send', ['submit_form'], link('<< /S /SubmitForm /F (https://example.com) >>')],
    ['data to load', ['import_data'], link('<< /S /ImportData /F (a.fdf) >>')],
    ['a jump to another file', ['remote_goto'], link('<< /S /GoToR /F (b.pdf) /D [0 /Fit] >>')],
    ['a jump to an attachment', ['remote_goto'], link('<< /S /GoToE /T << /R /C >> >>')],
    [
      'attachments',
      ['embedded_files'],
      { catalog: '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) >>] >> >>' },
    ],
    [
      'associated files and a portfolio',
      ['embedded_files'],
      { catalog: '/AF [<< /Type /Filespec >>] /Collection << /View /D >>' },
    ],
    [
      'an attachment on a page',
      ['embedded_files'],
      annotated('<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS << /F (a) >> >>'),
    ],
    [
      'a film',
      ['rich_media'],
      annotated('<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << /X 1 >> >>'),
    ],
    [
      'the XFA part of a hybrid form',
      ['xfa'],
      { catalog: '/AcroForm << /Fields [<< /FT /Tx /T (name) >>] /XFA [(form) 3 0 R] >>' },
    ],
    [
      'a script in the outline',
      ['javascript'],
      {
        catalog: '/Outlines 10 0 R',
        objects: ['<< /First 11 0 R >>', `<< /Title (a) /Next 12 0 R >>`, `<< /Title (b) /A ${SCRIPT} >>`],
      },
    ],
    [
      'a script of a form field',
      ['javascript'],
      {
        catalog: '/AcroForm << /Fields [10 0 R] >>',
        objects: [`<< /FT /Tx /T (a) /Kids [<< /T (b) /AA << /C ${SCRIPT} >> >>] >>`],
      },
    ],
    ['an article of another file', ['remote_goto'], link('<< /S /Thread /F (b.pdf) /D 0 >>')],
    ['usage rights', ['usage_rights'], { catalog: '/Perms 10 0 R', objects: ['<< /UR3 << /Type /Sig >> >>'] }],
    ['content in another file', ['external_content'], external('/F (a.bin)')],
    ['content at a URL', ['external_content'], external('/F << /FS /URL /F (https://example.com/a) >> /FFilter /Fl')],
    ['a page of another file', ['external_content'], external('/Subtype /Form /Ref << /F (b.pdf) /Page 0 >>')],
    [
      'a script of a field that only its widget knows',
      ['javascript'],
      annotated('<< /Subtype /Widget /Parent 11 0 R >>', [`<< /FT /Tx /T (a) /AA << /K ${SCRIPT} >> >>`]),
    ],
    [
      'a web page that a step of a presentation opens',
      ['automatic_action'],
      { page: '/PresSteps << /Next 10 0 R >>', objects: ['<< /NA << /S /URI /URI (https://example.com) >> >>'] },
    ],
    [
      'several kinds, each named once',
      ['javascript', 'launch'],
      { catalog: `/OpenAction ${SCRIPT} /AA << /WC ${SCRIPT} >>`, page: '/AA << /O << /S /Launch /F (a) >> >>' },
    ],
  ])('%s', (_, kinds, options) => {
    const { removed } = clean(options)
    expect(removed).toEqual(kinds)
  })

  test('pdf.js finds no script afterwards', async () => {
    const options = { catalog: `/OpenAction ${SCRIPT} /Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>` }
    const scripts = (bytes: Uint8Array) => withPdfJs(bytes, (document) => document.getJSActions())
    expect(await scripts(makePdf(options))).not.toBeNull()
    expect(await scripts(clean(options).bytes)).toBeNull()
  })

  test('the poster image of a video stays, as a stamp without an action', () => {
    const film =
      '<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /A << /S /Rendition /JS (x) >> /AP << /N 11 0 R >> >>'
    const poster = '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'
    const { pdf, removed } = clean(annotated(film, [poster]))
    expect(removed).toEqual(['rich_media'])
    const annotation = pdf.lookup(PDFRef.of(10))
    if (!(annotation instanceof PDFDict)) throw new Error('lost')
    expect(get.name(annotation, 'Subtype')).toBe('Stamp')
    expect(annotation.has(nameOf('A'))).toBe(false)
    expect(get.dict(annotation, 'AP')).toBeDefined()
  })

  test.skipIf(!qpdf)('qpdf finds the result clean', () => {
    const { bytes } = clean({
      catalog: `/OpenAction ${SCRIPT}`,
      ...annotated('<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] >>'),
    })
    expect(qpdfCheck(bytes)).toMatch(CLEAN)
  })
})

describe('left unchanged', () => {
  test.each<[string, PageOptions]>([
    ['a destination when the document opens', { catalog: '/OpenAction [3 0 R /Fit]' }],
    [
      'links within the document and to the web',
      {
        page: '/Annots [10 0 R << /Subtype /Link /A << /S /URI /URI (https://example.com) >> >>]',
        objects: ['<< /Subtype /Link /A << /S /GoTo /D [3 0 R /Fit] >> >>'],
      },
    ],
    ['a button that resets the form', link('<< /S /ResetForm >>')],
    ['notes and highlights', annotated('<< /Type /Annot /Subtype /Highlight /Rect [0 0 9 9] /Contents (x) >>')],
    [
      'an outline that leads in a circle',
      { catalog: '/Outlines 10 0 R', objects: ['<< /First 11 0 R >>', '<< /Title (a) /Next 11 0 R /First 10 0 R >>'] },
    ],
    [
      'an action that leads back to itself',
      { catalog: '/OpenAction 10 0 R', objects: ['<< /S /Named /N /NextPage /Next 10 0 R >>'] },
    ],
  ])('%s', (_, options) => {
    const pdf = openPdf(makePdf(options))
    expect(sanitise(pdf)).toEqual([])
    expect(pdf.appendRevision()).toHaveLength(0)
  })

  test('form fields and their values', () => {
    const pdf = openPdf(formPdf())
    expect(sanitise(pdf)).toEqual([])
    expect(pdf.appendRevision()).toHaveLength(0)
  })
})
