import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '#contract/audit.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../platform/http/client.ts'
import { handle } from '../../platform/http/handle.ts'
import { findChoices, readLog } from './audit.service.ts'
import { exportLink, sendExport } from './audit-export.service.ts'

const EXPORT_PATH = '/audit/export'

export function mountAudit(app: FastifyInstance, deps: Deps) {
  handle(app, auditRoutes.list, ({ query }, context) => readLog(context, query))
  handle(app, auditRoutes.choices, async ({ query }, context) => ({
    success: true,
    ...(await findChoices(context, query.about)),
  }))
  handle(app, auditRoutes.exportLink, async ({ body }, { caller, language }) => ({
    success: true,
    ...exportLink(deps, caller, language, body),
  }))
  // A browser download sends no token; the signed address names its user.
  app.get(EXPORT_PATH, { schema: { hide: true } }, (request, reply) =>
    sendExport(deps, { url: request.url, client: clientOf(request) }, reply),
  )
}
