import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from '#contract/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { findPayloads } from '../payloads/payloads.service.ts'
import { deleteApiKey, listApiKeys, updateApiKey } from './api-keys.queries.ts'
import { createApiKey, requireApiKey } from './api-keys.service.ts'

export function mountApiKeys(app: FastifyInstance, { access }: Deps) {
  handle(app, apiKeyRoutes.list, async (_, { db, caller }) => ({
    success: true,
    apiKeys: await listApiKeys(db, caller.businessId),
  }))

  handle(app, apiKeyRoutes.create, async ({ body }, context) => {
    const { apiKey, key } = await createApiKey(context, body)
    return { success: true, apiKey, key }
  })

  handle(app, apiKeyRoutes.change, async ({ params: { id }, body }, { db, caller: { businessId } }) => {
    if (Object.keys(body).length) await updateApiKey(db, businessId, { id, ...body })
    const apiKey = await requireApiKey(db, businessId, id)
    access.forget()
    return { success: true, apiKey }
  })

  handle(app, apiKeyRoutes.remove, async ({ params: { id } }, { db, caller: { businessId } }) => {
    if (!(await deleteApiKey(db, businessId, id))) throw new AppError('api_key_not_found')
    access.forget()
    return { success: true }
  })

  handle(app, apiKeyRoutes.payloads, async ({ params: { id } }, { db, caller: { businessId } }) => {
    await requireApiKey(db, businessId, id)
    return { success: true, payloads: await findPayloads(db, businessId, id) }
  })
}
