import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Redirect } from '../../platform/oauth/code-flow.ts'
import { openGraph } from './graph.ts'
import { WhatsAppError } from './whatsapp-errors.ts'

/** This installation's app at Meta. */
export type MetaApp = {
  appId: string
  appSecret: string
  /** The configuration of Facebook Login for Business; undefined: scopes are asked for one by one. */
  configId: string | undefined
  graphUrl: string
  /** `https://www.facebook.com`, or the local server. */
  dialogUrl: string
  version: string
}
const SCOPES = ['business_management', 'whatsapp_business_management', 'whatsapp_business_messaging']

/** `expiresAt`: null if the token has no end. */
export type MetaToken = { token: string; expiresAt: Date | null }
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
const Scope = z.object({ scope: z.string(), target_ids: z.array(z.union([z.string(), z.number()])).optional() })
const Debugged = z.object({
  data: z.object({ is_valid: z.boolean(), granular_scopes: z.array(Scope).default([]) }),
})

const random = () => randomBytes(24).toString('base64url')

/** The consent page of Meta and the tokens that come of it. Meta has no refresh tokens: a valid token is exchanged. */
export function openMetaSignIn(app: MetaApp, { redirectUri, now }: { redirectUri: string; now: () => Date }) {
  const { appId, appSecret, configId, dialogUrl, graphUrl, version } = app
  const graph = openGraph({ graphUrl, version, token: '' })

  async function tokenBy(query: Record<string, string>): Promise<MetaToken> {
    const asked = { client_id: appId, client_secret: appSecret, ...query }
    const { data } = Token.safeParse(await graph.get('oauth/access_token', asked))
    if (!data) throw new WhatsAppError('unavailable', 'Meta gave no token')
    const seconds = data.expires_in
    return { token: data.access_token, expiresAt: seconds ? new Date(now().getTime() + seconds * 1_000) : null }
  }

  return {
    /** `prefix`: of the state, to which the answer returns; nonce and verifier are not part of Meta's dialog. */
    newRedirect: (prefix: string): Redirect => ({
      state: `${prefix}.${random()}`,
      nonce: random(),
      verifier: random(),
    }),

    async urlFor({ state }: Redirect): Promise<string> {
      const query = new URLSearchParams({ client_id: appId, redirect_uri: redirectUri, response_type: 'code', state })
      if (configId) query.set('config_id', configId)
      else query.set('scope', SCOPES.join(','))
      return `${dialogUrl}/${version}/dialog/oauth?${query}`
    },

    async exchange(query: string): Promise<MetaToken> {
      const code = new URLSearchParams(query).get('code')
      if (!code) throw new WhatsAppError('refused', 'The consent was not given')
      return tokenBy({ code, redirect_uri: redirectUri })
    },

    /** A token with a new term in place of one that is still valid. */
    renew: (token: string) => tokenBy({ grant_type: 'fb_exchange_token', fb_exchange_token: token }),

    /** The WhatsApp accounts that the person chose on the consent page. */
    async findAccounts(token: string): Promise<string[]> {
      const asked = { input_token: token, access_token: `${appId}|${appSecret}` }
      const { data } = Debugged.safeParse(await graph.get('debug_token', asked))
      if (!data?.data.is_valid) throw new WhatsAppError('credentials', 'Meta does not accept the token')
      const scope = data.data.granular_scopes.find((one) => one.scope === 'whatsapp_business_management')
      return (scope?.target_ids ?? []).map(String)
    },
  }
}
