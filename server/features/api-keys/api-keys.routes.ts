import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { findPayloads } from '../payloads/payloads.service.ts'
import { listApiKeys } from './api-keys.queries.ts'
import { changeApiKey, createApiKey, removeApiKey, requireApiKey, rotateApiKey } from './api-keys.service.ts'

const HOUR_MS = 3_600_000

export function mountApiKeys(app: FastifyInstance, deps: Deps) {
  handle(app, apiKeyRoutes.list, async (_, { db, caller }) => ({
    success: true,
    apiKeys: await listApiKeys(db, caller.businessId),
  }))

  handle(app, apiKeyRoutes.create, async ({ body: { password, code, ...wanted } }, context) => {
    await confirmIdentity(deps, context.caller, { password, code })
    const { apiKey, key } = await createApiKey(context, wanted)
    return { success: true, apiKey, key }
  })

  handle(app, apiKeyRoutes.change, async ({ params: { id }, body: { password, code, ...wanted } }, context) => {
    const opens = wanted.isActive || wanted.allowedAddresses !== undefined || wanted.expiresAt !== undefined
    if (opens) await confirmIdentity(deps, context.caller, { password, code })
    return { success: true, apiKey: await changeApiKey(context, id, wanted) }
  })

  handle(app, apiKeyRoutes.rotate, async ({ params: { id }, body: { password, code, overlapHours } }, context) => {
    await confirmIdentity(deps, context.caller, { password, code })
    const until = new Date(deps.now().getTime() + overlapHours * HOUR_MS)
    return { success: true, ...(await rotateApiKey(context, id, { until })) }
  })

  handle(app, apiKeyRoutes.remove, async ({ params: { id } }, context) => {
    await removeApiKey(context, id)
    return { success: true }
  })

  handle(app, apiKeyRoutes.payloads, async ({ params: { id } }, { db, caller: { businessId } }) => {
    await requireApiKey(db, businessId, id)
    return { success: true, payloads: await findPayloads(db, businessId, id) }
  })
}
