import { expect, test } from 'vitest'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { testMeetings } from '../../testing/features/test-meetings.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { testNotifications } from '../../testing/test-notifications.ts'
import { remindOfMeetings } from './meetings.jobs.ts'

// A Sunday at ten in the morning.
const TEN = '2026-11-29T08:00:00Z'
const NOON = '2026-11-29T10:00:00Z'
let clock = new Date(TEN)
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)
const notices = testNotifications(it)

async function world() {
  clock = new Date(TEN)
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const [owner, writer] = [await member('Owner'), await member('Writer', [campaignId])]
  const { _id: leadId } = await leads.add(owner, { campaignId, name: 'Dana Levi', phone: '+972541112233' })
  const { meeting } = await meetings.made(owner, {
    ...{ leadId, startsAt: NOON },
    participantIds: [owner.userId, writer.userId],
  })
  /** Reminders that the person has got at this time. */
  const remindersAt = async (at: string, as: Credentials & { userId: string }) => {
    clock = new Date(at)
    for (const one of [owner, writer]) Object.assign(one, await it.signIn(one.userId))
    await remindOfMeetings(it.deps)
    await leads.relayed()
    const { data } = (await it.send(notificationRoutes.list, as, { query: {} })).body
    return data.filter(({ action }) => action === 'meeting_soon')
  }
  return { ...business, owner, writer, leadId, id: meeting._id, remindersAt }
}

test('half an hour before, each participant is reminded once, with the way to the lead', async () => {
  const { owner, writer, leadId, remindersAt } = await world()
  expect(await remindersAt('2026-11-29T09:29:00Z', writer)).toEqual([])
  const [reminder, ...more] = await remindersAt('2026-11-29T09:30:00Z', writer)
  expect(more).toEqual([])
  expect(reminder).toMatchObject({ title: 'A meeting begins soon: Dana Levi', content: { leadId } })
  expect(await remindersAt('2026-11-29T09:45:00Z', owner)).toHaveLength(1)
  // It is no act, so neither the history nor the audit log has it.
  const { history } = (await leads.history(owner, leadId)).body
  expect(history.map(({ event }) => event)).toEqual(['meeting.made', 'lead.created'])
})

test('of another time they are reminded again, and not of a meeting that was called off', async () => {
  const { owner, writer, id, remindersAt } = await world()
  expect(await remindersAt('2026-11-29T09:40:00Z', writer)).toHaveLength(1)
  await meetings.change(owner, id, { version: 1, startsAt: '2026-11-29T12:00:00Z' })
  expect(await remindersAt('2026-11-29T09:50:00Z', writer)).toHaveLength(1)
  expect(await remindersAt('2026-11-29T11:40:00Z', writer)).toHaveLength(2)
  const other = await world()
  await meetings.cancel(other.owner, other.id)
  expect(await other.remindersAt('2026-11-29T09:40:00Z', other.writer)).toEqual([])
})

test('a mail goes to those whose settings say so', async () => {
  const { businessId, writer, remindersAt } = await world()
  const choice = { app: false, popup: false, push: false, mail: true, sms: false, onlyMine: false }
  await notices.change(writer, { events: [{ event: 'meeting_soon', choice }] })
  expect(await remindersAt('2026-11-29T09:40:00Z', writer)).toEqual([])
  const [mail] = (await notices.sent(businessId, 1)).filter(({ recipient }) => recipient === writer.email)
  expect(mail).toMatchObject({ channel: 'mail', subject: 'A meeting begins soon: Dana Levi' })
})
