import { type PDFDict, PDFHexString, PDFString } from 'pdf-lib'
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

/**
 * The kind of an action that is not allowed in a signed document; chained actions are not examined.
 * @param automatic it runs without a click: then it must not leave the document either
 */
export function kindOfAction(action: PDFDict, automatic: boolean): RemovedContent | undefined {
  const type = get.name(action, 'S') ?? ''
  if (Object.hasOwn(ACTIVE_ACTIONS, type)) return ACTIVE_ACTIONS[type]
  // An article of another file.
  if (type === 'Thread' && get.object(action, 'F')) return 'remote_goto'
  if (type === 'URI' && isScript(action)) return 'javascript'
  return automatic && (type === 'URI' || type === 'Thread') ? 'automatic_action' : undefined
}

function isScript(action: PDFDict): boolean {
  const uri = get.object(action, 'URI')
  const text = uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : ''
  return /^\s*javascript:/i.test(text)
}
