import { basename } from 'node:path'
import { upTo } from '../../characters.ts'
import { PDF } from '../../limits.ts'

/** An uploaded file's name without folders and what `printable` drops, as it is stored and sent. */
export function cleanName(name: string | null): string {
  const clean = printable(basename((name ?? '').replaceAll('\\', '/')))
  if (clean === '') return 'document.pdf'
  const [ending = ''] = /\.pdf$/i.exec(clean) ?? []
  return fitted(clean.slice(0, clean.length - ending.length), ending)
}

/** The file name of a document that is made from a template: its title has no folders, but may have slashes. */
export function fileNameOf(title: string): string {
  const stem = printable(title)
    .replace(/[/\\]/g, '-')
    .replace(/\.pdf$/i, '')
  return fitted(stem || 'document', '.pdf')
}

/**
 * A name without control characters, and without those that turn the direction of text: `Rent\u202efdp.exe` reads as
 * a PDF.
 */
export const printable = (name: string): string => name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim()

/** The stem is cut rather than the ending, by which the reader's computer knows what the file is. */
function fitted(stem: string, ending: string): string {
  return `${upTo(PDF.maxFilenameCharacters - ending.length, stem)}${ending}`
}
