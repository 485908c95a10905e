/** An element with properties and children; `class` and `for` by those names, attributes with a dash as attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, unknown> = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue
    if (name === 'class') element.className = String(value)
    else if (name === 'for') element.setAttribute('for', String(value))
    else if (name.includes('-')) element.setAttribute(name, String(value))
    else Object.assign(element, { [name]: value })
  }
  element.append(...children.filter((child) => child !== null))
  return element
}
