import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { openLocalHouse } from '../../providers/payments/local-house.ts'
import type { PaymentHouse } from '../../providers/payments/payments.ts'
import type { Feature, Opening } from '../feature.ts'
import { billingJobs } from './billing.jobs.ts'
import { mountBilling } from './billing.routes.ts'
import { stoppedBy } from './billing.service.ts'
import { mountPaymentHooks } from './payment-hooks.routes.ts'

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** Who charges cards and standing orders; undefined: businesses pay by transfer. */
    payments: PaymentHouse | undefined
    /** Why what costs the operator money has stopped for a business; undefined: it has not. */
    stoppedBy: (db: Db, businessId: string) => ReturnType<typeof stoppedBy>
    /** Refuses what costs the operator money where it has stopped. */
    requirePaid: (db: Db, businessId: string) => Promise<void>
  }
}

function openBilling({ env, workerDb, secretKey, now }: Opening): Partial<Deps> {
  const { publicUrl } = env
  const isLocal = env.billing && env.paymentHouse === 'local'
  const stopped = (db: Db, businessId: string) => stoppedBy({ env, now }, db, businessId)
  return {
    payments: isLocal ? openLocalHouse({ workerDb, secretKey, publicUrl, now }) : undefined,
    stoppedBy: stopped,
    async requirePaid(db, businessId) {
      const code = await stopped(db, businessId)
      if (code) throw new AppError(code)
    },
  }
}

export const billing: Feature = {
  mount: [mountBilling],
  mountAtRoot: [mountPaymentHooks],
  open: openBilling,
  jobs: billingJobs,
}
