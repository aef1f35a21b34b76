import type { Feature } from '../feature.ts'
import { mountConversations, mountLeadUnsubscribing } from './conversations.routes.ts'
import { messagesInHistory } from './conversations.service.ts'
import { mountSmsHooks } from './inbound/sms-hooks.routes.ts'
import * as personal from './personal-data.queries.ts'
import { startSendingToLeads, waitingToLeads } from './sending/delivery.ts'

export const conversations: Feature = {
  mount: [mountConversations],
  mountAtRoot: [mountSmsHooks, mountLeadUnsubscribing],
  loops: [startSendingToLeads],
  projections: [waitingToLeads],
  historySource: messagesInHistory,
  person: { erase: personal.eraseLeadMessages, export: { conversation: personal.listLeadMessages } },
  account: { exportInBusiness: { messagesToLeads: personal.listOwnMessages } },
}
