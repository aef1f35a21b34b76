import type { Feature } from '../feature.ts'
import { openForms } from './forms.cache.ts'
import { hasForm } from './forms.queries.ts'
import { mountForms } from './forms.routes.ts'
import { addFirstForm } from './forms.service.ts'
import { mountHosted } from './hosted.routes.ts'

export const forms: Feature = {
  mount: [mountForms],
  open: ({ tenants, caches }) => ({ forms: openForms(tenants, caches), addFirstForm }),
  mountAtRoot: [mountHosted],
  firstSteps: { form: hasForm },
}
