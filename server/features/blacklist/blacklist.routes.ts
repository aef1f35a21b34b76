import type { FastifyInstance } from 'fastify'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { blockCall, blockLead, blockTyped, findEntries, unblock } from './blacklist.service.ts'

export function mountBlacklist(app: FastifyInstance, { now }: Deps) {
  handle(app, blacklistRoutes.list, async ({ query }, context) => ({
    success: true,
    ...(await findEntries({ ...context, now: now() }, query)),
  }))
  handle(app, blacklistRoutes.create, async ({ body }, context) => ({
    success: true,
    entry: await blockTyped({ ...context, now: now() }, body),
  }))
  handle(app, blacklistRoutes.ofLead, async ({ params, body }, context) => {
    await blockLead({ ...context, now: now() }, params.id, body)
    return { success: true }
  })
  handle(app, blacklistRoutes.ofCall, async ({ params, body }, context) => {
    await blockCall({ ...context, now: now() }, params.id, body)
    return { success: true }
  })
  handle(app, blacklistRoutes.remove, async ({ params }, context) => {
    await unblock({ ...context, now: now() }, params.id)
    return { success: true }
  })
}
