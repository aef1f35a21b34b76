import { z } from 'zod'
import { id } from '#contract/common.ts'
import { personalActions } from '#contract/notifications/notifications.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import {
  audiencesReachMembers,
  isPersonallyNotified,
  reachesMembers,
} from '../notification-settings/notification-recipients.rules.ts'
import { findPlan, listRecipientMembers } from '../notification-settings/notification-recipients.service.ts'
import { quietEnd } from '../notification-settings/quiet.rules.ts'
import { listPersonalEvents } from './personal.queries.ts'
import { personalMail, personalSms } from './personal.rules.ts'
import { queueNotices } from './queue-notices.service.ts'

/**
 * Sends e-mail and SMS to the people whom events concern, as their settings say. Idempotent: a message is keyed by event
 * and recipient.
 */
export const notifyPersons = job({
  name: 'notifyPersons',
  payload: z.object({ businessId: id, eventIds: z.array(id) }),
  maxAttempts: 10,
  async run(deps: Deps, { businessId, eventIds }) {
    const { workerDb, env, now } = deps
    const plan = await findPlan(workerDb, businessId)
    if (!reachesMembers(plan, personalActions)) return
    const [events, members] = await Promise.all([
      listPersonalEvents(workerDb, businessId, { eventIds }),
      listRecipientMembers(workerDb, businessId, {
        recipients: [],
        campaignIds: [],
        isAll: audiencesReachMembers(plan, personalActions),
      }),
    ])
    const byId = new Map(members.map((member) => [member.userId, member]))
    const messages = events.flatMap((event) => {
      const member = byId.get(event.userId)
      if (!member || event.authorId === event.userId) return []
      const item = event.itemId ? `?item=${event.itemId}` : ''
      const url = `${env.publicUrl}/b/${businessId}/c/${event.campaignId}/leads/${event.leadId}${item}`
      const dueAt = quietEnd(now(), member.quiet)
      const to = (channel: 'mail' | 'sms') => {
        const address = channel === 'mail' ? member.email : member.phone
        const isWanted =
          deps[channel].isAvailable && isPersonallyNotified(plan, member, { event: event.action, channel })
        return address && isWanted ? [{ to: address, language: member.language, isMasked: member.isMasked, url }] : []
      }
      return [
        ...to('mail').map((one) => ({ ...personalMail(event, one), dueAt })),
        ...to('sms').map((one) => ({ ...personalSms(event, one), dueAt })),
      ]
    })
    await queueNotices(deps, businessId, messages)
  },
})
