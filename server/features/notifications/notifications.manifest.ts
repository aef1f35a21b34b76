import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import * as decisions from './decisions/decisions.queries.ts'
import { leadExamples } from './examples.rules.ts'
import { notificationJobs } from './notifications.jobs.ts'
import { mountNotifications } from './notifications.routes.ts'
import * as personal from './personal-data.queries.ts'
import { notificationProjection } from './projection.ts'

export const notifications: Feature = {
  mount: [mountNotifications],
  jobs: notificationJobs,
  projections: [notificationProjection],
  retained: [
    { table: 'notifications', period: fixedPeriods.notifications, column: 'created_at' },
    { table: 'notice_decisions', period: fixedPeriods.messages, column: 'at' },
  ],
  messageExamples: leadExamples,
  person: {
    erase: async (tx, businessId, target) => {
      await personal.eraseNotifications(tx, businessId, target)
      await decisions.eraseDecisions(tx, businessId, target)
    },
  },
  account: {
    tables: ['notifications'],
    eraseInBusiness: async (tx, businessId, user) => {
      await personal.eraseNotificationsNaming(tx, businessId, user)
      await decisions.eraseAddresses(tx, businessId, [user.email, user.phone])
    },
    export: {
      notifications: personal.listNotificationsOfAccount,
      notNotified: decisions.listDecisionsOfAccount,
    },
  },
}
