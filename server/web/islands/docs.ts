/**
 * The language that the reader chose is chosen on the whole page, and on the next one.
 *
 * A button above each block of code that copies it. Without a script there is none, nor where the browser has no
 * clipboard for the page, as over plain HTTP on another host.
 */
import { all } from './dom.ts'

const SHOWN_MS = 2000
const LANGUAGE = 'docs-language'

if (navigator.clipboard) for (const snippet of all('.snippet')) addButton(snippet, announcer())

const choices = all<HTMLInputElement>('.samples input')
for (const choice of choices)
  choice.addEventListener('change', () => {
    const before = choice.getBoundingClientRect().top
    choose(choice.value)
    // Samples above it have another height now.
    scrollBy(0, choice.getBoundingClientRect().top - before)
    localStorage.setItem(LANGUAGE, choice.value)
  })
choose(localStorage.getItem(LANGUAGE))

function choose(language: string | null): void {
  for (const choice of choices) if (choice.value === language) choice.checked = true
}

function addButton(snippet: HTMLElement, announce: (text: string) => void): void {
  const head = snippet.querySelector('.head')
  const code = snippet.querySelector('.code')
  if (!head || !code) return
  const button = document.createElement('button')
  button.type = 'button'
  const name = document.createElement('span')
  name.className = 'hidden-text'
  // Of many buttons, which one.
  name.textContent = ` ${code.ariaLabel}`
  const word = document.createTextNode('Copy')
  button.append(word, name)
  const say = (text: string) => {
    word.data = text
    announce(text)
    setTimeout(() => {
      word.data = 'Copy'
      announce('')
    }, SHOWN_MS)
  }
  button.addEventListener('click', () =>
    navigator.clipboard.writeText(code.textContent).then(
      () => say('Copied'),
      // A browser may ask its user first, or refuse in a frame.
      () => say('Not copied'),
    ),
  )
  head.after(button)
}

let said: HTMLElement | undefined

/** One place for all buttons; it is there before it says something, as screen readers need. */
function announcer(): (text: string) => void {
  if (!said) {
    said = document.createElement('p')
    said.className = 'hidden-text'
    said.role = 'status'
    document.body.append(said)
  }
  const place = said
  return (text) => {
    place.textContent = text
  }
}
