import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import * as personal from './personal-data.queries.ts'
import { mountSavedViews } from './saved-views.routes.ts'

export const savedViews: Feature = {
  mount: [mountSavedViews],
  retained: [{ table: 'saved_views', period: fixedPeriods.deletedViews, column: 'deleted_at' }],
  person: { erase: personal.eraseViewsOf, export: { savedViews: personal.listViewsOf } },
  account: {
    tables: ['saved_view_defaults'],
    eraseInBusiness: personal.erasePrivateViews,
    exportInBusiness: { savedViews: personal.listOwnViews },
  },
}
