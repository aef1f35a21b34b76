import { expect, test } from 'vitest'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import type { Choice } from '#contract/notifications/notification-settings.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { emit } from '../../platform/events/emit.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { clockIn, testNotifications } from '../../testing/test-notifications.ts'
import { remindOfDue } from './reminders.ts'

const it = await testApp()
const leads = testLeads(it)
const notices = testNotifications(it)
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
/** Reminds of what is due in two hours. */
const remind = () => remindOfDue({ ...it.deps, now: () => new Date(Date.now() + 2 * HOUR_MS) })

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const writer = await member('Writer', [campaignId])
  const lead = await leads.add(owner, { campaignId, name: 'Dana Levi', phone: '+972501234567' })
  const set = async (as: Credentials, body: object = {}) =>
    (
      await it.send(followUpRoutes.set, as, {
        params: { id: lead._id },
        body: { action: 'Call Back', dueAt: at(1), note: 'Ask about the kitchen', ...body },
      })
    ).body.followUp
  const params = { id: lead._id }
  const about = (as: Credentials) =>
    it
      .send(notificationRoutes.list, as, { query: {} })
      .then(({ body }) => body.data.filter(({ action }) => action === 'follow_up_due'))
  const settled = async () => {
    await remind()
    await leads.relayed()
  }
  return { ...business, owner, writer, lead, params, set, about, settled }
}
const wants = (changes: Partial<Choice>): Choice => ({
  app: true,
  popup: true,
  push: true,
  mail: false,
  sms: false,
  onlyMine: false,
  ...changes,
})

test('a person is reminded of a follow-up once, when it is due, with the way to the lead', async () => {
  const { owner, writer, lead, set, about, settled, campaignId } = await world()
  await set(writer)
  await remindOfDue(it.deps)
  await settled()
  const [reminder, ...more] = await about(writer)
  expect(more).toEqual([])
  expect(reminder).toMatchObject({
    title: 'Time to call: Dana Levi',
    isRead: false,
    content: { leadId: lead._id, campaignId, leadPhone: '+972501234567' },
  })
  expect(await remind()).toBe(0)
  expect((await about(owner)).map(({ content }) => 'leadId' in content && content.leadId)).not.toContain(lead._id)
  const history = (await leads.history(owner, lead._id)).body.history
  expect(history.map(({ event }) => event)).toEqual(['follow_up.set', 'lead.created'])
})

test('two processes at once remind of each follow-up once', async () => {
  const { writer, set, about, settled } = await world()
  await set(writer)
  await Promise.all(Array.from({ length: 8 }, remind))
  await settled()
  expect(await about(writer)).toHaveLength(1)
})

test('another time and another person are reminded of as well', async () => {
  const { owner, writer, params, set, about, settled } = await world()
  await set(writer)
  await settled()
  await it.send(followUpRoutes.snooze, writer, { params, body: { dueAt: at(1.5) } })
  await settled()
  await it.send(followUpRoutes.handover, owner, { params, body: { userId: owner.userId, fromUserId: writer.userId } })
  await settled()
  expect(await about(writer)).toHaveLength(2)
  expect((await about(owner)).map(({ title }) => title)).toContain('Time to call: Dana Levi')
})

const endings = {
  done: async ({ writer, params }) => void (await it.send(followUpRoutes.done, writer, { params, body: {} })),
  snoozed: async ({ writer, params }) =>
    void (await it.send(followUpRoutes.snooze, writer, { params, body: { dueAt: at(48) } })),
  removed: async ({ writer, params }) => void (await it.send(followUpRoutes.remove, writer, { params, query: {} })),
  'without the campaign': async ({ owner, writer }) => {
    const body = { role: 'Writer' as const, campaigns: [] }
    expect((await it.send(teamRoutes.change, owner, { params: { id: writer.userId }, body } as never)).status).toBe(200)
  },
  'of a lead in the trash': async ({ owner, lead }) => void (await leads.remove(owner, [lead._id])),
} satisfies Record<string, (of: Awaited<ReturnType<typeof world>>) => Promise<void>>
test.each(Object.keys(endings) as (keyof typeof endings)[])('a follow-up %s is not reminded of', async (ending) => {
  const of = await world()
  await of.set(of.writer)
  await endings[ending](of)
  await of.settled()
  expect(await of.about(of.writer)).toEqual([])
})

test('what was done between the reminder and its delivery is not notified of', async () => {
  const { businessId, campaignId, db, lead, writer, params, set, about } = await world()
  const { _id: followUpId, action, dueAt } = await set(writer)
  await it.send(followUpRoutes.done, writer, { params, body: {} })
  const said = { campaignId, leadId: lead._id, followUpId, action, dueAt, assignedTo: writer.userId }
  await emit(db, { kind: 'system', businessId }, 'follow_up.due', said)
  await leads.relayed()
  expect(await about(writer)).toEqual([])
})

test('mail and SMS are sent as the settings of the person say, after their quiet hours', async () => {
  const { businessId, owner, writer, set, settled } = await world()
  const event = 'follow_up_due' as const
  const phone = aPhone()
  await it.deps.tenants.pool
    .updateTable('users')
    .set({ phone, phone_verified_at: new Date().toISOString() })
    .where('id', '=', writer.userId)
    .execute()
  await notices.change(writer, { events: [{ event, choice: wants({ mail: true, sms: true }) }] })
  await notices.change(owner, {
    events: [{ event, choice: wants({ mail: true }) }],
    quiet: { kind: 'own', hours: { from: clockIn(-60), to: clockIn(60) } },
  })
  await set(writer)
  await set(owner, { action: 'Send SMS' })
  await settled()
  const sent = await notices.sent(businessId, 3)
  const toWriter = sent.filter(({ recipient }) => [writer.email, phone].includes(recipient))
  expect(toWriter.map(({ channel }) => channel).toSorted()).toEqual(['mail', 'sms'])
  const mail = toWriter.find(({ channel }) => channel === 'mail')
  expect(mail).toMatchObject({ subject: 'Time to call: Dana Levi' })
  expect(mail?.body).toContain('Ask about the kitchen')
  const held = sent.find(({ recipient }) => recipient === owner.email)
  expect(held?.subject).toMatch(/^Time to send an SMS: /)
  expect(Date.parse(held?.dueAt ?? '')).toBeGreaterThan(Date.now() + 50 * 60_000)
})

test('a person who turned reminders off gets none', async () => {
  const { writer, set, about, settled } = await world()
  await notices.change(writer, {
    events: [{ event: 'follow_up_due', choice: wants({ app: false, popup: false, push: false }) }],
  })
  await set(writer)
  await settled()
  expect(await about(writer)).toEqual([])
})
