import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import { directionOf } from '../domain/locales.ts'
import type { PageAssets } from './assets.ts'
import type { Language } from './locales/index.ts'

export interface LayoutProps {
  language: Language
  title: string
  assets: PageAssets
  /** The class of `<body>`; the style sheet defines `sign`, `card`, `prose`, `outbox`, `home` and `docs`. */
  kind: 'sign' | 'card' | 'prose' | 'outbox' | 'home' | 'docs'
  /** What search engines say of the page, and where it is as Markdown; without it they leave the page out. */
  listed?: { description: string; text?: string }
  children: Child
}

/** The shell of every page: no inline script, no inline style, nothing from another origin. */
export function Layout({ language, title, assets, kind, listed, children }: LayoutProps) {
  return (
    <>
      {html`<!doctype html>`}
      <html lang={language.locale} dir={directionOf(language.locale)}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          {listed ? (
            <meta name="description" content={listed.description} />
          ) : (
            <meta name="robots" content="noindex, nofollow" />
          )}
          {listed?.text && <link rel="alternate" type="text/markdown" href={listed.text} />}
          <meta name="referrer" content="no-referrer" />
          <meta name="format-detection" content="telephone=no" />
          <title>{title}</title>
          <link rel="icon" href={assets.icon} type="image/svg+xml" />
          {assets.styles.map((href) => (
            <link rel="stylesheet" href={href} />
          ))}
          {assets.preload.map((href) => (
            <link rel="modulepreload" href={href} />
          ))}
          <script type="module" src={assets.script} />
          {assets.frame && <FrameScript {...assets.frame} />}
        </head>
        <body class={kind}>{children}</body>
      </html>
    </>
  )
}

/** The script that posts the frame's events to the embedding page. */
function FrameScript({ script, preload, host }: NonNullable<PageAssets['frame']>) {
  return (
    <>
      {preload.map((href) => (
        <link rel="modulepreload" href={href} />
      ))}
      <DataBlock id="host" value={host} />
      <script type="module" src={script} />
    </>
  )
}

/** JSON for a page's script. It is not executed, so the policy of inline scripts does not apply, and `<` cannot end it. */
export function DataBlock({ id, value }: { id: string; value: object }) {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
