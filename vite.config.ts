import { defineConfig } from 'vite'

/**
 * The scripts that are built together and share chunks. The signing page's is in one file: signers open it over slow
 * connections, and over HTTP/1.1 a browser asks for six files at a time, so that twelve delayed the picture of the first
 * page by two round trips.
 */
export const TOGETHER: Record<string, string>[] = [
  { sign: 'server/web/islands/sign.ts' },
  {
    styles: 'server/web/styles/site.css',
    cardStyles: 'server/web/styles/cards.css',
    dashboardStyles: 'server/web/styles/dashboard.css',
    dashboard: 'server/web/islands/dashboard.ts',
    editorStyles: 'server/web/styles/editor.css',
    editor: 'server/web/islands/editor.ts',
    draftStyles: 'server/web/styles/draft.css',
    draft: 'server/web/islands/draft.ts',
    docsStyles: 'server/web/styles/docs.css',
    docs: 'server/web/islands/docs.ts',
    home: 'server/web/styles/home.css',
    outbox: 'server/web/styles/outbox.css',
    verifyStyles: 'server/web/styles/verify.css',
    verify: 'server/web/islands/verify.ts',
    sealing: 'server/web/islands/sealing.ts',
    sms: 'server/web/islands/sms.ts',
    plain: 'server/web/islands/plain.ts',
    embed: 'server/web/islands/embed.ts',
  },
]

/**
 * The browser's part of the server: style sheets for the signer's pages, the dashboard and the docs, and a script per page
 * that needs one. `scripts/build-web.ts` runs it for each of `TOGETHER` and adds what pdf.js loads at run time.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  base: '/',
  logLevel: 'warn',
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    target: 'es2022',
    // A data: URL would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // On a slow machine it would be the first thing that a newcomer reads.
      checks: { pluginTimings: false },
    },
  },
})
