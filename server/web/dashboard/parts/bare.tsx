import type { Child } from 'hono/jsx'
import type { PageAssets } from '../../assets.ts'
import { Shell } from './shell.tsx'

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
