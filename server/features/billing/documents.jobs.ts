import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { lockPayment } from './collections.queries.ts'
import { issueForPayment } from './documents.service.ts'

/** After the payment is posted, so that a document that cannot be issued never undoes what the house has charged. */
export const issuePaymentDocuments = job({
  name: 'issuePaymentDocuments',
  payload: z.object({ businessId: id, paymentId: id }),
  maxAttempts: 12,
  run: ({ workerDb, now }: Pick<Deps, 'workerDb' | 'now'>, { businessId, paymentId }) =>
    workerDb.transaction().execute(async (tx) => {
      const payment = await lockPayment(tx, businessId, paymentId)
      if (payment?.state === 'settled') await issueForPayment({ now }, tx, businessId, payment)
    }),
})
