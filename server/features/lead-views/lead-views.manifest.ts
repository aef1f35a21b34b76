import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { mountLeadViews } from './lead-views.routes.ts'
import * as personal from './personal-data.queries.ts'

export const leadViews: Feature = {
  mount: [mountLeadViews],
  retained: [{ table: 'lead_views', period: fixedPeriods.deletedViews, column: 'deleted_at' }],
  person: { erase: personal.eraseViewsOf, export: { leadViews: personal.listViewsOf } },
  account: {
    tables: ['lead_view_defaults'],
    eraseInBusiness: personal.erasePrivateViews,
    exportInBusiness: { leadViews: personal.listOwnViews },
  },
}
