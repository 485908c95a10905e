import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { kindOfAction, kindOfLink } from './actions.ts'
import { cutAttachments } from './attachments/index.ts'
import type { PdfFile } from './document.ts'
import { PdfError } from './errors.ts'
import { formFields } from './form-fields.ts'
import { fixLayers } from './layers.ts'
import { LIMITS } from './limits.ts'
import { get, nameOf, nameText } from './objects.ts'
import { EXTERNAL_KEYS, type Survey, survey } from './survey.ts'
import type { RemovedContent } from './types.ts'

/** Annotations that carry a file or a player. */
const ACTIVE_ANNOTATIONS: Record<string, RemovedContent> = {
  FileAttachment: 'embedded_files',
  RichMedia: 'rich_media',
  Screen: 'rich_media',
  Movie: 'rich_media',
  Sound: 'rich_media',
  '3D': 'rich_media',
}

/** Triggers of an annotation that take a press of the mouse: like a link. All others happen by themselves. */
const PRESSED = ['D', 'U']

/** What those annotations keep their content in. */
const ACTIVE_KEYS = [
  'FS',
  'RichMediaContent',
  'RichMediaSettings',
  'Movie',
  'Sound',
  '3DD',
  '3DV',
  '3DA',
  '3DI',
  'MK',
  'A',
  'AA',
]

/**
 * Cuts off active content, in place, for the next revision: actions of the document, its pages, annotations,
 * outline and form fields; scripts, embedded files and renditions in the name trees; the XFA part of a hybrid
 * form. Links within the document and to web pages stay, and so do form fields and their values, and passive XML that
 * a PDF/A-3 file carries.
 * @returns each kind that was found, once.
 * @throws PdfError `too_complex`.
 */
export function sanitise(
  pdf: PdfFile,
  { external, alternates }: Pick<Survey, 'external' | 'alternates'> = survey(pdf),
): RemovedContent[] {
  const cutter = new Cutter(pdf)
  cutter.catalog()
  for (const ref of external) cutter.externalStream(ref)
  for (const ref of alternates) cutter.alternates(ref)
  for (const page of pdf.pages) {
    cutter.actions(page.dict, page.ref)
    cutter.annotations(page.dict, page.ref)
    cutter.presentation(page.dict, page.ref)
  }
  for (const { dict, holder } of formFields(pdf)) cutter.actions(dict, holder)
  cutter.outline()
  if (fixLayers(pdf)) cutter.removed.add('layer_states')
  return [...cutter.removed]
}

class Cutter {
  readonly removed = new Set<RemovedContent>()
  private readonly pdf: PdfFile
  private visited = 0
  private readonly parentsSeen = new Set<PDFRef>()

  constructor(pdf: PdfFile) {
    this.pdf = pdf
  }

  catalog() {
    const { catalog, catalogRef } = this.pdf
    this.actions(catalog, catalogRef)
    this.action(catalog, catalogRef, 'OpenAction', true)
    if (cutAttachments(this.pdf)) this.removed.add('embedded_files')
    this.remove(catalog, catalogRef, 'Collection', 'embedded_files')
    // Validation data for signatures that are not there: a seal that brings none of its own would be judged by it.
    if (catalog.delete(nameOf('DSS'))) this.pdf.touch(catalogRef)
    const links = get.dict(catalog, 'URI')
    const base = links && kindOfLink(get.object(links, 'Base'))
    if (base) this.remove(catalog, catalogRef, 'URI', base)
    const names = get.dict(catalog, 'Names')
    if (names) {
      const holder = get.ref(catalog, 'Names') ?? catalogRef
      this.remove(names, holder, 'JavaScript', 'javascript')
      this.remove(names, holder, 'Renditions', 'rich_media')
      this.remove(names, holder, 'AlternatePresentations', 'rich_media')
    }
    // What Acrobat Reader may do with the form; our revisions would make it warn (ISO 32000-1, 12.8.2.3).
    const permissions = get.dict(catalog, 'Perms')
    const permissionsHolder = get.ref(catalog, 'Perms') ?? catalogRef
    if (permissions) for (const key of ['UR', 'UR3']) this.remove(permissions, permissionsHolder, key, 'usage_rights')
    const form = get.dict(catalog, 'AcroForm')
    if (form) this.remove(form, get.ref(catalog, 'AcroForm') ?? catalogRef, 'XFA', 'xfa')
  }

  remove(dict: PDFDict, holder: PDFRef, key: string, kind: RemovedContent) {
    const value = get.object(dict, key)
    if (value === undefined) return
    dict.delete(nameOf(key))
    this.pdf.touch(holder)
    // An empty name tree or list is only tidied away.
    if (!isEmpty(value)) this.removed.add(kind)
  }

  /** The action of an annotation, outline item or field, and its additional actions by trigger. */
  actions(dict: PDFDict, holder: PDFRef) {
    for (const key of ['A', 'PA']) this.action(dict, holder, key)
    const triggers = get.dict(dict, 'AA')
    if (!triggers) return
    const triggersHolder = get.ref(dict, 'AA') ?? holder
    for (const [name] of triggers.entries()) {
      const key = nameText(name)!
      this.action(triggers, triggersHolder, key, !PRESSED.includes(key))
    }
  }

  /**
   * Removes the action at `key` when it, or one chained to it, is active; a destination in its place is none.
   * @param automatic it happens without a click: then nothing may leave the document either
   */
  action(dict: PDFDict, holder: PDFRef, key: string, automatic = false) {
    const kinds = this.activeKinds(dict.get(nameOf(key)), automatic)
    if (kinds.size === 0) return
    for (const kind of kinds) this.removed.add(kind)
    dict.delete(nameOf(key))
    this.pdf.touch(holder)
  }

  annotations(page: PDFDict, pageRef: PDFRef) {
    const list = get.array(page, 'Annots')
    if (!list) return
    const listHolder = get.ref(page, 'Annots') ?? pageRef
    for (let i = list.size() - 1; i >= 0; i--) {
      this.count()
      const entry = list.get(i)
      const annotation = this.pdf.lookup(entry)
      if (!(annotation instanceof PDFDict)) continue
      const holder = entry instanceof PDFRef ? entry : listHolder
      this.actions(annotation, holder)
      this.parents(annotation)
      const kind = ACTIVE_ANNOTATIONS[get.name(annotation, 'Subtype') ?? '']
      if (!kind) {
        if (!printsAsShown(annotation)) continue
        this.removed.add('print_difference')
        this.pdf.touch(holder)
        continue
      }
      this.removed.add(kind)
      if (get.dict(annotation, 'AP')) this.freeze(annotation, holder)
      else {
        list.remove(i)
        this.pdf.touch(listHolder)
      }
    }
  }

  /** Fields above a widget need not stand in the form (ISO 32000-1, 12.7.3.1). */
  private parents(annotation: PDFDict) {
    let ref = get.ref(annotation, 'Parent')
    for (let depth = 0; ref && depth < LIMITS.objectDepth && !this.parentsSeen.has(ref); depth++) {
      this.parentsSeen.add(ref)
      const field = this.pdf.lookup(ref)
      if (!(field instanceof PDFDict)) return
      this.count()
      this.actions(field, ref)
      ref = get.ref(field, 'Parent')
    }
  }

  /** The steps of a presentation have actions forwards and backwards (ISO 32000-1, 12.4.4.2). */
  presentation(page: PDFDict, pageRef: PDFRef) {
    const seen = new Set<PDFDict>()
    let node = get.dict(page, 'PresSteps')
    let holder = get.ref(page, 'PresSteps') ?? pageRef
    while (node && !seen.has(node)) {
      seen.add(node)
      this.count()
      for (const key of ['NA', 'PA']) this.action(node, holder, key, true)
      holder = get.ref(node, 'Next') ?? holder
      node = get.dict(node, 'Next')
    }
  }

  alternates(ref: PDFRef) {
    const image = this.pdf.lookup(ref)
    if (!(image instanceof PDFStream) || !image.dict.delete(nameOf('Alternates'))) return
    this.removed.add('print_difference')
    this.pdf.touch(ref)
  }

  /** What is in the file itself stays as the stream's content. */
  externalStream(ref: PDFRef) {
    const stream = this.pdf.lookup(ref)
    if (!(stream instanceof PDFStream)) return
    for (const key of EXTERNAL_KEYS) stream.dict.delete(nameOf(key))
    this.removed.add('external_content')
    this.pdf.touch(ref)
  }

  /** What the annotation shows on the page (a poster, an icon) stays, as a stamp that does nothing. */
  private freeze(annotation: PDFDict, holder: PDFRef) {
    for (const key of ACTIVE_KEYS) annotation.delete(nameOf(key))
    printsAsShown(annotation)
    annotation.set(nameOf('Subtype'), nameOf('Stamp'))
    this.pdf.touch(holder)
  }

  outline() {
    const seen = new Set<PDFObject>()
    const outlines = get.dict(this.pdf.catalog, 'Outlines')
    const queue: PDFObject[] = []
    const follow = (dict: PDFDict) => {
      for (const key of ['First', 'Next']) {
        const ref = get.ref(dict, key)
        if (ref) queue.push(ref)
      }
    }
    if (outlines) follow(outlines)
    for (let ref = queue.pop(); ref instanceof PDFRef; ref = queue.pop()) {
      const item = this.pdf.lookup(ref)
      if (!(item instanceof PDFDict) || seen.has(item)) continue
      seen.add(item)
      this.count()
      this.actions(item, ref)
      follow(item)
    }
  }

  private activeKinds(value: PDFObject | undefined, automatic: boolean): Set<RemovedContent> {
    const kinds = new Set<RemovedContent>()
    const seen = new Set<PDFObject>()
    const queue = [value]
    while (queue.length > 0) {
      const action = this.pdf.lookup(queue.pop())
      if (!action || seen.has(action)) continue
      this.count()
      seen.add(action)
      if (action instanceof PDFArray && action !== this.pdf.lookup(value)) queue.push(...action.asArray())
      if (!(action instanceof PDFDict)) continue
      const kind = kindOfAction(action, automatic)
      if (kind) kinds.add(kind)
      queue.push(action.get(nameOf('Next')))
    }
    return kinds
  }

  private count() {
    if (++this.visited > LIMITS.walkedNodes)
      throw new PdfError('too_complex', 'The PDF holds too many interactive objects')
  }
}

/** Of `/F` (ISO 32000-1, 12.5.3). */
const FLAG = { hidden: 0x02, print: 0x04, noView: 0x20, toggle: 0x100 } as const

/**
 * Makes an annotation print if it is shown, and only then.
 * @returns whether it did something else; hidden ones do nothing, links and pop-up windows are not printed
 */
function printsAsShown(annotation: PDFDict): boolean {
  const flags = get.number(annotation, 'F') ?? 0
  if (flags & FLAG.hidden || ['Link', 'Popup'].includes(get.name(annotation, 'Subtype') ?? '')) return false
  const isShown = !(flags & FLAG.noView)
  const wasPrinted = (flags & FLAG.print) !== 0
  const isNothing = isShown && !get.dict(annotation, 'AP')
  if ((isShown === wasPrinted || isNothing) && !(flags & FLAG.toggle)) return false
  const settled = (isShown ? flags | FLAG.print : (flags | FLAG.hidden) & ~FLAG.print) & ~FLAG.toggle
  annotation.set(nameOf('F'), PDFNumber.of(settled))
  return true
}

const isEmpty = (value: PDFObject) =>
  (value instanceof PDFArray && value.size() === 0) || (value instanceof PDFDict && value.entries().length === 0)
