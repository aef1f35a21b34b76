import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { findVoiceConnection } from './voice-connections.queries.ts'

/** The account with a provider of numbers. */
export const telephonyIntegration: IntegrationReader = {
  key: 'telephony',
  async read(_, { db, caller }) {
    const row = await findVoiceConnection(db, caller.businessId)
    if (!row) return notConnected
    const isFailing = row.state === 'failing'
    return {
      state: isFailing ? 'attention' : 'connected',
      // The built-in exchange has no account.
      account: row.provider === 'twilio' ? row.accountSid : null,
      count: row.numbers ?? 0,
      since: null,
      lastSuccessAt: isFailing ? null : row.checkedAt,
      problem: isFailing ? { code: 'provider_refuses', names: [] } : null,
    }
  },
}
