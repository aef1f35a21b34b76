import type { Feature } from '../feature.ts'
import { listRequestsOf, listRequestsOfAccount } from './personal-data.queries.ts'
import { mountWaitingList } from './waiting-list.routes.ts'

export const waitingList: Feature = {
  mount: [mountWaitingList],
  person: { export: { requestsToJoin: listRequestsOf } },
  account: { tables: ['join_requests'], export: { requestsToJoin: listRequestsOfAccount } },
}
