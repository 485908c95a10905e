import { all } from './dom.ts'

/** Files go into the form that asks for them as soon as they are chosen, or dropped anywhere on its page. */
for (const form of all<HTMLFormElement>('form[data-drop]')) {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')!
  for (const button of all('.buttons', form)) button.hidden = true
  input.addEventListener('change', () => {
    if (input.files?.length) form.requestSubmit()
  })
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    form.classList.add('dropping')
  })
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) form.classList.remove('dropping')
  })
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    form.classList.remove('dropping')
    input.files = event.dataTransfer!.files
    form.requestSubmit()
  })
}
