import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { Member } from '../../../../platform/http/caller.ts'
import { readTicket, signTicket } from '../../../../platform/http/downloads.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { seesMasked } from '../../../access/access.rules.ts'
import { requireLead } from '../../../leads/leads.service.ts'
import { findMessage } from '../../conversations.queries.ts'
import { findPage } from './mail-pages.queries.ts'
import { documentOf, policyOf } from './mail-pages.rules.ts'

const PURPOSE = 'pages of received mails'
const PATH = '/lead-mail-page'
const LINK_MS = 300_000

type Context = { db: Db; caller: Member }
type OfPage = { leadId: string; messageId: string; hasImages: boolean }
type Ticket = OfPage & { businessId: string; userId: string; sessionId: string; expires: number }

async function requirePage({ db, caller }: Context, { leadId, messageId }: OfPage) {
  await requireLead({ db, caller }, leadId)
  const isShown = !seesMasked(caller) && (await findMessage(db, caller.businessId, { leadId, id: messageId }))
  const page = isShown && (await findPage(db, caller.businessId, messageId))
  if (!page) throw new AppError('message_not_found')
  return page
}

/** A signed address of a mail's page, for the session of the caller. */
export async function linkPage({ env, now }: Deps, context: Context, of: OfPage) {
  const { hasRemoteImages } = await requirePage(context, of)
  const { businessId, userId, sessionId } = context.caller
  const expires = now().getTime() + LINK_MS
  const ticket = { ...of, businessId, userId, sessionId, expires }
  const url = `/api${PATH}?${signTicket(env.secretKey, PURPOSE, ticket)}`
  return {
    success: true as const,
    ...{ url, hasRemoteImages, expiresAt: new Date(expires).toISOString() },
  }
}

/** The page itself, for a frame: its policy forbids scripts and, unless they were asked for, pictures of other servers. */
export function mountMailPages(app: FastifyInstance, deps: Deps) {
  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    const ticket = readTicket<Ticket>(deps, PURPOSE, request.url)
    const caller = await deps.access.findMember(ticket)
    if (!caller) throw new AppError('message_not_found')
    const { html } = await requirePage({ db: deps.tenants.scope(ticket), caller }, ticket)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(ticket.hasImages),
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
      })
      .send(documentOf(html))
  })
}
