import { z } from 'zod'
import { id } from '#contract/common.ts'
import { languages } from '#contract/constants.ts'
import { leadActions } from '#contract/notifications/notifications.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import {
  audiencesReachMembers,
  type Recipient,
  reachesMembers,
  recipientsOf,
} from '../notification-settings/notification-recipients.rules.ts'
import { findPlan, listRecipientMembers } from '../notification-settings/notification-recipients.service.ts'
import { quietEnd } from '../notification-settings/quiet.rules.ts'
import { findConfirmed, recipientUrl } from '../recipients/recipients.service.ts'
import { recordDecisions } from './decisions/decisions.jobs.ts'
import { notifyPersons } from './personal.jobs.ts'
import { pushNotifications } from './push.jobs.ts'
import { queueNotices } from './queue-notices.service.ts'
import { listEventsWithRecipients } from './recipients.queries.ts'
import { eventsOf, mailAbout, seenBy, smsAbout, titleKeyOf } from './recipients.rules.ts'

/**
 * Sends e-mail and SMS to the campaign's recipients and to members. Idempotent: a message is keyed by event and
 * recipient.
 */
export const notifyRecipients = job({
  name: 'notifyRecipients',
  payload: z.object({ businessId: id, eventIds: z.array(id) }),
  maxAttempts: 10,
  async run(deps: Deps, { businessId, eventIds }) {
    const { workerDb, mail, sms, env, now } = deps
    const plan = await findPlan(workerDb, businessId)
    const isAll = reachesMembers(plan, leadActions)
    const events = (await listEventsWithRecipients(workerDb, businessId, { eventIds, isAll })).filter(titleKeyOf)
    if (!events.length) return
    const recipients = [...new Set(events.flatMap(({ mailTo, smsTo }) => [...mailTo, ...smsTo]))]
    const confirmed = await findConfirmed(workerDb, businessId, recipients)
    const members = await listRecipientMembers(workerDb, businessId, {
      recipients,
      campaignIds: [...new Set(events.map(({ campaignId }) => campaignId))],
      isAll: audiencesReachMembers(plan, leadActions),
    })
    const at = now()
    const messages = events.flatMap((event) => {
      const url = `${env.publicUrl}/b/${businessId}/c/${event.campaignId}/leads/${event.leadId}`
      const to = (channel: 'mail' | 'sms', listed: string[]) =>
        recipientsOf(plan, members, { events: eventsOf(event), channel, about: event, listed }, languages[0]).flatMap(
          (one): (Recipient & { unsubscribeUrl?: string })[] => {
            if (one.isMember) return [one]
            // An address that is not a member's is used only with a confirmed subscription, and in the language of that
            // subscription.
            const own = confirmed(channel, one.to)
            return own ? [{ ...one, language: own.language, unsubscribeUrl: recipientUrl(deps, own.id) }] : []
          },
        )
      const { templates } = plan
      return [
        ...(mail.isAvailable ? to('mail', event.mailTo) : []).map((one) => ({
          ...mailAbout(seenBy(event, one, 'mail'), { ...one, url, templates }),
          dueAt: quietEnd(at, one.quiet),
        })),
        ...(sms.isAvailable ? to('sms', event.smsTo) : []).map((one) => ({
          ...smsAbout(seenBy(event, one, 'sms'), { ...one, url, templates }),
          dueAt: quietEnd(at, one.quiet),
        })),
      ]
    })
    await queueNotices(deps, businessId, messages)
  },
})

export const notificationJobs = [notifyRecipients, notifyPersons, pushNotifications, recordDecisions]
