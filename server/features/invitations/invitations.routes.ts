import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invitationRoutes, SHORT_INVITATION_PATH } from '#contract/team/invitations.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../platform/http/client.ts'
import { handle } from '../../platform/http/handle.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { acceptInvitation, openInvitation, pageOfLink, requestNewLink } from './invitation-links.service.ts'
import {
  findInvitations,
  invite,
  invitesOwner,
  linkInvitation,
  resendInvitation,
  revokeInvitation,
} from './invitations.service.ts'

export function mountInvitations(app: FastifyInstance, deps: Deps) {
  handle(app, invitationRoutes.list, async ({ query }, context) => ({
    success: true,
    ...(await findInvitations(deps, context, query)),
  }))

  handle(app, invitationRoutes.create, async ({ body: { password, code, ...wanted } }, context) => {
    if (wanted.role === 'Owner') await confirmIdentity(deps, context.caller, { password, code })
    return { success: true, ...(await invite(deps, context, wanted)) }
  })

  handle(app, invitationRoutes.resend, async ({ params: { id }, body }, context) => {
    if (await invitesOwner(context, id)) await confirmIdentity(deps, context.caller, body)
    return { success: true, invitation: await resendInvitation(deps, context, id) }
  })

  handle(app, invitationRoutes.link, async ({ params: { id }, body }, context) => {
    if (await invitesOwner(context, id)) await confirmIdentity(deps, context.caller, body)
    return { success: true, ...(await linkInvitation(deps, context, id)) }
  })

  handle(app, invitationRoutes.revoke, async ({ params: { id } }, context) => ({
    success: true,
    invitation: await revokeInvitation(deps, context, id),
  }))

  handle(app, invitationRoutes.open, async ({ params }, { client }) => ({
    success: true,
    invitation: await openInvitation(deps, { ...params, client }),
  }))

  handle(app, invitationRoutes.ask, async ({ params }, { client }) => {
    await requestNewLink(deps, { ...params, client })
    return { success: true }
  })

  handle(app, invitationRoutes.accept, async ({ params }, { caller, client }) => ({
    success: true,
    ...(await acceptInvitation(deps, caller, { ...params, client })),
  }))
}

type Visit = FastifyRequest<{ Params: { token: string } }>
/** The short addresses of text messages, outside the API. */
export function mountShortInvitations(app: FastifyInstance, deps: Deps) {
  app.get(`${SHORT_INVITATION_PATH}/:token`, { schema: { hide: true } }, async (request: Visit, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    return reply.redirect(await pageOfLink(deps, { token: request.params.token, client: clientOf(request) }), 302)
  })
}
