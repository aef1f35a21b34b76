import type { Feature } from '../feature.ts'
import { openForms } from './forms.cache.ts'
import { mountForms } from './forms.routes.ts'
import { mountHosted } from './hosted.routes.ts'

export const forms: Feature = {
  mount: [mountForms],
  open: ({ tenants, caches }) => ({ forms: openForms(tenants.pool, caches) }),
  mountAtRoot: [mountHosted],
}
