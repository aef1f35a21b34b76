import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { listSources } from './lead-sources.queries.ts'

/** Other systems that send leads to campaigns. */
export const sourcesIntegration: IntegrationReader = {
  key: 'lead_sources',
  async read(_, { db, caller }) {
    const sources = (await listSources(db, caller.businessId, undefined)).filter(({ isEnabled }) => isEnabled)
    if (!sources.length) return notConnected
    const unread = sources.filter((source) => source.unread > 0)
    return {
      ...{ state: unread.length ? 'attention' : 'connected', account: null, count: sources.length },
      since: sources.map(({ createdAt }) => createdAt).sort()[0] ?? null,
      lastSuccessAt:
        sources
          .flatMap(({ lastAt }) => lastAt ?? [])
          .sort()
          .at(-1) ?? null,
      problem: unread.length ? { code: 'requests_unread', names: unread.map(({ name }) => name) } : null,
    }
  },
}
