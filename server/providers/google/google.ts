import { z } from 'zod'
import { email } from '#contract/common.ts'
import { type OAuthClient, openCodeFlow, type Redirect } from '../../platform/oauth/code-flow.ts'

/** A person at the issuer: `subject` never changes, the e-mail may. */
type Identity = { issuer: string; subject: string; email: string; isEmailVerified: boolean; name: string }
const Claims = z.object({
  iss: z.string().max(500),
  sub: z.string().min(1).max(255),
  email,
  email_verified: z.boolean().default(false),
  name: z.string().max(500).default(''),
})

export type GoogleSignIn = ReturnType<typeof openGoogle>

/** Sign-in at Google, or another OpenID Connect issuer in its place. */
export function openGoogle(account: OAuthClient, redirectUri: string) {
  const flow = openCodeFlow(account, redirectUri, { scope: 'openid email profile' })
  return {
    ...flow,
    async exchange(query: string, redirect: Redirect): Promise<Identity> {
      const { iss, sub, email, email_verified, name } = Claims.parse((await flow.exchange(query, redirect)).claims())
      return { issuer: iss, subject: sub, email, isEmailVerified: email_verified, name }
    },
  }
}
