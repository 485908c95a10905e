import { plural } from '../../locales/format.ts'
import { byId } from '../dom.ts'
import { data, texts } from './data.ts'
import { type Field, isDone } from './fields.ts'

/** The bar and the words of the panel: how many of the required fields are done. */
export function showProgress(required: Field[]): void {
  const done = required.filter(isDone).length
  const bar = byId<HTMLProgressElement>('progress')
  bar.max = Math.max(1, required.length)
  bar.value = required.length === 0 ? 1 : done
  const message =
    required.length === 0
      ? texts.nothingToFill
      : done === required.length
        ? texts.allDone
        : plural(data.locale, texts.progress, required.length, { done })
  const text = byId('progress-text')
  // Setting the same status again would make screen readers announce it again.
  if (text.textContent !== message) text.textContent = message
}
