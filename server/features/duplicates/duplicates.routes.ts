import type { FastifyInstance } from 'fastify'
import { duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { spellingRoutes } from '#contract/duplicates/spellings.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { mergeLeads } from '../leads/merge/merge.service.ts'
import { compareLeads, distinguish, findGroups } from './duplicates.service.ts'
import { mergeParts } from './merge-parts.ts'
import { changePolicy, readPolicy } from './policy.service.ts'
import { findSpellings } from './spellings.service.ts'

export function mountDuplicates(app: FastifyInstance, { now, ownFields, names, historySources }: Deps) {
  handle(app, duplicatePolicyRoutes.get, (_, context) => readPolicy(context))
  handle(app, duplicatePolicyRoutes.change, ({ body }, context) => changePolicy(context, body))
  handle(app, spellingRoutes.find, async ({ query }, context) => {
    const own = await ownFields.find(context.caller.businessId)
    return { success: true, spellings: await findSpellings({ ...context, own, now: now() }, query) }
  })
  handle(app, duplicateRoutes.groups, ({ query }, context) => findGroups(context, query))
  handle(app, duplicateRoutes.compare, async ({ query }, context) => {
    const own = await ownFields.find(context.caller.businessId)
    return compareLeads({ ...context, own, names, historySources }, query.leadIds)
  })
  handle(app, duplicateRoutes.distinguish, async ({ body }, context) => {
    const own = await ownFields.find(context.caller.businessId)
    await distinguish({ ...context, own, now: now() }, body.leadIds)
    return { success: true }
  })
  handle(app, duplicateRoutes.merge, async ({ body }, context) => {
    const own = await ownFields.find(context.caller.businessId)
    return mergeLeads({ ...context, own, now: now(), parts: mergeParts }, body)
  })
}
