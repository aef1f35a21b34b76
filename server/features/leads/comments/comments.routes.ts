import type { FastifyInstance } from 'fastify'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { onceInTransaction } from '../../../platform/db/idempotency.ts'
import { handle } from '../../../platform/http/handle.ts'
import { readHistoryItem } from '../history/history.service.ts'
import type { LeadContext } from '../leads.service.ts'
import {
  addComment,
  deleteComment,
  editComment,
  findMentionable,
  readVersions,
  restoreComment,
} from './comments.service.ts'

export function mountComments(app: FastifyInstance, { now, ownFields }: Deps) {
  /** The comment's item in the history after the change. */
  const itemAfter = async (context: LeadContext, leadId: string, change: (tx: Db) => Promise<string>) => {
    const own = await ownFields.find(context.caller.businessId)
    const itemId = await context.db.transaction().execute(change)
    return { success: true as const, item: await readHistoryItem({ ...context, own }, leadId, itemId) }
  }
  const whichOf = ({ id, commentId }: { id: string; commentId: string }) => ({ leadId: id, commentId })

  handle(app, commentRoutes.add, async ({ params, body }, context) => {
    const { itemId } = await onceInTransaction(context, { ...params, ...body }, async (tx) => ({
      itemId: await addComment(tx, { caller: context.caller, now: now() }, params.id, body.text),
    }))
    const own = await ownFields.find(context.caller.businessId)
    return { success: true, item: await readHistoryItem({ ...context, own }, params.id, itemId) }
  })
  handle(app, commentRoutes.change, async ({ params, body }, context) =>
    itemAfter(context, params.id, (tx) =>
      editComment(tx, { caller: context.caller, now: now() }, { ...whichOf(params), ...body }),
    ),
  )
  handle(app, commentRoutes.remove, async ({ params }, context) =>
    itemAfter(context, params.id, (tx) => deleteComment(tx, { caller: context.caller, now: now() }, whichOf(params))),
  )
  handle(app, commentRoutes.restore, async ({ params }, context) =>
    itemAfter(context, params.id, (tx) => restoreComment(tx, { caller: context.caller, now: now() }, whichOf(params))),
  )
  handle(app, commentRoutes.versions, async ({ params }, context) => ({
    success: true,
    ...(await readVersions(context, whichOf(params))),
  }))
  handle(app, commentRoutes.mentionable, async ({ params }, context) => ({
    success: true,
    people: await findMentionable(context, params.id),
  }))
}
