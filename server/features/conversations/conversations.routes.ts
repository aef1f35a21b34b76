import type { FastifyInstance, FastifyRequest } from 'fastify'
import { consentRoutes, LEAD_TOKEN } from '#contract/leads/conversations/consents.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import { RECIPIENT_PATH } from '#contract/notifications/recipients.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../platform/http/client.ts'
import { handle } from '../../platform/http/handle.ts'
import * as consents from './consents-of-lead.service.ts'
import * as service from './conversations.service.ts'
import { linkPage } from './inbound/mail/mail-pages.service.ts'
import { readInbox } from './inbox.service.ts'

export function mountConversations(app: FastifyInstance, deps: Deps) {
  handle(app, conversationRoutes.list, ({ query }, context) => readInbox(context, query))
  handle(app, conversationRoutes.messages, ({ params, query }, context) =>
    service.readThread(deps, context, params.id, query.before),
  )
  handle(app, conversationRoutes.send, ({ params, body }, context) =>
    service.writeToLead(deps, context, params.id, body),
  )
  handle(app, conversationRoutes.read, async ({ params, body }, context) => {
    await service.markRead(context, { leadId: params.id, ...body })
    return { success: true }
  })
  handle(app, conversationRoutes.handled, async ({ params, body }, context) => {
    await service.markHandled(context, { leadId: params.id, ...body })
    return { success: true }
  })
  handle(app, conversationRoutes.cancel, ({ params: { id: leadId, messageId } }, context) =>
    service.cancelOne(deps, context, { leadId, messageId }),
  )
  handle(app, conversationRoutes.retry, ({ params: { id: leadId, messageId } }, context) =>
    service.retryOne(deps, context, { leadId, messageId }),
  )
  handle(app, conversationRoutes.page, ({ params: { id: leadId, messageId }, query }, context) =>
    linkPage(deps, context, { leadId, messageId, hasImages: query.images === '1' }),
  )
  mountConsents(app, deps)
}

type Click = FastifyRequest<{ Params: { token: string } }>
/**
 * One-click unsubscribe of mail programs (RFC 8058) for links in messages to leads: a POST to the address of the page,
 * which a GET serves. The body is ignored.
 */
export function mountLeadUnsubscribing(app: FastifyInstance, deps: Deps) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_, __, done) => done(null, undefined))
    const path = `${RECIPIENT_PATH}/:token(${LEAD_TOKEN.source})`
    scope.post(path, { schema: { hide: true } }, async (request: Click, reply) => {
      await consents.decideConsent(deps, { token: request.params.token, wants: false, client: clientOf(request) })
      return reply.header('cache-control', 'no-store').code(204).send()
    })
  })
}

function mountConsents(app: FastifyInstance, deps: Deps) {
  handle(app, consentRoutes.get, async ({ params }, context) => ({
    success: true,
    consents: await consents.readConsents(deps, context, params.id),
  }))
  handle(app, consentRoutes.change, async ({ params, body }, context) => ({
    success: true,
    consents: await consents.changeConsent(deps, context, params.id, body),
  }))
  handle(app, consentRoutes.open, async ({ params }, { client }) => ({
    success: true,
    consent: await consents.openConsent(deps, { ...params, client }),
  }))
  handle(app, consentRoutes.decide, async ({ params, body }, { client }) => ({
    success: true,
    consent: await consents.decideConsent(deps, { ...params, ...body, client }),
  }))
}
