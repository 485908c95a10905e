import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { reasonOf } from './reason.ts'

export interface OpenIdOptions {
  /** The issuer's identifier, under which its metadata is found (OpenID Connect Discovery 1.0, 4). */
  issuer: string
  clientId: string
  clientSecret: string
  /** Asked for besides `openid email profile`. */
  scopes: string[]
  /** Where the issuer sends people back to; registered there. */
  redirectUri: string
}

/** What one sign-in is bound to. All three are secrets of the browser that started it. */
export interface Binding {
  /** Comes back with the answer (RFC 6749, 10.12). */
  state: string
  /** Is in the ID token (OpenID Connect Core 1.0, 3.1.2.1). */
  nonce: string
  /** Redeems the code; its hash went ahead (RFC 7636). */
  verifier: string
}

/** What the issuer says of a person, from the ID token and, where it has one, the UserInfo endpoint. */
export type IdentityClaims = { sub: string } & Record<string, unknown>

/** The issuer of the settings. */
export interface OpenId {
  issuer: string
  /** Where the browser goes to sign in. @throws OpenIdError `unreachable` */
  authorizationUrl(binding: Binding): Promise<string>
  /** Redeems the answer that the browser brought. @param query with its `?` @throws OpenIdError */
  claims(query: string, binding: Binding): Promise<IdentityClaims>
  /** What is wrong with the issuer; null: its metadata can be used. */
  check(): Promise<string | null>
}

/**
 * `cancelled`: the person, or the issuer for them, said no · `unreachable`: no answer, or none that can be read ·
 * `refused`: the answer fails a check, or the issuer does not accept our client.
 */
export type OpenIdReason = 'cancelled' | 'unreachable' | 'refused'

/** A sign-in that did not come about. The message is for the operator's log: no code, token or secret. */
export class OpenIdError extends Error {
  constructor(
    readonly reason: OpenIdReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const TIMEOUT_SECONDS = 10
const SCOPES = ['openid', 'email', 'profile']

/** The client of one issuer. Nothing is asked of it before the first sign-in; its metadata is then kept. */
export function createOpenId({ issuer, clientId, clientSecret, scopes, redirectUri }: OpenIdOptions): OpenId {
  let found: Promise<Configuration> | null = null

  /** The metadata; a failure is not kept. */
  function configuration(): Promise<Configuration> {
    found ??= discover().catch((error: unknown) => {
      found = null
      throw openIdError(error)
    })
    return found
  }

  function discover(): Promise<Configuration> {
    // `settings.ts` accepts http for a provider on this machine, and production refuses it.
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
    const options = { timeout: TIMEOUT_SECONDS, execute }
    return discovery(new URL(issuer), clientId, undefined, bySecret(clientSecret), options)
  }

  return {
    issuer,
    async authorizationUrl({ state, nonce, verifier }) {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async claims(query, { state, nonce, verifier }) {
      const known = await configuration()
      try {
        const tokens = await authorizationCodeGrant(known, new URL(redirectUri + query), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        const more = known.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(known, tokens.access_token, claims.sub)
          : {}
        return { ...more, ...claims }
      } catch (error) {
        throw openIdError(error)
      }
    },
    async check() {
      try {
        const { authorization_endpoint, token_endpoint } = (await configuration()).serverMetadata()
        return authorization_endpoint && token_endpoint ? null : 'its metadata names no endpoints to sign in at'
      } catch (error) {
        return openIdError(error).message
      }
    },
  }
}

/** By HTTP Basic, which every server must take (RFC 6749, 2.3.1), unless the issuer says that it takes the other alone. */
function bySecret(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** Codes of the library for an answer that is no answer of an issuer: a proxy's page, a 503. */
const NO_ANSWER = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

/** Says of an error of the library what happened, without the values it carries. */
function openIdError(error: unknown): OpenIdError {
  if (error instanceof OpenIdError) return error
  if (error instanceof AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'cancelled' : 'refused'
    return new OpenIdError(reason, `it answered ${error.error}`, { cause: error })
  }
  if (error instanceof ResponseBodyError) {
    return new OpenIdError('refused', `it answered ${error.status} ${error.error}`, { cause: error })
  }
  const isRefused = error instanceof ClientError && !NO_ANSWER.includes(error.code ?? '')
  return new OpenIdError(isRefused ? 'refused' : 'unreachable', reasonOf(error), { cause: error })
}
