import { all } from './dom.ts'

/**
 * Shows what is asked of the chosen type alone: parts with `data-for` in the same `data-types` as the choice. What is
 * hidden is not sent either. Without this script all of it is shown.
 */
export function showForType(root: ParentNode): void {
  for (const choice of all<HTMLSelectElement>('select[data-shows]', root)) {
    const scope = choice.closest('[data-types]')!
    const parts = all('[data-for]', scope).filter((part) => part.closest('[data-types]') === scope)
    const show = () => {
      for (const part of parts) {
        part.hidden = !part.dataset.for!.split(' ').includes(choice.value)
        for (const input of all<HTMLInputElement>('input, textarea, select', part)) input.disabled = part.hidden
      }
    }
    choice.addEventListener('change', show)
    show()
  }
}
