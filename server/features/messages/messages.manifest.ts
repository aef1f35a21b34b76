import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { startDelivery } from './delivery.ts'
import * as personal from './personal-data.queries.ts'
import { isSmsReportBefore } from './sms-reports.sql.ts'
import { countSmsParts } from './usage.queries.ts'

export const messages: Feature = {
  loops: [startDelivery],
  usageMeters: [{ meter: 'sms', count: countSmsParts }],
  retained: [{ table: 'messages', period: fixedPeriods.messages, column: 'created_at' }],
  retainedAsSet: [{ table: 'provider_events', period: 'textReports', isOld: isSmsReportBefore }],
  person: { erase: personal.eraseMessages, export: { messagesSent: personal.listMessages } },
  account: {
    erase: personal.eraseMessagesOfAccount,
    eraseInBusiness: personal.eraseMessagesNaming,
    export: { messagesSent: personal.listMessagesOfAccount },
  },
}
