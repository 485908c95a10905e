import { createMiddleware } from 'hono/factory'
import type { State } from '../http/state.ts'
import type { Assets } from './assets.ts'
import { acceptedLanguage } from './locales/index.ts'
import { pagePolicy } from './page-headers.ts'
import { StateCard } from './signing/states.tsx'

/** Paths of machines: they get the API's error object, whatever `Accept` says. */
const MACHINES = /^\/(?:v1|api|openapi|assets|health|metrics|pki)(?:\/|$)/

/** A page for a browser at an address where there is nothing; everybody else gets the API's 404. */
export const nothingHere = (assets: Assets) =>
  createMiddleware<State>(async function nothingHere(c, next) {
    if (MACHINES.test(c.req.path) || !c.req.header('accept')?.includes('text/html')) return next()
    const language = acceptedLanguage(c.req.header('accept-language'))
    const t = language.messages.states.nothing
    c.header('Content-Security-Policy', pagePolicy("'none'"))
    return c.html(
      <StateCard language={language} assets={assets.of('plain')} title={t.title} mark="stop">
        <p>{t.what}</p>
        <p>{t.todo}</p>
      </StateCard>,
      404,
    )
  })
