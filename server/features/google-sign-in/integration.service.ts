import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { findLink } from './google-sign-in.queries.ts'

/** Sign-in with Google: the caller's own account. */
export const signInIntegration: IntegrationReader = {
  key: 'google_sign_in',
  async read({ google, tenants }, { caller }) {
    if (!google) return undefined
    const link = await findLink(tenants.pool, caller.userId)
    if (!link) return notConnected
    return { ...notConnected, state: 'connected', account: link.email, since: link.linkedAt }
  },
}
