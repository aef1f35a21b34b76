import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type Identity = { email: string; email_verified: boolean; name: string }

/**
 * A real OpenID Connect issuer on this machine. Every visitor is signed in as the person given to `signInAs` and consents;
 * `withPages`: its own pages ask for an e-mail, and the visitor is signed in with it.
 */
export async function startIssuer(redirectUri: string, { withPages = false } = {}) {
  const people = new Map<string, Identity>()
  let current = ''
  let handler: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void handler?.(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const account = { issuer, clientId: 'leadline', clientSecret: 'a secret of the tests, and long enough' }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: account.clientId,
        client_secret: account.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: withPages } },
    ...(!withPages && { interactions: { url: () => '/sign-in' } }),
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...(people.get(sub) ?? { email: sub, email_verified: true, name: 'Dana Google' }) }),
    }),
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, AuthorizationCode: 60, IdToken: 60 },
  })
  // Every visitor is signed in as the test's person and consents.
  provider.use(async (context, next) => {
    if (context.path !== '/sign-in') return next()
    const grant = new provider.Grant({ accountId: current, clientId: account.clientId })
    grant.addOIDCScope('openid email profile')
    const result = { login: { accountId: current }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(context.req, context.res, result)
    context.respond = false
  })
  handler = provider.callback()

  /** Sets the person who signs in from now on. */
  const signInAs = (subject: string, identity: Identity) => {
    current = subject
    people.set(subject, identity)
  }
  const close = () => new Promise<unknown>((closed) => server.close(closed))
  return { account, signInAs, close }
}

/** Follows the issuer's pages as a browser with cookies until the redirect back; returns its query string. */
export async function visit(address: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = address
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (!location) throw new Error(`The issuer answered ${reply.status}: ${await reply.text()}`)
    at = new URL(location, at).href
    if (at.startsWith(redirectUri)) return new URL(at).search.slice(1)
  }
  throw new Error('The issuer leads in circles')
}
