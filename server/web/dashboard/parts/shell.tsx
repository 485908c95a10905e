import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { PageAssets } from '../../assets.ts'

/**
 * The document around every page of the dashboard: no inline script or style. English, like the docs. Unlike the
 * signer's pages it sends its address as referrer to itself: without one, a browser gives its forms no origin.
 */
export function Shell({ title, assets, children }: { title: string; assets: PageAssets; children: Child }) {
  return (
    <>
      {html`<!doctype html>`}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex, nofollow" />
          <title>{title} · Countersign</title>
          <link rel="icon" href={assets.icon} type="image/svg+xml" />
          {assets.styles.map((href) => (
            <link rel="stylesheet" href={href} />
          ))}
          {assets.preload.map((href) => (
            <link rel="modulepreload" href={href} />
          ))}
          <script type="module" src={assets.script} />
        </head>
        {children}
      </html>
    </>
  )
}

/** A page for somebody who is not signed in: one card, without navigation. */
export function Bare({ title, assets, children }: { title: string; assets: PageAssets; children: Child }) {
  return (
    <Shell title={title} assets={assets}>
      <body class="bare">
        <main id="main">
          <div class="card pad stack">{children}</div>
        </main>
      </body>
    </Shell>
  )
}
