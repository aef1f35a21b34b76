import { z } from 'zod'
import { id } from '#contract/common.ts'
import { leadActions, personalActions } from '#contract/notifications/notifications.ts'
import type { Deps } from '../../../deps.ts'
import { job } from '../../../platform/jobs/job.ts'
import { findPlan, listRecipientMembers } from '../../notification-settings/notification-recipients.service.ts'
import { findConfirmed } from '../../recipients/recipients.service.ts'
import { listPersonalEvents } from '../personal.queries.ts'
import { listEventsWithRecipients } from '../recipients.queries.ts'
import { insertDecisions, listDevices, listShown } from './decisions.queries.ts'
import { decisionsOf } from './decisions.rules.ts'

const Explained = z.object({
  id,
  action: z.enum([...leadActions, ...personalActions]).nullable(),
  isSent: z.boolean(),
  persons: z.array(id),
})

/** Stores who was not notified of events of leads, and why (decision 51). Idempotent: the first run is kept. */
export const recordDecisions = job({
  name: 'recordNoticeDecisions',
  payload: z.object({ businessId: id, events: z.array(Explained) }),
  maxAttempts: 10,
  async run({ workerDb, mail, sms, now }: Deps, { businessId, events }) {
    const eventIds = events.map((event) => event.id)
    const [plan, about, shown, personal] = await Promise.all([
      findPlan(workerDb, businessId),
      listEventsWithRecipients(workerDb, businessId, { eventIds, isAll: true }),
      listShown(workerDb, businessId, eventIds),
      listPersonalEvents(workerDb, businessId, { eventIds }),
    ])
    const [members, devices, confirmed] = await Promise.all([
      listRecipientMembers(workerDb, businessId, {
        recipients: [],
        campaignIds: [...new Set(about.map(({ campaignId }) => campaignId))],
        isAll: true,
      }),
      listDevices(workerDb, businessId, { userIds: shown.map(({ userId }) => userId), now: now() }),
      findConfirmed(workerDb, businessId, [...new Set(about.flatMap(({ mailTo, smsTo }) => [...mailTo, ...smsTo]))]),
    ])
    const mayShow = new Map(devices.map((device) => [device.userId, device.mayShow]))
    const known = {
      plan,
      members,
      isShown: pairs(shown.map(({ eventId, userId }) => [eventId, userId])),
      applies: pairs(personal.map((event) => [event.id, event.userId])),
      deviceOf: (userId: string) => mayShow.get(userId),
      isConfirmed: (channel: 'mail' | 'sms', address: string) => confirmed(channel, address) !== undefined,
      canSend: { mail: mail.isAvailable, sms: sms.isAvailable },
    }
    const byId = new Map(about.map((event) => [event.id, event]))
    const rows = events.flatMap((event) => {
      const notified = byId.get(event.id)
      return notified ? [{ eventId: event.id, decided: decisionsOf(event, notified, known) }] : []
    })
    await insertDecisions(workerDb, businessId, rows)
  },
})

function pairs(found: readonly (readonly [string, string])[]) {
  const keys = new Set(found.map((pair) => pair.join(' ')))
  return (eventId: string, userId: string) => keys.has(`${eventId} ${userId}`)
}
