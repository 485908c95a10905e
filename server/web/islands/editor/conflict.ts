import { canonicalJson } from '../../../canonical.ts'
import type { TemplateModel } from '../../../domain/templates/model.ts'
import type { Theirs } from '../../dashboard/templates/editor/client-data.ts'
import { ask } from './notices.ts'

export interface Conflict {
  /** `/templates/<id>` */
  base: string
  theirs: Theirs
  mine(): TemplateModel
  take(): void
  /** Mine is saved elsewhere. */
  onCopied(): Promise<unknown>
}

/** Somebody else was first: theirs is taken, or mine becomes a template of its own. */
export function settleConflict({ base, theirs: { by, at, model }, mine, take, onCopied }: Conflict): void {
  // It was saved, and the answer did not arrive.
  if (canonicalJson(mine()) === canonicalJson(model)) {
    take()
    return
  }
  const time = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  const copy = async (): Promise<void> => {
    const body = JSON.stringify({ model: mine() })
    const headers = { 'Content-Type': 'application/json' }
    try {
      const response = await fetch(`${base}/draft`, { method: 'POST', body, headers, redirect: 'manual' })
      if (!response.ok) throw new Error(`the copy was answered with ${response.status}`)
      const { location: to } = (await response.json()) as { location: string }
      await onCopied()
      location.assign(to)
    } catch {
      ask('The copy could not be saved.', { 'Try again': () => void copy(), 'Take theirs': take })
    }
  }
  ask(`${by ?? 'A program'} has saved this template since you opened it (${time}). Yours is not saved.`, {
    'Take theirs': take,
    'Save mine as a copy': () => void copy(),
  })
}
