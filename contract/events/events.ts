import { z } from 'zod'
import { id } from '../common.ts'
import type { NotificationEvent } from '../notifications/notification-settings.ts'

/** Groups of the audit log; `takings` is data access: exports and playback. */
export const auditKinds = ['access', 'team', 'keys', 'settings', 'campaigns', 'takings', 'leads'] as const
export type AuditKind = (typeof auditKinds)[number]

/** The subject of an event in the audit log. */
export type EventSubject = {
  kind: string
  /** Field of the payload that holds its id. */
  id: string
  /** Fields of the payload or of `personal` that may hold its name; the first non-empty one is shown. */
  names?: readonly string[]
  /** The log links to a page that exists even after the subject is deleted. */
  isPagePermanent?: true
}

export type EventTopic = 'lead' | 'call' | 'campaign' | 'status' | 'business' | 'member'

/** An entry of the catalogue. */
export type EventEntry = {
  /** Its campaign decides who may see the event; `changes` holds [before, after] of each field. */
  payload: z.ZodObject
  /** `broadcast`: streams and the audit log; `audit`: the log alone. */
  audience: 'broadcast' | 'audit'
  /** Clients choose by topic which events refresh a screen. */
  topic?: EventTopic
  /** Null: not in the audit log. */
  kind: AuditKind | null
  subject?: EventSubject
  /** Fields of the payload and of `personal` that the log shows beside `changes`. */
  facts?: readonly string[]
  /** `changes` are initial values: the log shows no previous ones. */
  isCreation?: true
  notification?: NotificationEvent
}
export type EventEntries = Record<string, EventEntry>

/** Campaign id of events that concern the whole business and all its members. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000' as const
export const OfBusiness = z.object({ campaignId: z.literal(ALL_CAMPAIGNS) })
export const OfCampaign = z.object({ campaignId: id })
/** A member or prospective member. */
export const OfPerson = OfBusiness.extend({ userId: id })

export const Changes = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))

/** The actor: a person, an API key, a submitted form, or the system (a job, the operator). */
export const Actor = z.union([
  z.object({ userId: id }),
  z.object({ keyId: id }),
  z.object({ formId: id }),
  z.object({ system: z.literal(true) }),
])
export type Actor = z.output<typeof Actor>
