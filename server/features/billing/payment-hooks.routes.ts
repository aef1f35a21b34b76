import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type HookProtocol, openSignedHooks } from '../../platform/http/signed-hooks.ts'
import { SIGNATURE_HEADER } from '../../providers/payments/local-house.ts'
import type { PaymentHouse } from '../../providers/payments/payments.ts'
import { settlePayment } from './charging.service.ts'
import { findByKey } from './collections.queries.ts'
import { findByRef } from './methods.queries.ts'
import { finishMethod } from './methods.service.ts'

type About = { ref?: string; key?: string }
type Signer = { house: PaymentHouse; isGone?: true }
const protocol: HookProtocol<Signer, About, string> = {
  contentType: 'application/json',
  read: ({ house }, { headers, body }) => {
    const signature = headers[SIGNATURE_HEADER]
    return typeof signature === 'string' ? house.readCallback({ body, signature }) : undefined
  },
  reply: (answer) => ({ type: 'text/plain', body: answer }),
}

/** Callbacks of the payment house. They say only that something ended; the house is asked how. */
export function mountPaymentHooks(app: FastifyInstance, deps: Deps) {
  const { payments, workerDb, env } = deps
  if (!env.billing || !payments) return
  app.register(async (hooks) => {
    const hook = openSignedHooks<Signer, About, string>(hooks, deps, protocol)
    hook({
      path: '/hooks/payments/local',
      find: async () => ({ house: payments }),
      async act(_, { ref, key }) {
        const method = ref ? await findByRef(workerDb, ref) : undefined
        if (method) await finishMethod(deps, method.businessId, method.id)
        const payment = key ? await findByKey(workerDb, key) : undefined
        const result = payment && (await payments.find(payment.key))
        if (payment?.kind === 'charge' && result) await settlePayment(deps, payment.businessId, payment.id, result)
        return 'ok'
      },
    })
  })
}
