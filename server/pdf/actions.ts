import { type PDFDict, PDFHexString, type PDFObject, PDFString } from 'pdf-lib'
import { get } from './objects.ts'
import type { RemovedContent } from './types.ts'

/** Actions that run code, access something outside the document or load something into it (ISO 32000-1, 12.6.4). */
const ACTIVE_ACTIONS: Record<string, RemovedContent> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submit_form',
  ImportData: 'import_data',
  GoToR: 'remote_goto',
  GoToE: 'remote_goto',
  Rendition: 'rich_media',
  RichMediaExecute: 'rich_media',
  Movie: 'rich_media',
  Sound: 'rich_media',
  GoTo3DView: 'rich_media',
}

/** Navigation in the document itself. */
const HARMLESS_ACTIONS = ['GoTo', 'Thread', 'Trans']
const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage']
const SAFE_SCHEMES = ['http', 'https', 'mailto', 'tel']

/**
 * The kind of an action that is not allowed in a signed document: only what is known to be harmless is. Chained actions
 * are not examined.
 * @param automatic it runs without a click: then it must neither leave the document nor change what it shows
 */
export function kindOfAction(action: PDFDict, automatic: boolean): RemovedContent | undefined {
  const type = get.name(action, 'S')
  // Viewers do nothing.
  if (type === undefined) return undefined
  if (Object.hasOwn(ACTIVE_ACTIONS, type)) return ACTIVE_ACTIONS[type]
  // An article of another file.
  if (type === 'Thread' && get.object(action, 'F')) return 'remote_goto'
  if (type === 'URI') {
    const link = kindOfLink(get.object(action, 'URI'))
    return link ?? (automatic ? 'automatic_action' : undefined)
  }
  if (type === 'Thread' && automatic) return 'automatic_action'
  const name = get.name(action, 'N')
  const isHarmless = type === 'Named' ? !name || PAGE_TURNS.includes(name) : HARMLESS_ACTIONS.includes(type)
  if (isHarmless) return undefined
  if (automatic) return 'automatic_action'
  // Whoever can fill in a form may also empty it.
  return type === 'ResetForm' ? undefined : 'view_change'
}

/** Undefined for a link to a web page, a mail address or a phone number, and for a relative one. */
export function kindOfLink(uri: PDFObject | undefined): RemovedContent | undefined {
  const text = uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : ''
  // Viewers leave out white space and control characters, wherever they stand.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text.replace(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase()
  if (scheme === undefined || SAFE_SCHEMES.includes(scheme)) return undefined
  return scheme === 'javascript' ? 'javascript' : 'unsafe_link'
}
