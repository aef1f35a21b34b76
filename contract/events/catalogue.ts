import type { z } from 'zod'
import { billingEvents } from '../billing/billing-events.ts'
import { accountEvents } from './account.ts'
import { apiKeyEvents } from './api-keys.ts'
import { auditEvents } from './audit.ts'
import { automationEvents } from './automations.ts'
import { alarmEvents } from './calls/alarms.ts'
import { blacklistEvents } from './calls/blacklist.ts'
import { callFlowEvents } from './calls/call-flows.ts'
import { recordingEvents } from './calls/calls.ts'
import { missedCallEvents } from './calls/missed-calls.ts'
import type { EventEntry, EventSubject } from './events.ts'
import { fileOpenings } from './files.ts'
import { channelEvents, messageTemplateEvents } from './lead-messages.ts'
import { leadSourceEvents } from './lead-sources.ts'
import { liveEntries } from './live.ts'
import { bookingPageEvents } from './meetings/booking-pages.ts'
import { operationEvents } from './operations.ts'
import { recipientEvents } from './recipients.ts'
import { taxDocumentEvents } from './tax-documents.ts'
import { webhookEvents } from './webhooks.ts'

/** All events by name. Each is an act of a person, an API key or the system. */
const catalogue = {
  ...accountEvents,
  ...apiKeyEvents,
  ...webhookEvents,
  ...operationEvents,
  ...liveEntries,
  ...auditEvents,
  ...recordingEvents,
  ...callFlowEvents,
  ...leadSourceEvents,
  ...messageTemplateEvents,
  ...channelEvents,
  ...missedCallEvents,
  ...alarmEvents,
  ...fileOpenings,
  ...billingEvents,
  ...automationEvents,
  ...bookingPageEvents,
  ...blacklistEvents,
  ...taxDocumentEvents,
  ...recipientEvents,
}
type Catalogue = typeof catalogue
export type EventName = keyof Catalogue
export type EventPayload<N extends EventName> = z.output<Catalogue[N]['payload']>
export const eventNames = Object.keys(catalogue) as EventName[]

type Subject = Extract<Catalogue[EventName], { subject: unknown }>['subject']
export type SubjectKind = Subject['kind']
const entries: Record<string, EventEntry & { subject?: EventSubject & { kind: SubjectKind } }> = catalogue
/** Returns the catalogue entry of an event; undefined if this release does not know the event. */
export const eventOf = (name: string) => entries[name]
export const subjectKinds = [...new Set(eventNames.flatMap((name) => entries[name]?.subject?.kind ?? []))] as [
  SubjectKind,
  ...SubjectKind[],
]
