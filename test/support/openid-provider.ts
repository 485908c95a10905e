import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider says of an account, besides `sub`. */
export type Account = Record<string, unknown>

export interface OpenIdProvider {
  issuer: string
  client: { clientId: string; clientSecret: string }
  /** By what is typed as the login, which is also the `sub` unless the account has one. */
  accounts: Record<string, Account>
  /** Names where the provider may send people back to; before that it answers nothing. */
  serve(redirectUri: string): void
  /**
   * Follows the way of a browser from an authorization address over the provider's own pages.
   * @param login null: cancels there
   * @returns where the provider sends the browser back to
   */
  passThrough(address: string, login: string | null): Promise<string>
  close(): Promise<void>
}

/** A certified OpenID provider on this machine, with its own pages to sign in at. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const client = { clientId: 'countersign', clientSecret: 'a secret of the test' }
  const accounts: Record<string, Account> = {}
  let handler: RequestListener = (_, response) => response.writeHead(503).end()
  const http = createServer((request, response) => handler(request, response))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}`

  return {
    issuer,
    client,
    accounts,
    serve(redirectUri) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] }],
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified', 'xms_edov'],
          profile: ['name'],
          // As Dex and Authelia have it.
          groups: ['groups'],
        },
        findAccount: (_, login) =>
          accounts[login] && { accountId: login, claims: async () => ({ sub: login, ...accounts[login] }) },
        cookies: { keys: ['a key of the test'] },
      })
      handler = provider.callback()
    },
    async passThrough(address, login) {
      const cookies = new Map<string, string>()
      const sent = () => ({ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') })
      const step = async (url: string, form?: Record<string, string>): Promise<string> => {
        const headers = sent()
        const body = form && new URLSearchParams(form)
        const response = await fetch(url, { method: form ? 'POST' : 'GET', headers, body, redirect: 'manual' })
        for (const line of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          if (value) cookies.set(name!, value)
          else cookies.delete(name!)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`The provider does not go on: ${response.status} ${await response.text()}`)
        const next = new URL(location, url).href
        if (!next.startsWith(issuer)) return next
        if (!next.includes('/interaction/')) return step(next)
        if (login === null) return step(`${next}/abort`)
        const page = await (await fetch(next, { headers: sent() })).text()
        const isLogin = page.includes('name="login"')
        return step(next, isLogin ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' })
      }
      return step(address)
    },
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
}
