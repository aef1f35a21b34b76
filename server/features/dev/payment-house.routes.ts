import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findSetup } from '../../providers/payments/local-house.queries.ts'
import { readForms } from './forms.ts'
import { answerPage, type HouseForm } from './payment-house.service.ts'
import { HOUSE_POLICY, housePage } from './payment-house-page.ts'

/** The page of the local payment house, the only place where a card number is typed. Nothing of it is logged. */
export function mountPaymentHouse(dev: FastifyInstance, deps: Deps) {
  const { env, workerDb } = deps
  if (!env.billing || env.paymentHouse !== 'local') return
  const find = async (ref: string) => {
    const setup = await findSetup(workerDb, ref)
    if (!setup) throw new AppError('not_found')
    return setup
  }
  const send = (reply: FastifyReply, page: string) =>
    reply.header('content-security-policy', HOUSE_POLICY).type('text/html; charset=utf-8').send(page)
  dev.register(async (house) => {
    readForms(house)
    house.get<{ Params: { ref: string } }>('/payments/:ref', { schema: { hide: true } }, async ({ params }, reply) =>
      send(reply, housePage(await find(params.ref))),
    )
    house.post<{ Params: { ref: string }; Body: HouseForm }>(
      '/payments/:ref',
      { schema: { hide: true } },
      async ({ params, body }, reply) => {
        const problem = await answerPage(deps, await find(params.ref), body)
        const answered = await find(params.ref)
        const isOver = answered.state === 'approved' || answered.state === 'refused'
        return isOver ? reply.redirect(answered.returnUrl, 303) : send(reply, housePage(answered, problem))
      },
    )
  })
}
