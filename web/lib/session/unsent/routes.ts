import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { call, type Send } from '../../http/call.ts'
import { userOf } from '../device/token-user.ts'
import type { NewAct } from './act.ts'

/** Sends nothing with the token of another person, who may have signed in since the request began. */
const asUser =
  (userId: string): Send =>
  async (url, init) => {
    const [, token = ''] = new Headers(init.headers).get('authorization')?.split(' ') ?? []
    if (userOf(token) !== userId) throw new TypeError('Another person is signed in')
    return fetch(url, init)
  }

/** Sends an act to its route, in its business, whichever is on the screen. `userId`: whose act it is. */
export function sendAct(sent: NewAct, userId?: string): Promise<unknown> {
  const { id: idempotencyKey, businessId, leadId, ...act } = sent
  const params = { id: leadId }
  const options = { idempotencyKey, businessId, ...(userId && { send: asUser(userId) }) }
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
