import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Deps } from '../../deps.ts'

/** Records the requests of API keys, both accepted and refused ones. Must be called before the routes are mounted. */
export function notePayloadsOfKeys(app: FastifyInstance, { payloads, now }: Pick<Deps, 'payloads' | 'now'>) {
  const note = async (request: FastifyRequest, reply: FastifyReply, sent: unknown) => {
    const { caller, rawBody = '', ip, headers } = request
    if (caller?.kind === 'key')
      payloads.note({
        businessId: caller.businessId,
        senderId: caller.keyId,
        at: now(),
        status: reply.statusCode,
        ip,
        read: () => ({ ...outcomeOf(sent), contentType: headers['content-type'] ?? null, raw: rawBody }),
      })
    return sent
  }
  app.addHook('onRoute', (route) => {
    // Must be the first hook, because later hooks may compress the reply.
    if ((route.config as { route?: unknown } | undefined)?.route === leadRoutes.create && route.method === 'POST')
      route.onSend = [note, ...[route.onSend ?? []].flat()]
  })
}

type Reply = { code?: string; duplicate?: boolean; lead?: { _id: string } }
function outcomeOf(sent: unknown) {
  const { code, duplicate, lead } = (typeof sent === 'string' ? JSON.parse(sent) : {}) as Reply
  return { outcome: code ?? (duplicate ? 'repeated' : 'created'), leadId: lead?._id ?? null }
}
