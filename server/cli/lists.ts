/** What a list is asked for; neither: JSON where stdout is not a terminal. */
export interface ListForm {
  json?: boolean
}

/**
 * Prints a list: as JSON, an array with an object for each item, or a line for each, with tabs.
 * @param line the columns of an item
 * @param object the item with the names that the API has for them
 */
export function printList<T>(
  items: readonly T[],
  { json = !process.stdout.isTTY }: ListForm,
  line: (item: T) => string[],
  object: (item: T) => object,
): void {
  const lines = json ? [JSON.stringify(items.map(object), null, 2)] : items.map((item) => line(item).join('\t'))
  process.stdout.write(lines.map((text) => `${text}\n`).join(''))
}
