import type { FastifyInstance } from 'fastify'
import { lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import type { Deps } from '../../../../deps.ts'
import { handle } from '../../../../platform/http/handle.ts'
import { findLineTest, setDailyTest, startLineTest } from './line-tests.service.ts'

export function mountLineTests(app: FastifyInstance, deps: Deps) {
  handle(app, lineTestRoutes.get, async ({ params }, context) => ({
    success: true,
    ...(await findLineTest(context, params.id)),
  }))

  handle(app, lineTestRoutes.start, async ({ params }, context) => ({
    success: true,
    test: await startLineTest(deps, context, params.id),
  }))

  handle(app, lineTestRoutes.set, async ({ params, body }, context) => {
    await setDailyTest(context, params.id, body.isDaily)
    return { success: true }
  })
}
