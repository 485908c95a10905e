/** The strokes of an icon on a grid of 24 by 24. */
const PATHS = {
  start: ['M5 12h14M13 6l6 6-6 6'],
  documents: ['M6 3h8l4 4v14H6z', 'M14 3v4h4M9 12h6M9 16h6'],
  review: ['M5 12l4 4L19 6', 'M5 20h14'],
  templates: ['M4 4h16v5H4zM4 13h7v7H4zM15 13h5M15 17h5M15 20h5'],
  fields: ['M4 6h16M4 12h16M4 18h10', 'M16 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0'],
  keys: ['M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 'M11 12l8-8M16 7l3 3'],
  webhooks: [
    'M4 17a3 3 0 1 0 6 0a3 3 0 1 0-6 0M14 17a3 3 0 1 0 6 0a3 3 0 1 0-6 0M9 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    'M11 9.5 8 14.5M10 17h4M13.5 9.5l2.5 5',
  ],
  log: ['M4 6h4M4 12h4M4 18h4M11 6h9M11 12h9M11 18h6'],
  sandboxes: ['M4 9h16v11H4z', 'M4 9l3-5h10l3 5M9 13h6'],
  docs: ['M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3z', 'M5 17a3 3 0 0 1 3-3h11'],
  settings: [
    'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    'M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  ],
} as const

export type IconName = keyof typeof PATHS

/** Decoration beside a word; it says nothing alone. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {PATHS[name].map((d) => (
        <path d={d} />
      ))}
    </svg>
  )
}
