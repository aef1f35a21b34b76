import type { FastifyInstance } from 'fastify'
import { leadBoardRoutes } from '#contract/leads/lead-board.ts'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { leadExportRoutes } from '#contract/leads/sheets/lead-export.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { translate } from '../../platform/texts.ts'
import type { OwnFields } from '../lead-fields/lead-fields.cache.ts'
import { changeLead, markManyRead, markRead, setDeleted } from './change/change.service.ts'
import { createOperation } from './change/lead-operations.service.ts'
import { giveExportLink, leadExport } from './export/export.service.ts'
import { readHistory } from './history/history.service.ts'
import { createLead, findIssuesOf } from './intake/intake.service.ts'
import { findDuplicates, findSamePerson, findSources, findTags, getLead } from './leads.service.ts'
import { findBoard } from './list/board.service.ts'
import { countStatuses, findLeads } from './list/list.service.ts'

/** Adds the own fields of the caller's business to a context. */
const addingOwn =
  ({ find }: OwnFields) =>
  async <C extends { caller: Caller }>(context: C) => ({ ...context, own: await find(context.caller.businessId) })

export function mountLeads(app: FastifyInstance, deps: Deps) {
  const { names, now, ownFields, historySources } = deps
  const withOwn = addingOwn(ownFields)
  handle(app, leadRoutes.list, async ({ query }, context) =>
    findLeads({ ...(await withOwn(context)), names, now: now() }, query),
  )
  handle(app, leadBoardRoutes.get, async ({ query }, context) =>
    findBoard({ ...(await withOwn(context)), names, now: now() }, query),
  )
  handle(app, leadCountRoutes.byStatus, async ({ query }, context) => ({
    success: true,
    statuses: await countStatuses({ ...context, now: now() }, query),
  }))
  handle(
    app,
    leadRoutes.create,
    async ({ body }, context) => createLead(await withOwn(context), body),
    async (body, context) => findIssuesOf(body, await withOwn(context)),
  )
  handle(app, leadRoutes.duplicates, async ({ query }, context) => ({
    success: true,
    ...(await findDuplicates(await withOwn(context), query)),
  }))
  handle(app, leadRoutes.sources, async (_, context) => ({ success: true, sources: await findSources(context) }))
  handle(app, leadRoutes.tags, async (_, context) => ({ success: true, tags: await findTags(context) }))
  handle(app, leadRoutes.remove, async ({ body }, context) => {
    const { leadIds, campaignId, ...all } = body
    if (leadIds) await setDeleted({ ...context, now: now() }, { leadIds, campaignId }, true)
    else {
      const choice = { ...all, ...(campaignId && { campaignId: [campaignId] }) }
      await createOperation(deps, context, { action: { kind: 'delete' }, choice })
    }
    return { success: true, message: translate(context.language, 'errors', 'operation_succeeded') }
  })
  handle(app, operationRoutes.create, async ({ body: { action, ...choice } }, context) => ({
    success: true,
    operation: await createOperation(deps, context, { action, choice }),
  }))
  handle(app, leadRoutes.restore, async ({ body }, context) => {
    await setDeleted({ ...context, now: now() }, body, false)
    return { success: true, message: translate(context.language, 'errors', 'operation_succeeded') }
  })
  handle(app, leadRoutes.get, async ({ params }, context) => ({
    success: true,
    lead: await getLead({ ...(await withOwn(context)), now: now() }, params.id),
  }))
  handle(app, leadRoutes.change, async ({ params, body }, context) => ({
    success: true,
    lead: await changeLead({ ...(await withOwn(context)), now: now() }, params.id, body),
  }))
  handle(app, leadRoutes.read, async ({ params, body }, context) => {
    await markRead({ ...context, now: now() }, params.id, body.isRead)
    return { success: true }
  })
  handle(app, leadRoutes.readMany, async ({ body }, context) => {
    await markManyRead({ ...context, now: now() }, body)
    return { success: true }
  })
  handle(app, leadRoutes.samePerson, async ({ params }, context) => ({
    success: true,
    leads: await findSamePerson(await withOwn(context), params.id),
  }))
  handle(app, leadExportRoutes.link, async ({ body }, context) => ({
    success: true,
    ...(await giveExportLink(deps, { ...(await withOwn(context)), now: now() }, body)),
  }))
  leadExport.mount(app, deps)
  handle(app, leadRoutes.history, async ({ params, query }, context) =>
    readHistory({ ...(await withOwn(context)), names, historySources }, params.id, query),
  )
}
