import type { Feature } from '../feature.ts'
import { mountLeadHooks } from './hooks.routes.ts'
import { sourcesIntegration } from './integration.service.ts'
import { openLeadSources } from './lead-sources.cache.ts'
import { mountLeadSources } from './lead-sources.routes.ts'
import { eraseDeliveries, listDeliveriesOf } from './personal-data.queries.ts'
import { startReading } from './reading.ts'

export const leadSources: Feature = {
  mount: [mountLeadSources],
  mountAtRoot: [mountLeadHooks],
  open: ({ tenants, caches }) => ({ leadSources: openLeadSources(tenants, caches) }),
  integrations: [sourcesIntegration],
  loops: [startReading],
  retainedAsSet: [{ table: 'lead_deliveries', period: 'payloads', column: 'at' }],
  person: { erase: eraseDeliveries, export: { requestsOfSources: listDeliveriesOf } },
}
