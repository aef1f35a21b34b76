import type { FastifyInstance } from 'fastify'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { mergeLeads } from '../leads/merge/merge.service.ts'
import { mergeParts } from './merge-parts.ts'

export function mountDuplicates(app: FastifyInstance, { now, ownFields }: Deps) {
  handle(app, duplicateRoutes.merge, async ({ body }, context) => {
    const own = await ownFields.find(context.caller.businessId)
    return mergeLeads({ ...context, own, now: now(), parts: mergeParts }, body)
  })
}
