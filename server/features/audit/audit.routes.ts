import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '#contract/audit.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { findChoices, readLog } from './audit.service.ts'
import { auditExport } from './audit-export.service.ts'

export function mountAudit(app: FastifyInstance, deps: Deps) {
  handle(app, auditRoutes.list, ({ query }, context) => readLog(context, query))
  handle(app, auditRoutes.choices, async ({ query }, context) => ({
    success: true,
    ...(await findChoices(context, query.about)),
  }))
  handle(app, auditRoutes.exportLink, async ({ body }, { caller, language }) => ({
    success: true,
    ...auditExport.link(deps, caller, { asked: body, language, businessId: caller.businessId }),
  }))
  auditExport.mount(app, deps)
}
