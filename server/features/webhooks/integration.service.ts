import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { listWebhooks } from './webhooks.queries.ts'

/** Other systems that hear events of the business. Webhooks that a person paused count as not connected. */
export const webhooksIntegration: IntegrationReader = {
  key: 'webhooks',
  async read(_, { db, caller }) {
    const webhooks = (await listWebhooks(db, caller.businessId, undefined)).filter(
      ({ pauseReason }) => pauseReason !== 'person',
    )
    if (!webhooks.length) return notConnected
    const failing = webhooks.filter(({ pausedAt, failingSince }) => pausedAt ?? failingSince)
    return {
      ...{ state: failing.length ? 'attention' : 'connected', account: null, count: webhooks.length },
      since: webhooks.map(({ createdAt }) => createdAt).sort()[0] ?? null,
      lastSuccessAt:
        webhooks
          .flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
          .sort()
          .at(-1) ?? null,
      problem: failing.length ? { code: 'webhooks_failing', names: failing.map(({ name }) => name) } : null,
    }
  },
}
