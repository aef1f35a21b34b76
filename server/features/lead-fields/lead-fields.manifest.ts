import type { Feature } from '../feature.ts'
import { openOwnFields } from './lead-fields.cache.ts'
import { purgeDeletedFields } from './lead-fields.jobs.ts'
import { mountLeadFields } from './lead-fields.routes.ts'

export const leadFields: Feature = {
  mount: [mountLeadFields],
  open: ({ tenants, caches }) => ({ ownFields: openOwnFields(tenants, caches) }),
  jobs: [purgeDeletedFields],
}
