import * as client from 'openid-client'
import { z } from 'zod'
import { guardedFetch } from './guarded-fetch.ts'

export type GoogleAccount = { issuer: string; clientId: string; clientSecret: string }
/** A person at the issuer: `subject` never changes, the e-mail may. */
export type Identity = { issuer: string; subject: string; email: string; isEmailVerified: boolean; name: string }
type Trip = { state: string; nonce: string; verifier: string }

const TIMEOUT_SECONDS = 10
const Claims = z.object({
  iss: z.string().max(500),
  sub: z.string().min(1).max(255),
  email: z.string().max(254),
  email_verified: z.boolean().default(false),
  name: z.string().max(500).default(''),
})

export type GoogleSignIn = ReturnType<typeof openGoogle>

/** Sign-in at an OpenID Connect issuer: code flow with state, nonce and PKCE. The issuer's metadata is read on first use. */
export function openGoogle({ issuer, clientId, clientSecret }: GoogleAccount, redirectUri: string) {
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
    newTrip: (): Trip => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),

    async urlFor({ state, nonce, verifier }: Trip): Promise<string> {
      const challenge = await client.calculatePKCECodeChallenge(verifier)
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).href
    },

    /** Throws if the answer does not match this sign-in. */
    async exchange(query: string, { state, nonce, verifier }: Trip): Promise<Identity> {
      const url = new URL(redirectUri)
      url.search = query
      const tokens = await client.authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const { iss, sub, email, email_verified, name } = Claims.parse(tokens.claims())
      return { issuer: iss, subject: sub, email, isEmailVerified: email_verified, name }
    },
  }
}
