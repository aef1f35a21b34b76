import type { FastifyInstance } from 'fastify'
import { channelRoutes as routes } from '#contract/leads/messages/channels.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import * as service from './channels.service.ts'
import { chooseSmsNumber, findSmsChannel } from './sms-channel.service.ts'

export function mountChannels(app: FastifyInstance, deps: Deps) {
  handle(app, routes.list, async (_, context) => ({
    success: true,
    ...(await service.listConnections(deps, context)),
  }))
  handle(app, routes.connectMail, async ({ body }, context) => ({
    success: true,
    connection: await service.connectMail(deps, context, body),
  }))
  handle(app, routes.test, async ({ params }, context) => ({
    success: true,
    ...(await service.sendTestMail(deps, context, params.id)),
  }))
  handle(app, routes.disconnect, async ({ params }, context) => {
    await service.disconnectMail(context, params.id)
    return { success: true }
  })
  handle(app, routes.sms, async (_, context) => ({ success: true, sms: await findSmsChannel(deps, context) }))
  handle(app, routes.chooseSms, async ({ body }, context) => ({
    success: true,
    sms: await chooseSmsNumber(deps, context, body.numberId),
  }))
}
