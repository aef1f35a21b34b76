import type { Feature } from '../feature.ts'
import { mountForms } from './forms.routes.ts'
import { mountHosted } from './hosted.routes.ts'

export const forms: Feature = {
  mount: [mountForms],
  mountAtRoot: [mountHosted],
}
