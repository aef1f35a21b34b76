import type { FastifyInstance } from 'fastify'
import { whatsAppRoutes as routes } from '#contract/leads/messages/whatsapp.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { isId } from '../../../platform/ids.ts'
import * as service from './whatsapp.service.ts'

export function mountWhatsApp(app: FastifyInstance, deps: Deps) {
  handle(app, routes.get, async (_, context) => ({ success: true, ...(await service.findChannel(deps, context)) }))
  handle(app, routes.start, async (_, context) => ({ success: true, ...(await service.startSignIn(deps, context)) }))
  handle(app, routes.finish, async ({ body }, context) => ({
    success: true,
    ...(await service.finishSignIn(deps, context, body)),
  }))
  handle(app, routes.connect, async ({ body }, context) => ({
    success: true,
    ...(await service.connectOwn(deps, context, body)),
  }))
  handle(app, routes.change, async ({ body }, context) => ({
    success: true,
    ...(await service.chooseCampaign(deps, context, body.campaignId)),
  }))
  handle(app, routes.test, async (_, context) => ({ success: true, ...(await service.testNumber(deps, context)) }))
  handle(app, routes.disconnect, async (_, context) => ({
    success: true,
    ...(await service.disconnectNumber(deps, context)),
  }))
}

/**
 * Where Meta's consent page returns to: one address for all businesses, which passes the answer on to the page of channels of
 * the business that the state names. Only the tab that asked can use it.
 */
export function mountWhatsAppReturn(app: FastifyInstance, { env }: Deps) {
  app.get<{ Querystring: { state?: unknown; code?: unknown; error?: unknown } }>(
    '/hooks/whatsapp/return',
    { schema: { hide: true } },
    async ({ query }, reply) => {
      const { state, code, error } = query
      const [businessId = ''] = String(state ?? '').split('.')
      if (!isId(businessId)) return reply.redirect(env.publicUrl, 303)
      const back = new URLSearchParams({ whatsapp: 'back', state: String(state) })
      if (typeof code === 'string') back.set('code', code)
      if (typeof error === 'string') back.set('error', error)
      return reply.header('referrer-policy', 'no-referrer').redirect(`/b/${businessId}/settings/channels?${back}`, 303)
    },
  )
}
