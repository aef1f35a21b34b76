import { type LeadViewQuery, leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import type { ViewsOf } from '../../../shared/saved-views/view-list.ts'
import { linkToView, showsSame } from './view-query.ts'

export const leadViews: ViewsOf<LeadViewQuery> = {
  list: 'leads',
  key: queryKeys.savedViewsOfLeads,
  sessionKey: 'defaultLeadView',
  read: (signal) => call(leadViewRoutes.list, undefined, { signal }),
  create: (body) => call(leadViewRoutes.create, { body }),
  change: (id, body) => call(leadViewRoutes.change, { params: { id }, body }),
  remove: (id) => call(leadViewRoutes.remove, { params: { id } }),
  restore: (id) => call(leadViewRoutes.restore, { params: { id } }),
  linkTo: linkToView,
  showsSame,
}
