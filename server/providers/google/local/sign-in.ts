import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { OAuthClient } from '../../../platform/oauth/code-flow.ts'
import { type LocalStore, secretOf } from './store.ts'

/** Life of an access token, as Google's; of a code. */
const TOKEN_SECONDS = 3_600
const CODE_MS = 60_000

type Query = Record<string, string | undefined>
type Code = { email: string; query: Query; scopes: string[]; until: number }
/** A refusal of OAuth (RFC 6749, 5.2). */
export class OAuthRefused extends Error {
  readonly error: string
  constructor(error: string, words: string) {
    super(words)
    this.error = error
  }
}

/** Signs identities with a key of this process. */
async function openSigner(account: OAuthClient) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const kid = 'local'
  return {
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] },
    sign: ({ sub, email, nonce }: { sub: string; email: string; nonce: string | undefined }) =>
      new SignJWT({ email, email_verified: true, ...(nonce && { nonce }) })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(account.issuer)
        .setAudience(account.clientId)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
  }
}

/** The words of Google's page if the request to it is wrong. */
function problemOf(
  { client_id, redirect_uri, response_type, code_challenge, code_challenge_method }: Query,
  { clientId, redirectUris }: { clientId: string; redirectUris: readonly string[] },
) {
  if (client_id !== clientId) return 'Error 401: invalid_client'
  if (!redirectUris.includes(redirect_uri ?? '')) return 'Error 400: redirect_uri_mismatch'
  if (response_type !== 'code') return 'Error 400: unsupported_response_type'
  return code_challenge && code_challenge_method !== 'S256' ? 'Error 400: invalid_request' : undefined
}

type Deps = { store: LocalStore; account: OAuthClient; redirectUris: readonly string[]; now: () => Date }
/** OpenID Connect and OAuth as Google speaks them: consent, codes with PKCE, tokens that expire, revocation. */
export async function openSignIn({ store, account, redirectUris, now }: Deps) {
  const signer = await openSigner(account)
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, { email: string; scopes: string[]; until: number }>()

  function accessFor(email: string, scopes: string[]) {
    const token = secretOf('ya29.')
    accessTokens.set(token, { email, scopes, until: now().getTime() + TOKEN_SECONDS * 1_000 })
    return { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer', scope: scopes.join(' ') }
  }

  async function byCode(form: Query) {
    const code = codes.get(form.code ?? '')
    codes.delete(form.code ?? '')
    if (!code || code.until < now().getTime() || form.redirect_uri !== code.query.redirect_uri)
      throw new OAuthRefused('invalid_grant', 'Bad Request')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (challenge !== code.query.code_challenge) throw new OAuthRefused('invalid_grant', 'Invalid code verifier.')
    const { email, scopes, query } = code
    const isOffline = query.access_type === 'offline' && query.prompt === 'consent'
    const refreshToken = secretOf('1//')
    if (isOffline) store.data.grants.push({ refreshToken, email, scopes })
    store.keep()
    const { sub } = store.accountOf(email)
    const idToken = await signer.sign({ sub, email, nonce: query.nonce })
    return { ...accessFor(email, scopes), ...(isOffline && { refresh_token: refreshToken }), id_token: idToken }
  }

  function byRefresh(form: Query) {
    const grant = store.data.grants.find(({ refreshToken }) => refreshToken === form.refresh_token)
    if (!grant) throw new OAuthRefused('invalid_grant', 'Token has been expired or revoked.')
    return accessFor(grant.email, grant.scopes)
  }

  /** Ends everything that an account allowed, as Google does for any of its tokens. */
  function revokeAll(email: string) {
    store.data.grants = store.data.grants.filter((grant) => grant.email !== email)
    for (const [token, access] of accessTokens) if (access.email === email) accessTokens.delete(token)
    store.keep()
  }

  return {
    jwks: signer.jwks,
    problemOf: (query: Query) => problemOf(query, { clientId: account.clientId, redirectUris }),
    /** A code for this person, who allows these of the scopes that were asked for. */
    allow(query: Query, { email, scopes }: { email: string; scopes: string[] }) {
      const code = secretOf('4/')
      const asked = (query.scope ?? '').split(' ')
      codes.set(code, {
        email,
        query,
        scopes: asked.filter((one) => scopes.includes(one)),
        until: now().getTime() + CODE_MS,
      })
      return code
    },
    async token(form: Query) {
      if (form.client_id !== account.clientId || form.client_secret !== account.clientSecret)
        throw new OAuthRefused('invalid_client', 'Unauthorized')
      if (form.grant_type === 'authorization_code') return byCode(form)
      if (form.grant_type === 'refresh_token') return byRefresh(form)
      throw new OAuthRefused('unsupported_grant_type', 'Invalid grant_type')
    },
    revoke(token: string) {
      const email =
        accessTokens.get(token)?.email ?? store.data.grants.find(({ refreshToken }) => refreshToken === token)?.email
      if (!email) throw new OAuthRefused('invalid_token', 'Token expired or revoked')
      revokeAll(email)
    },
    revokeAll,
    /** Who holds this access token; undefined if it has expired or was revoked. */
    holderOf(token: string) {
      const access = accessTokens.get(token)
      return access && access.until > now().getTime() ? access : undefined
    },
  }
}
