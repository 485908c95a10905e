/**
 * Names and roles that Scalar leaves out or sets wrongly, so that a screen reader says what there is in the console
 * (decision 0544). Each rule also holds for what Scalar draws later, and again where it draws anew.
 */
type Mend = (element: Element) => void

const RULES: [selector: string, mend: Mend][] = [
  // A list of tabs may hold nothing but tabs, and this one ends with a menu.
  ['.client-libraries-list[role=tablist]', asGroup],
  ['.client-libraries-list [role=tab]', (tab) => tab.removeAttribute('role')],
  ['.client-libraries-list [aria-selected]', (button) => replaceSelected(button, 'aria-pressed')],
  // An entry of the sidebar is the current one; only options and tabs are selected.
  ['button[aria-selected]:not([role])', (button) => replaceSelected(button, 'aria-current')],
  ['button[role=search]', (button) => button.removeAttribute('role')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['.client-libraries__select:not([aria-label])', (button) => nameBy(button, textOf(button))],
  [':is(.scalar-code-copy, .code-copy):not([aria-label])', (button) => nameBy(button, 'Copy')],
  ['.show-more[aria-label^="Show all "]', nameByText],
  ['input[role=combobox]:not([aria-expanded])', (box) => box.setAttribute('aria-expanded', 'true')],
  ['input[role=combobox]:not([aria-label], [aria-labelledby])', (box) => nameBy(box, 'Search')],
  // Of an answer: what the button says it controls is not there.
  ['.scalar-code-block:has(.cm-editor) > button[aria-controls]', (button) => button.removeAttribute('aria-controls')],
  ['.cm-scroller[tabindex="-1"]:has([contenteditable=false])', (code) => code.setAttribute('tabindex', '0')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['.cm-content[role=textbox]:not([aria-label])', (box) => nameBy(box, cellName(box) ?? 'Body')],
  ['td input[type=checkbox]:not([aria-label])', (box) => nameBy(box, cellName(box) ?? 'Enabled')],
]

/** Applies the rules to the page, now and whenever it changes. */
export function keepNames(page: HTMLElement): void {
  const attributes = ['role', 'aria-selected', 'aria-label', 'id']
  const observer = new MutationObserver(() => {
    observer.disconnect()
    mendAll(page)
    observe()
  })
  const observe = () => observer.observe(page, { childList: true, subtree: true, attributeFilter: attributes })
  mendAll(page)
  observe()
}

function mendAll(page: HTMLElement): void {
  for (const [selector, mend] of RULES) for (const element of page.querySelectorAll(selector)) mend(element)
}

function asGroup(list: Element): void {
  list.setAttribute('role', 'group')
  list.removeAttribute('aria-orientation')
}

function replaceSelected(element: Element, attribute: 'aria-current' | 'aria-pressed'): void {
  element.setAttribute(attribute, element.getAttribute('aria-selected') ?? 'false')
  element.removeAttribute('aria-selected')
}

const nameBy = (element: Element, name: string) => element.setAttribute('aria-label', name)

/** A name has the words that are seen in it, so that they can be spoken to press it (WCAG 2.5.3). */
function nameByText(button: Element): void {
  nameBy(button, `${textOf(button)}: ${button.getAttribute('aria-label')?.replace('Show all ', '')}`)
}

/** By the head of its column and the key of its row. */
function cellName(element: Element): string | null {
  const [cell, row] = [element.closest('td'), element.closest('tr')]
  const head = cell && row && cell.closest('table')?.querySelectorAll('th')[[...row.cells].indexOf(cell)]
  return head ? textOf(head) + (row.id ? ` of ${row.id}` : '') : null
}

/** In one line, with what only a screen reader reads. */
const textOf = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim()
