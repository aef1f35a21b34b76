import { errorCodes, type FastifyInstance } from 'fastify'
import type { Deps } from '../../../../deps.ts'
import { isSameSignature, openSignedHooks } from '../../../../platform/http/signed-hooks.ts'
import { isId } from '../../../../platform/ids.ts'
import { HOOK_REPORTS_MAX, reportsIn, whatsAppHooks } from '../../../../providers/whatsapp/hooks.ts'
import { takeReports } from './whatsapp-reports.service.ts'

/**
 * Mounts the webhooks of WhatsApp numbers below /hooks/whatsapp, outside the API: signed with the secret of the app, stored as
 * they came, and answered at once.
 */
export function mountWhatsAppHooks(app: FastifyInstance, deps: Deps) {
  app.register(async (hooks) => {
    const hook = openSignedHooks(hooks, deps, whatsAppHooks)
    hook({
      path: '/hooks/whatsapp/:connection',
      async find({ params }) {
        const found = await deps.whatsApp.find(params.connection ?? '')
        return found && { ...found, ...(found.appSecrets.length === 0 && { isGone: true as const }) }
      },
      async act(connection, content) {
        const reports = reportsIn(content)
        // More than Meta sends at once. None is taken, so that what is refused is seen and nothing is lost in silence.
        if (reports.length > HOOK_REPORTS_MAX) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
        await takeReports(deps, connection, reports)
        return 'taken'
      },
    })
  })
  mountVerification(app, deps)
}

type Asked = { 'hub.mode'?: unknown; 'hub.verify_token'?: unknown; 'hub.challenge'?: unknown }
/** Meta asks whether an address is meant for it before it sends anything there. */
function mountVerification(app: FastifyInstance, { whatsApp }: Deps) {
  app.get<{ Params: { connection: string }; Querystring: Asked }>(
    '/hooks/whatsapp/:connection',
    { schema: { hide: true } },
    async ({ params: { connection }, query }, reply) => {
      const token = String(query['hub.verify_token'] ?? '')
      const isMeant = query['hub.mode'] === 'subscribe' && isId(connection)
      reply.type('text/plain').header('cache-control', 'no-store')
      if (!isMeant || !isSameSignature(whatsApp.hookOf(connection).verifyToken, token)) return reply.code(403).send('')
      return reply.send(String(query['hub.challenge'] ?? '').slice(0, 200))
    },
  )
}
