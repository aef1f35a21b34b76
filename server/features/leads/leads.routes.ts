import type { FastifyInstance } from 'fastify'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import type { Deps } from '../../deps.ts'
import { once } from '../../platform/db/idempotency.ts'
import { handle } from '../../platform/http/handle.ts'
import { newId } from '../../platform/ids.ts'
import { translate } from '../../platform/texts.ts'
import { addComment, changeLead, markRead, setDeleted } from './change/change.service.ts'
import { createOperation } from './change/lead-operations.service.ts'
import { readHistory, readHistoryItem } from './history/history.service.ts'
import { createLead } from './intake/intake.service.ts'
import { findDuplicates, findSources, findTags, getLead } from './leads.service.ts'
import { countStatuses, findLeads } from './list/list.service.ts'

export function mountLeads(app: FastifyInstance, deps: Deps) {
  const { names, now } = deps
  handle(app, leadRoutes.list, ({ query }, context) => findLeads({ ...context, names, now: now() }, query))
  handle(app, leadCountRoutes.byStatus, async ({ query }, context) => ({
    success: true,
    statuses: await countStatuses({ ...context, now: now() }, query),
  }))
  handle(app, leadRoutes.create, ({ body }, context) => createLead(context, body))
  handle(app, leadRoutes.duplicates, async ({ query }, context) => ({
    success: true,
    leads: await findDuplicates(context, query),
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
    lead: await getLead(context, params.id),
  }))
  handle(app, leadRoutes.change, async ({ params, body }, context) => ({
    success: true,
    lead: await changeLead({ ...context, now: now() }, params.id, body),
  }))
  handle(app, leadRoutes.read, async ({ params, body }, context) => {
    await markRead({ ...context, now: now() }, params.id, body.isRead)
    return { success: true }
  })
  handle(app, leadRoutes.history, async ({ params, query }, context) => ({
    success: true,
    history: await readHistory(context, params.id, query),
  }))
  handle(app, leadRoutes.comment, async ({ params, body }, { idempotencyKey, ...context }) => {
    const { db, caller } = context
    const marked = {
      businessId: caller.businessId,
      authorId: caller.userId,
      key: idempotencyKey,
      body: { ...params, ...body },
    }
    return db.transaction().execute((tx) =>
      once(tx, marked, async () => {
        const eventId = await addComment(tx, { ...context, now: now() }, params.id, { id: newId(), text: body.text })
        return { success: true as const, item: await readHistoryItem({ ...context, db: tx }, params.id, eventId) }
      }),
    )
  })
}
