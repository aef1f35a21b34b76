import * as client from 'openid-client'
import { guardedFetch } from './guarded-fetch.ts'

/** This installation at an issuer. */
export type OAuthClient = { issuer: string; clientId: string; clientSecret: string }
/** What binds an answer to its redirect. */
export type Redirect = { state: string; nonce: string; verifier: string }

const TIMEOUT_SECONDS = 10

/**
 * The authorisation code flow at an OpenID Connect issuer, with state, nonce and PKCE. The issuer's metadata is read on
 * first use.
 */
export function openCodeFlow(
  { issuer, clientId, clientSecret }: OAuthClient,
  redirectUri: string,
  /** `asked`: further parameters of the issuer's page. */
  { scope, asked = {} }: { scope: string; asked?: Record<string, string> },
) {
  const server = new URL(issuer)
  let known: Promise<client.Configuration> | undefined
  const configuration = () => {
    const execute = server.protocol === 'http:' ? [client.allowInsecureRequests] : []
    known ??= client
      .discovery(server, clientId, clientSecret, undefined, {
        execute,
        timeout: TIMEOUT_SECONDS,
        [client.customFetch]: guardedFetch(server),
      })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }

  return {
    newRedirect: (): Redirect => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),

    async urlFor({ state, nonce, verifier }: Redirect): Promise<string> {
      const challenge = await client.calculatePKCECodeChallenge(verifier)
      return client.buildAuthorizationUrl(await configuration(), {
        ...asked,
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).href
    },

    /** The issuer's tokens. Throws if the answer does not match this redirect. */
    async exchange(query: string, { state, nonce, verifier }: Redirect) {
      const url = new URL(redirectUri)
      url.search = query
      return client.authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
    },

    /** New tokens for a refresh token. */
    refresh: async (refreshToken: string) => client.refreshTokenGrant(await configuration(), refreshToken),
    /** Ends a token and all that were given with it. */
    revoke: async (token: string) => client.tokenRevocation(await configuration(), token),
  }
}
