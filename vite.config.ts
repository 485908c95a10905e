import { defineConfig } from 'vite'

/**
 * The browser's part of the server: style sheets for the signer's pages, the dashboard and the docs, and a script per page
 * that needs one. `scripts/build-web.ts` runs it and adds what pdf.js loads at run time.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  base: '/',
  logLevel: 'warn',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // A data: URL would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        styles: 'server/web/styles/site.css',
        dashboardStyles: 'server/web/styles/dashboard.css',
        dashboard: 'server/web/islands/dashboard.ts',
        editorStyles: 'server/web/styles/editor.css',
        editor: 'server/web/islands/editor.ts',
        docs: 'server/web/styles/docs.css',
        sign: 'server/web/islands/sign.ts',
        sealing: 'server/web/islands/sealing.ts',
        sms: 'server/web/islands/sms.ts',
        plain: 'server/web/islands/plain.ts',
        embed: 'server/web/islands/embed.ts',
      },
    },
  },
})
