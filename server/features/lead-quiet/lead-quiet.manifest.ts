import type { Feature } from '../feature.ts'
import { mountLeadQuiet } from './lead-quiet.routes.ts'

export const leadQuiet: Feature = { mount: [mountLeadQuiet] }
