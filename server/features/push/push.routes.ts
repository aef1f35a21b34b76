import type { FastifyInstance } from 'fastify'
import { pushRoutes } from '#contract/notifications/push.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { addDevice, findDevices, removeDevice } from './push.service.ts'

export function mountPush(app: FastifyInstance, deps: Deps) {
  handle(app, pushRoutes.list, async (_, { db, caller }) => ({
    success: true,
    publicKey: deps.push.publicKey,
    devices: await findDevices(deps, { db, caller }),
  }))

  handle(app, pushRoutes.add, async ({ body }, { db, caller, client }) => {
    await addDevice(deps, { db, caller }, { subscription: body, userAgent: client.userAgent })
    return { success: true }
  })

  handle(app, pushRoutes.remove, async ({ params }, { db, caller }) => {
    await removeDevice({ db, caller }, params.id)
    return { success: true }
  })
}
