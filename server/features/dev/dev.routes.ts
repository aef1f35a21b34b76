import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isLocal } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { listOutbox } from '../messages/messages.service.ts'
import { DemoCallWish, findDemoCall, startDemoCall } from './demo-calls.service.ts'
import { mountDevPhones } from './dev-phones.routes.ts'
import { readForms } from './forms.ts'
import { answerAsLead } from './lead-answers.service.ts'
import { OUTBOX_POLICY, outboxPage } from './outbox-page.ts'
import { mountPaymentHouse } from './payment-house.routes.ts'
import { mountReceiver } from './receiver.routes.ts'

const SHOWN = 100

/** Mounted only if the environment opens /dev; answers only requests from this machine. */
export function mountDev(app: FastifyInstance, deps: Deps) {
  const { env, workerDb, voice, now, findScreenedCaller } = deps
  if (!env.devPages || !env.isLocalUrl) return
  const consoleUrl = () => voice.exchange()?.consoleUrl
  app.register(
    async (dev) => {
      dev.addHook('onRequest', async (request) => {
        if (!isLocal(request)) throw new AppError('not_found')
      })
      dev.get('/outbox', { schema: { hide: true } }, async (_, reply) =>
        reply
          .header('content-security-policy', OUTBOX_POLICY)
          .type('text/html; charset=utf-8')
          .send(outboxPage(await listOutbox(workerDb, SHOWN))),
      )
      mountAnswers(dev, deps)
      dev.post('/demo-calls', { schema: { hide: true } }, async (request) => {
        const wish = DemoCallWish.parse(request.body)
        return startDemoCall({ workerDb, now, findScreenedCaller, consoleUrl: consoleUrl() }, wish)
      })
      dev.get<{ Params: { id: string } }>('/demo-calls/:id', { schema: { hide: true } }, ({ params }) =>
        findDemoCall(consoleUrl(), params.id),
      )
      dev.get('/outbox.json', { schema: { hide: true } }, async () => ({ messages: await listOutbox(workerDb, SHOWN) }))
      mountDevPhones(dev, deps)
      mountPaymentHouse(dev, deps)
      mountReceiver(dev, deps)
    },
    { prefix: '/dev' },
  )
}

/** The outbox answers messages to leads, as the leads would. */
function mountAnswers(dev: FastifyInstance, deps: Deps) {
  dev.register(async (answers) => {
    readForms(answers)
    answers.post<{ Params: { id: string }; Body: { text?: string } }>(
      '/outbox/:id/answer',
      { schema: { hide: true } },
      async ({ params: { id }, body: { text = '' } }, reply) => {
        await answerAsLead(deps, { id, text })
        return reply.redirect('/dev/outbox', 303)
      },
    )
  })
}
