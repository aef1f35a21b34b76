import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { leadExamples } from './examples.rules.ts'
import { notificationJobs } from './notifications.jobs.ts'
import { mountNotifications } from './notifications.routes.ts'
import * as personal from './personal-data.queries.ts'
import { notificationProjection } from './projection.ts'

export const notifications: Feature = {
  mount: [mountNotifications],
  jobs: notificationJobs,
  projections: [notificationProjection],
  retained: [{ table: 'notifications', period: fixedPeriods.notifications, column: 'created_at' }],
  messageExamples: leadExamples,
  person: { erase: personal.eraseNotifications },
  account: {
    tables: ['notifications'],
    eraseInBusiness: personal.eraseNotificationsNaming,
    export: { notifications: personal.listNotificationsOfAccount },
  },
}
