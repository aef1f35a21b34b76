import type { FastifyInstance } from 'fastify'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { findOwnRequests, openJoinLink, requestToJoin, withdraw } from './join-requests.service.ts'
import {
  approve,
  changeJoinLink,
  changeState,
  countWaiting,
  decline,
  findJoinLink,
  findRequests,
} from './waiting-list.service.ts'

export function mountWaitingList(app: FastifyInstance, deps: Deps) {
  handle(app, waitingListRoutes.list, async ({ query }, context) => ({
    success: true,
    ...(await findRequests(context, query)),
  }))

  handle(app, waitingListRoutes.count, async (_, context) => ({ success: true, count: await countWaiting(context) }))

  handle(app, waitingListRoutes.approve, async ({ body: { password, code, ...wanted } }, context) => {
    if (wanted.role === 'Owner') await confirmIdentity(deps, context.caller, { password, code })
    return { success: true, count: await approve(deps, context, wanted) }
  })

  handle(app, waitingListRoutes.change, async ({ body }, context) => ({
    success: true,
    count: await changeState(context, body),
  }))

  handle(app, waitingListRoutes.decline, async ({ body }, context) => ({
    success: true,
    count: await decline(deps, context, body),
  }))

  handle(app, waitingListRoutes.link, async (_, context) => ({
    success: true,
    link: await findJoinLink(deps, context),
  }))

  handle(app, waitingListRoutes.changeLink, async ({ body }, context) => ({
    success: true,
    link: await changeJoinLink(deps, context, body),
  }))

  handle(app, waitingListRoutes.open, async ({ params: { key } }, { client }) => {
    const { businessId, name, image } = await openJoinLink(deps, key, client)
    return { success: true, business: { _id: businessId, name, image } }
  })

  handle(app, waitingListRoutes.ask, async ({ params: { key }, body }, { caller, client }) => ({
    success: true,
    request: await requestToJoin(deps, caller, { key, ...body, client }),
  }))

  handle(app, waitingListRoutes.own, async (_, { db }) => ({ success: true, requests: await findOwnRequests(db) }))

  handle(app, waitingListRoutes.withdraw, async ({ params: { id } }, context) => {
    await withdraw(deps, context, id)
    return { success: true }
  })
}
