import type { FastifyInstance } from 'fastify'
import { ERASURES_LISTED, privacyRoutes } from '#contract/privacy.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { giveOwnFile, leadFileLink, mountPersonFile } from './file-downloads.service.ts'
import { erasePerson, findHeld } from './lead-erasure.service.ts'
import { listErasures } from './person.queries.ts'
import { changeRetentionPeriods, readRetentionPeriods } from './retention.service.ts'
import { eraseSelf } from './user-erasure.service.ts'

export function mountPrivacy(app: FastifyInstance, deps: Deps) {
  handle(app, privacyRoutes.leadFile, async ({ params }, context) => ({
    success: true,
    ...(await leadFileLink(deps, context, params.id)),
  }))
  handle(app, privacyRoutes.leadHeld, async ({ params }, context) => ({
    success: true,
    held: await findHeld(context, params.id),
  }))
  handle(app, privacyRoutes.eraseLead, async ({ params, body }, context) => {
    await erasePerson(deps, context, params.id, body.typed)
    return { success: true }
  })
  handle(app, privacyRoutes.settings, async (_, { db, caller }) => ({
    success: true,
    clocks: await readRetentionPeriods(db, caller.businessId),
  }))
  handle(app, privacyRoutes.changeSettings, async ({ body }, context) => ({
    success: true,
    clocks: await changeRetentionPeriods(context, body),
  }))
  handle(app, privacyRoutes.erasures, async (_, { db, caller }) => {
    const rows = await listErasures(db, caller.businessId, ERASURES_LISTED)
    const erasures = rows.map(({ userId, name, image, ...erasure }) => ({
      ...erasure,
      by: { _id: userId, name, image },
    }))
    return { success: true, erasures }
  })
  handle(app, privacyRoutes.ownFile, async (_, { caller }) => ({ success: true, ...giveOwnFile(deps, caller) }))
  handle(app, privacyRoutes.eraseSelf, async ({ body }, { caller, language }) => {
    await eraseSelf(deps, { caller, language, ...body })
    return { success: true }
  })
  mountPersonFile(app, deps)
}
