import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { quietEnd } from '../notification-settings/quiet.rules.ts'
import { pushMessage } from '../push/push.rules.ts'
import { listPushNotices } from './push.queries.ts'
import { textOf } from './push.rules.ts'

/** Sends notifications of the app to the devices of their people. Idempotent: a message is keyed by event and device. */
export const pushNotifications = job({
  name: 'pushNotifications',
  payload: z.object({ businessId: id, eventIds: z.array(id) }),
  maxAttempts: 10,
  async run({ workerDb, now }: Deps, { businessId, eventIds }) {
    const at = now()
    const notices = await listPushNotices(workerDb, businessId, { eventIds, now: at })
    await queueMessages(
      workerDb,
      notices.map((notice) => ({
        ...pushMessage(textOf(notice), notice),
        businessId,
        dueAt: quietEnd(at, notice.quiet),
        dedupeKey: `${notice.eventId} push ${notice.deviceId}`,
      })),
    )
  },
})
