import type { FastifyInstance } from 'fastify'

/** The state of this process; a stop signal changes it. */
export type Lifecycle = {
  /** Requests are still served, but replies close their connection and readiness answers 503. */
  isDraining: boolean
}

/** While the process drains, each reply ends its connection, so that none is idle when the listener closes. */
export function endConnectionsWhileDraining(app: FastifyInstance, lifecycle: Lifecycle) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.isDraining) reply.header('connection', 'close')
    done()
  })
}
