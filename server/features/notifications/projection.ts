import type { Db } from '../../platform/db/db.ts'
import type { Batch, Projection, StoredEvent } from '../../platform/events/relay.ts'
import { specOf } from '../../platform/jobs/job.ts'
import { recordDecisions } from './decisions/decisions.jobs.ts'
import { notifyRecipients } from './notifications.jobs.ts'
import {
  insertNotifications,
  insertShiftNotifications,
  insertTeamNotifications,
  insertTestNotifications,
} from './notifications.queries.ts'
import { actionFor, isSent, peopleActionOf, shiftActionOf, shiftPeopleOf } from './notifications.rules.ts'
import { notifyPersons } from './personal.jobs.ts'
import { insertPersonalNotifications } from './personal.queries.ts'
import { addresseesOf, personalActionOf } from './personal.rules.ts'
import { pushNotifications } from './push.jobs.ts'

/**
 * Notifications in the app are written in the relay's transaction, so every relayed event already has them. E-mail, SMS
 * and push notifications are sent by jobs.
 */
export const notificationProjection: Projection = { apply: writeNotifications, jobs: (events) => jobsFor(events) }

async function writeNotifications(tx: Db, { events }: Batch) {
  const ofLeads = events.filter(actionFor).map(({ businessId, id, campaignId, leadId, name, actor, payload, at }) => ({
    business_id: businessId,
    id,
    campaign_id: campaignId,
    lead_id: leadId,
    action: actionFor({ name, leadId, payload }),
    author_id: 'userId' in actor ? actor.userId : null,
    source: payload.source,
    at,
  }))
  const ofTeam = events.flatMap(({ businessId, id, name, actor }) => {
    const action = peopleActionOf(name)
    return action ? [{ business_id: businessId, id, action, author_id: 'userId' in actor ? actor.userId : null }] : []
  })
  const tested = events.flatMap(({ businessId, id, name, payload: { userId, isSilent }, at }) =>
    name === 'notification.tested'
      ? [{ business_id: businessId, id, user_id: userId as string, is_silent: isSilent === true, at }]
      : [],
  )
  const personal = events.flatMap((event) =>
    addresseesOf(event).map((userId) => ({
      business_id: event.businessId,
      id: event.id,
      action: personalActionOf(event.name),
      user_id: userId,
    })),
  )
  const ofShifts = events.flatMap((event) =>
    shiftPeopleOf(event).map((userId) => ({
      business_id: event.businessId,
      id: event.id,
      action: shiftActionOf(event.name),
      user_id: userId,
    })),
  )
  if (ofLeads.length) await insertNotifications(tx, ofLeads)
  if (ofTeam.length) await insertTeamNotifications(tx, ofTeam)
  if (personal.length) await insertPersonalNotifications(tx, personal)
  if (ofShifts.length) await insertShiftNotifications(tx, ofShifts)
  if (tested.length) await insertTestNotifications(tx, tested)
}

/**
 * Adds one job per business and batch, not per event: at 1,000 leads a second the queue would become the bottleneck.
 */
const jobsFor = (events: StoredEvent[]) => [
  ...specsOf(notifyRecipients, events.filter(isSent)),
  ...specsOf(
    notifyPersons,
    events.filter((event) => addresseesOf(event).length > 0),
  ),
  ...specsOf(
    pushNotifications,
    events.filter(
      (event) =>
        actionFor(event) ||
        peopleActionOf(event.name) ||
        addresseesOf(event).length > 0 ||
        shiftPeopleOf(event).length > 0,
    ),
  ),
  ...decisionSpecs(events),
]

const decisionSpecs = (events: StoredEvent[]) => {
  const explained = events.flatMap((event) => {
    const persons = [...addresseesOf(event)]
    const action = actionFor(event) ?? (persons.length ? personalActionOf(event.name) : undefined) ?? null
    const about = { businessId: event.businessId, id: event.id, action, isSent: isSent(event), persons }
    return action || about.isSent ? [about] : []
  })
  return [...Map.groupBy(explained, ({ businessId }) => businessId)].map(([businessId, ofBusiness]) =>
    specOf(recordDecisions, { businessId, events: ofBusiness.map(({ businessId: _, ...event }) => event) }),
  )
}

const specsOf = (
  of: typeof notifyRecipients | typeof notifyPersons | typeof pushNotifications,
  events: StoredEvent[],
) =>
  [...Map.groupBy(events, ({ businessId }) => businessId)].map(([businessId, ofBusiness]) =>
    specOf(of, { businessId, eventIds: ofBusiness.map(({ id }) => id) }),
  )
