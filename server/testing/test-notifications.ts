import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationSettingRoutes, type OwnChange } from '#contract/notifications/notification-settings.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { wallTimeOf } from '#contract/values/clock.ts'
import type { Credentials, testApp } from './test-app.ts'
import { aPhone } from './test-app.ts'
import { waitFor } from './wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>
/** Local time in Israel this many minutes from now. */
export const clockIn = (minutes: number) => wallTimeOf(new Date(Date.now() + minutes * 60_000)).slice(11, 16)

/** Helpers for tests of notifications and their settings. */
export function testNotifications({ send, deps }: App) {
  const listOf = async (as: Partial<Credentials>) => (await send(notificationRoutes.list, as, { query: {} })).body.data
  /** Waits for notifications, which the relay writes asynchronously. */
  const received = (as: Partial<Credentials>, count: number) =>
    waitFor(async () => {
      const list = await listOf(as)
      return list.length >= count && list
    })
  const sendLead = async (
    as: Partial<Credentials>,
    body: { campaignId: string; name?: string; assignedTo?: string },
  ) => {
    const reply = await send(leadRoutes.create, as, { body: { name: 'Dana', phone: aPhone(), ...body } as never })
    if (![200, 201].includes(reply.status)) throw new Error(JSON.stringify(reply.body))
    return reply.body.lead
  }
  const change = async (as: Credentials, body: OwnChange) => {
    const reply = await send(notificationSettingRoutes.changeOwn, as, { body })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return reply.body.settings
  }
  const settingsOf = async (as: Credentials) => (await send(notificationSettingRoutes.own, as, {})).body.settings
  /** Messages of a business, oldest first. */
  const messages = (businessId: string) =>
    deps.workerDb
      .selectFrom('messages')
      .select(['channel', 'recipient', 'subject', 'body', 'html', 'language', 'state', 'due_at as dueAt'])
      .where('business_id', '=', businessId)
      .orderBy('id')
      .execute()
  /** Waits for `count` messages. */
  const sent = (businessId: string, count: number) =>
    waitFor(async () => {
      const all = await messages(businessId)
      return all.length >= count && all
    })
  /** The payloads of settings events. */
  const changes = (businessId: string) =>
    deps.workerDb
      .selectFrom('events')
      .select(['payload', 'personal', 'actor'])
      .where('business_id', '=', businessId)
      .where('name', '=', 'notification_settings.changed')
      .orderBy('id')
      .execute()
  return { listOf, received, sendLead, change, settingsOf, messages, sent, changes }
}
