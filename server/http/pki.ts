import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { readLimited } from './body.ts'
import { notFound } from './respond.ts'
import type { State } from './state.ts'

/** A TimeStampReq holds a hash and a nonce. */
const MAX_QUERY_BYTES = 8_192

/** Where a verifier finds the certificates that this server's seals lead to. */
export const ROOTS_PATH = '/.well-known/countersign-roots.pem'

/** As PEM; to be compared with what was received through another channel before they are trusted. */
export function rootsPem(sealer: Ctx['sealer']): string {
  return sealer.certificates().roots.join('')
}

/**
 * The roots of the seal (`ROOTS_PATH`), and the built-in authority for development: its certificate, its CRL and its time-stamps,
 * 404 if there is none. The test authority of sandboxes has its own certificate and CRL.
 */
export function pki(ctx: Ctx): Hono<State> {
  return new Hono<State>()
    .get(ROOTS_PATH, (c) => c.body(rootsPem(ctx.sealer), 200, { 'Content-Type': 'application/x-pem-file' }))
    .get('/pki/ca.pem', async (c) => {
      const authority = (await ctx.sealer.pki()) ?? notFound()
      return c.body(authority.caPem, 200, { 'Content-Type': 'application/x-pem-file' })
    })
    .get('/pki/test-ca.pem', async (c) => {
      const authority = (await (await ctx.testSealer()).pki()) ?? notFound()
      return c.body(authority.caPem, 200, { 'Content-Type': 'application/x-pem-file' })
    })
    .get('/pki/test-ca.crl', async (c) => {
      const authority = (await (await ctx.testSealer()).pki()) ?? notFound()
      return c.body(Buffer.from(authority.crlDer), 200, { 'Content-Type': 'application/pkix-crl' })
    })
    .get('/pki/ca.crl', async (c) => {
      const authority = (await ctx.sealer.pki()) ?? notFound()
      return c.body(Buffer.from(authority.crlDer), 200, { 'Content-Type': 'application/pkix-crl' })
    })
    .post('/pki/tsa', async (c) => {
      const query = await readLimited(c.req.raw, MAX_QUERY_BYTES)
      const reply = (await ctx.sealer.timestamp(query)) ?? notFound()
      return c.body(Buffer.from(reply), 200, { 'Content-Type': 'application/timestamp-reply' })
    })
}
