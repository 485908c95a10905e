const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** What a reader sees of HTML. */
export const textOf = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? name)
