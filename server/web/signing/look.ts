import { Hono } from 'hono'
import { readableOn, textOn, WHITE } from '../../domain/colour.ts'
import type { PageLook } from '../../domain/signing/look.ts'
import type { State } from '../../http/state.ts'
import type { PageAssets } from '../assets.ts'

/** The darkest ground of the light form, and the lightest of the dark form, that text in the colour stands on. */
const GROUNDS = { light: '#e4f4ea', dark: '#352a0d' } as const

/** The colour of text and lines in each form: the sender's own where it can be read, else a darker or lighter one. */
export const accentsOf = (colour: string) => ({
  light: readableOn(colour, GROUNDS.light),
  dark: readableOn(colour, GROUNDS.dark),
})

/** The same files, and behind them the style sheet of the sender's colour. */
export function inTheLookOf(assets: PageAssets, { colour }: PageLook): PageAssets {
  if (colour === null) return assets
  return { ...assets, styles: [...assets.styles, `/look/${colour.slice(1)}.css`] }
}

/** Style sheets of senders' colours. They depend on nothing but their address, so a browser keeps them for ever. */
export function lookRoutes(): Hono<State> {
  return new Hono<State>().get('/look/:file{[0-9a-f]{6}\\.css}', (c) =>
    c.body(stylesOf(`#${c.req.param('file').slice(0, 6)}`), 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    }),
  )
}

/** What styles/base.css says of our own colour. */
function stylesOf(colour: string): string {
  const { light, dark } = accentsOf(colour)
  const text = textOn(colour)
  const away = text === WHITE ? '#000' : '#fff'
  return `:root,.sign:not(.reading) .sheet,.pad,.preview,.hand{--brand:${colour};--on-brand:${text};--accent:${light};--away:${away}}
@media (prefers-color-scheme:dark){:root{--accent:${dark}}}
`
}
