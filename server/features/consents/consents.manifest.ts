import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import * as personal from './personal-data.queries.ts'

export const consents: Feature = {
  retained: [{ table: 'consents', period: fixedPeriods.consents, column: 'at' }],
  person: { erase: personal.eraseConsents, export: { consents: personal.listConsents } },
}
