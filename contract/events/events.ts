import { z } from 'zod'
import { id } from '../common.ts'
import type { NotificationEvent } from '../notifications/notification-settings.ts'

/** Groups of events in the audit log. `takings` holds data access: exports and playback. */
export const auditKinds = ['access', 'team', 'keys', 'settings', 'campaigns', 'takings', 'leads'] as const
export type AuditKind = (typeof auditKinds)[number]

/** The subject of an event in the audit log. */
export type EventSubject = {
  kind: string
  /** Payload field that holds the subject's id. */
  id: string
  /** Fields of the payload or of `personal` that may hold the subject's name. The first non-empty one is shown. */
  names?: readonly string[]
  /** The subject's page exists even after the subject is deleted, so the log always links to it. */
  isPagePermanent?: true
}

export type EventTopic =
  | 'lead'
  | 'followUp'
  | 'message'
  | 'file'
  | 'meeting'
  | 'view'
  | 'call'
  | 'campaign'
  | 'status'
  | 'leadField'
  | 'number'
  | 'form'
  | 'business'
  | 'workingHours'
  | 'shift'
  | 'member'

/**
 * An entry of the catalogue. Personal data of an event is not in its payload but in the column `personal`, which can be
 * erased.
 */
export type EventEntry = {
  /** The payload's campaign decides who may see the event. `changes` holds [before, after] of each changed field. */
  payload: z.ZodObject
  /** `broadcast`: sent to event streams and to the audit log; `audit`: sent to the audit log only. */
  audience: 'broadcast' | 'audit'
  /** Clients choose by topic which events refresh a screen. */
  topic?: EventTopic
  /** Group in the audit log; null: the event is not in the audit log. */
  kind: AuditKind | null
  subject?: EventSubject
  /** Fields of the payload and of `personal` that the log shows beside `changes`. */
  facts?: readonly string[]
  /** `changes` holds initial values, so the log shows no previous ones. */
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

/** The actor: a person, an API key, a submitted form, a source of leads, an automation, or the system (a job, the operator). */
export const Actor = z.union([
  z.object({ userId: id }),
  z.object({ keyId: id }),
  z.object({ formId: id }),
  z.object({ sourceId: id }),
  /** `depth`: how many runs of automations led here, one after the other. */
  z.object({ automationId: id, depth: z.number().int() }),
  z.object({ system: z.literal(true) }),
])
export type Actor = z.output<typeof Actor>
