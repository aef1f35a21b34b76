import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { call } from '../../http/call.ts'
import type { NewAct } from './act.ts'

/** Sends an act to its route, in its business, whichever is on the screen. */
export function sendAct({ id: idempotencyKey, businessId, leadId, ...act }: NewAct): Promise<unknown> {
  const params = { id: leadId }
  const options = { idempotencyKey, businessId }
  switch (act.kind) {
    case 'comment':
      return call(commentRoutes.add, { params, body: act.body }, options)
    case 'change':
      return call(leadRoutes.change, { params, body: act.body }, options)
    case 'setFollowUp':
      return call(followUpRoutes.set, { params, body: act.body }, options)
    case 'finishFollowUp':
      return call(followUpRoutes.done, { params, body: act.body }, options)
    case 'moveFollowUp':
      return call(followUpRoutes.snooze, { params, body: act.body }, options)
  }
}
