import type { FastifyInstance } from 'fastify'
import { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { confirmIdentity } from '../auth/identity.ts'
import * as deliveries from './deliveries.service.ts'
import * as service from './webhooks.service.ts'

export function mountWebhooks(app: FastifyInstance, deps: Deps) {
  handle(app, webhookRoutes.list, async (_, context) => ({
    success: true,
    webhooks: await service.listWebhooks(context),
  }))

  handle(app, webhookRoutes.create, async ({ body: { password, code, ...wanted } }, context) => {
    const { caller, language } = context
    if (caller.kind === 'person') await confirmIdentity(deps, caller, { password, code })
    return { success: true, ...(await service.createWebhook(deps, context, { ...wanted, language })) }
  })

  handle(app, webhookRoutes.change, async ({ params: { id }, body: { password, code, ...wanted } }, context) => {
    const { url } = await service.requireWebhook(context, id)
    if (wanted.url !== undefined && wanted.url !== url) await confirmIdentity(deps, context.caller, { password, code })
    return { success: true, webhook: await service.changeWebhook(deps, context, id, wanted) }
  })

  handle(app, webhookRoutes.remove, async ({ params: { id } }, context) => {
    await service.removeWebhook(context, id)
    return { success: true }
  })

  handle(app, webhookRoutes.rotate, async ({ params: { id }, body: { password, code } }, context) => {
    await confirmIdentity(deps, context.caller, { password, code })
    return { success: true, ...(await service.rotateSecret(deps, context, id)) }
  })

  handle(app, webhookRoutes.pause, async ({ params: { id }, body }, context) => ({
    success: true,
    webhook: await service.pauseWebhook(deps, context, id, body),
  }))
}

export function mountDeliveries(app: FastifyInstance, deps: Deps) {
  handle(app, webhookRoutes.test, async ({ params: { id } }, context) => ({
    success: true,
    delivery: await deliveries.sendTest(deps, context, id),
  }))

  handle(app, webhookRoutes.deliveries, async ({ params: { id }, query }, context) => ({
    success: true,
    ...(await deliveries.listDeliveries(context, id, query)),
  }))

  handle(app, webhookRoutes.delivery, async ({ params }, context) => ({
    success: true,
    delivery: await deliveries.readDelivery(context, params),
  }))

  handle(app, webhookRoutes.replay, async ({ params: { id }, body }, context) => ({
    success: true,
    replayed: await deliveries.replay(context, id, body),
  }))
}
