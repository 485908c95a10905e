/** A heading of a page that links can lead to. */
export interface Heading {
  id: string
  /** HTML without links. */
  html: string
}

/** More are an index of their own, as the page of errors has. */
const HEADINGS_MAX = 40

/** The headings of a rendered page, for "On this page"; none for a page with one or with very many. */
export function outlineOf(html: string): Heading[] {
  const headings = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id, inner]) => ({
    id: id!,
    html: inner!.replace(/<\/?a\b[^>]*>/g, ''),
  }))
  return headings.length > 1 && headings.length <= HEADINGS_MAX ? headings : []
}
