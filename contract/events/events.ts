import { z } from 'zod'
import { id } from '../common.ts'
import type { NotificationEvent } from '../notifications/notification-settings.ts'

/** Groups of the audit log; `takings` is access to data: downloads and listening. */
export const auditKinds = ['access', 'team', 'keys', 'settings', 'campaigns', 'takings', 'leads'] as const
export type AuditKind = (typeof auditKinds)[number]

/** What an event is about, as the audit log names it. */
export type EventSubject = {
  kind: string
  /** The payload's field with its id. */
  id: string
  /** Fields of the payload or of `personal` with the name that it had; the first that is filled. */
  names?: readonly string[]
  /** The log leads to a page that is there even when the subject is gone. */
  isPagePermanent?: true
}

export type EventTopic = 'lead' | 'call' | 'campaign' | 'status' | 'business' | 'member'

/** An entry of the catalogue. */
export type EventEntry = {
  /** Its campaign says who may see it; `changes` holds [before, after] of each field. */
  payload: z.ZodObject
  /** `broadcast`: streams and the audit log; `audit`: the log alone. */
  audience: 'broadcast' | 'audit'
  /** What screens choose the events by that they refresh after. */
  topic?: EventTopic
  /** Null: not in the audit log. */
  kind: AuditKind | null
  subject?: EventSubject
  /** Fields of the payload and of `personal` that the log shows beside `changes`. */
  facts?: readonly string[]
  /** `changes` are first values: the log shows none before. */
  isCreation?: true
  notification?: NotificationEvent
}
export type EventEntries = Record<string, EventEntry>

/** Stands where a campaign would, in what concerns the whole business and all its members. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000' as const
export const OfBusiness = z.object({ campaignId: z.literal(ALL_CAMPAIGNS) })
export const OfCampaign = z.object({ campaignId: id })
/** A member, or a person who is to become one. */
export const OfPerson = OfBusiness.extend({ userId: id })

export const Changes = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))

/** Who did it: a person, an API key, a form that was filled in, or the system itself (a job, the operator). */
export const Actor = z.union([
  z.object({ userId: id }),
  z.object({ keyId: id }),
  z.object({ formId: id }),
  z.object({ system: z.literal(true) }),
])
export type Actor = z.output<typeof Actor>
