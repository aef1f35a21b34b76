import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RECIPIENT_PATH, recipientRoutes } from '#contract/notifications/recipients.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../platform/http/client.ts'
import { handle } from '../../platform/http/handle.ts'
import { decide, findRecipients, openRecipient, requestConsent } from './recipients.service.ts'

export function mountRecipients(app: FastifyInstance, deps: Deps) {
  handle(app, recipientRoutes.list, async ({ params: { id } }, context) => ({
    success: true,
    recipients: await findRecipients(deps, context, id),
  }))

  handle(app, recipientRoutes.ask, async ({ params: { id }, body }, context) => ({
    success: true,
    recipient: await requestConsent(deps, context, { campaignId: id, language: context.language, ...body }),
  }))

  handle(app, recipientRoutes.open, async ({ params }, { client }) => ({
    success: true,
    recipient: await openRecipient(deps, { ...params, client }),
  }))

  handle(app, recipientRoutes.decide, async ({ params, body }, { client }) => ({
    success: true,
    recipient: await decide(deps, { ...params, ...body, client }),
  }))
}

type Click = FastifyRequest<{ Params: { token: string } }>
/**
 * Implements one-click unsubscribe (RFC 8058): mail clients send a POST to the address of the unsubscribe page; a GET
 * serves the web app. The body is ignored.
 */
export function mountUnsubscribing(app: FastifyInstance, deps: Deps) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_, __, done) => done(null, undefined))
    scope.post(`${RECIPIENT_PATH}/:token`, { schema: { hide: true } }, async (request: Click, reply) => {
      await decide(deps, { token: request.params.token, wants: false, client: clientOf(request) })
      return reply.header('cache-control', 'no-store').code(204).send()
    })
  })
}
