import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { listApiKeys } from './api-keys.queries.ts'

/** Programs that use the API by a key. */
export const apiIntegration: IntegrationReader = {
  key: 'api_keys',
  async read(_, { db, caller }) {
    const keys = (await listApiKeys(db, caller.businessId)).filter(({ isActive }) => isActive)
    if (!keys.length) return notConnected
    const uses = keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort()
    return {
      ...{ state: 'connected', account: null, count: keys.length, problem: null },
      ...{ since: keys.map(({ createdAt }) => createdAt).sort()[0] ?? null, lastSuccessAt: uses.at(-1) ?? null },
    }
  },
}
