import type { Feature } from '../feature.ts'
import { decisionExample } from './messages.ts'
import { listRequestsOf, listRequestsOfAccount } from './personal-data.queries.ts'
import { mountWaitingList } from './waiting-list.routes.ts'

export const waitingList: Feature = {
  mount: [mountWaitingList],
  retainedAsSet: [{ table: 'join_requests', period: 'newcomers', column: 'decided_at' }],
  messageExamples: { join_approved: decisionExample('approved'), join_declined: decisionExample('declined') },
  person: { export: { requestsToJoin: listRequestsOf } },
  account: { tables: ['join_requests'], export: { requestsToJoin: listRequestsOfAccount } },
}
