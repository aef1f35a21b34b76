import type { Feature } from '../feature.ts'
import { mountBulkMessages } from './bulk/bulk-messages.routes.ts'
import { bulkMessageOperations } from './bulk/bulk-operations.service.ts'
import { mountConversations, mountLeadUnsubscribing } from './conversations.routes.ts'
import { messagesInHistory } from './conversations.service.ts'
import { startMailListener } from './inbound/mail/mail-listener.ts'
import { mountMailPages } from './inbound/mail/mail-pages.service.ts'
import { mountSmsHooks } from './inbound/sms-hooks.routes.ts'
import { mountWhatsAppHooks } from './inbound/whatsapp/whatsapp-hooks.routes.ts'
import { readWhatsApp, readWhatsAppTemplates } from './inbound/whatsapp/whatsapp-reports.jobs.ts'
import * as personal from './personal-data.queries.ts'
import { startSendingToLeads, waitingToLeads } from './sending/delivery.ts'

export const conversations: Feature = {
  mount: [mountConversations, mountMailPages, mountBulkMessages],
  mountAtRoot: [mountSmsHooks, mountWhatsAppHooks, mountLeadUnsubscribing],
  operationHandlers: [bulkMessageOperations],
  jobs: [readWhatsApp, readWhatsAppTemplates],
  loops: [startSendingToLeads, startMailListener],
  projections: [waitingToLeads],
  historySource: messagesInHistory,
  person: { erase: personal.eraseLeadMessages, export: { conversation: personal.listLeadMessages } },
  account: { exportInBusiness: { messagesToLeads: personal.listOwnMessages } },
}
