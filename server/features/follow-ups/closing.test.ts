import { expect, test } from 'vitest'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const leads = testLeads(it)
type As = Partial<Credentials> | undefined
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const writer = await member('Writer', [campaignId])
  const lead = await leads.add(owner, { campaignId })
  const set = (as: As, body: object = {}) => {
    const wanted = { action: 'Call Back' as const, dueAt: inHours(1), note: 'Ask', ...body }
    return it.send(followUpRoutes.set, as, { params: { id: lead._id }, body: wanted })
  }
  const list = async () =>
    (await it.send(followUpRoutes.list, owner, { params: { id: lead._id } })).body.followUps.map(
      ({ user, ending }) => [user._id, ending] as const,
    )
  const events = async () => (await leads.history(owner, lead._id)).body.history
  const { call } = await testCalls(it, business)
  return { ...business, owner, writer, lead, set, list, events, call }
}

/** An ended call with the lead, as reports of a provider would leave it, and its event. */
async function ended(of: Awaited<ReturnType<typeof world>>, values: object) {
  const ended_at = new Date(Date.now() + 1_000).toISOString()
  const id = await of.call({ lead_id: of.lead._id, ended_at, ...values })
  const { businessId, campaignId, db, lead } = of
  const about = { callId: id, campaignId, leadId: lead._id, status: 'Answered' as const, calls: [] }
  await emit(db, { kind: 'system', businessId }, 'call.ended', about)
}
/** A later call that certainly closes shows that the ones before it were handled. */
const settled = async (of: Awaited<ReturnType<typeof world>>) => {
  await of.set(of.writer)
  await ended(of, { answered_by: of.writer.userId, talk_s: 30 })
  await waitFor(async () => (await of.list()).some(([user, ending]) => user === of.writer.userId && ending === 'call'))
}

test('an answered call of ten seconds closes the call back of the one who spoke', async () => {
  const of = await world()
  await of.set(of.writer)
  await of.set(of.owner)
  await ended(of, { answered_by: of.writer.userId, talk_s: 10 })
  await waitFor(async () => (await of.list()).some(([, ending]) => ending === 'call'))
  expect(await of.list()).toEqual([
    [of.owner.userId, null],
    [of.writer.userId, 'call'],
  ])
  const [last] = await of.events()
  expect(last).toMatchObject({ event: 'follow_up.done', by: null, followUp: { user: of.writer.name, note: 'Ask' } })
})

test.each([
  ['a shorter call', { talk_s: 9 }],
  ['a call that was not answered', { status: 'Not Answered', talk_s: 0 }],
  ['a test call', { is_test: true, talk_s: 60 }],
  [
    'a call that ended before the follow-up was set',
    { talk_s: 60, ended_at: new Date(Date.now() - 5_000).toISOString() },
  ],
])('%s closes nothing', async (_, values) => {
  const of = await world()
  await of.set(of.owner)
  await ended(of, { answered_by: of.owner.userId, ...values })
  await settled(of)
  expect(await of.list()).toContainEqual([of.owner.userId, null])
})

test('other actions are closed by hand alone', async () => {
  const of = await world()
  await of.set(of.owner, { action: 'None' })
  await ended(of, { answered_by: of.owner.userId, talk_s: 60 })
  await settled(of)
  expect(await of.list()).toContainEqual([of.owner.userId, null])
})

test("a removed member's follow-ups go to the person who takes over", async () => {
  const of = await world()
  const heir = await of.member('Writer', [of.campaignId])
  await of.set(of.writer)
  const removed = await it.send(teamRoutes.remove, of.owner, {
    params: { id: of.writer.userId },
    body: { takeOver: heir.userId },
  } as never)
  expect(removed.status, JSON.stringify(removed.body)).toBe(200)
  await waitFor(async () => (await of.list()).some(([user]) => user === heir.userId))
  expect(await of.list()).toEqual([[heir.userId, null]])
})

test('of a member who leaves they go to an Owner, except where that Owner has one already', async () => {
  const of = await world()
  const other = await leads.add(of.owner, { campaignId: of.campaignId })
  await of.set(of.writer)
  await of.set(of.owner)
  const wanted = { action: 'Call Back' as const, dueAt: inHours(1) }
  await it.send(followUpRoutes.set, of.writer, { params: { id: other._id }, body: wanted })
  expect((await it.send(teamRoutes.leave, of.writer, {} as never)).status).toBe(200)
  const ofOther = async () =>
    (await it.send(followUpRoutes.list, of.owner, { params: { id: other._id } })).body.followUps[0]?.user._id
  await waitFor(async () => (await ofOther()) === of.owner.userId)
  expect(await of.list()).toEqual([[of.owner.userId, null]])
})

test('a message that was sent closes the follow-up that asked for it, of the member who wrote it', async () => {
  const of = await world()
  const { businessId, campaignId, lead, db, writer, owner } = of
  await of.set(writer, { action: 'Send SMS' })
  await of.set(owner, { action: 'Send SMS' })
  const messageId = await sentBy(of, writer.userId, 'email')
  const about = { campaignId, leadId: lead._id, counts: [] }
  const system = { kind: 'system', businessId } as const
  await emit(db, system, 'message.sent', { ...about, messageId, channel: 'email', authorId: writer.userId })
  const sms = await sentBy(of, writer.userId, 'sms')
  await emit(db, system, 'message.sent', { ...about, messageId: sms, channel: 'sms', authorId: writer.userId })
  await waitFor(async () => (await of.list()).some(([, ending]) => ending === 'message'))
  expect(await of.list()).toEqual([
    [owner.userId, null],
    [writer.userId, 'message'],
  ])
})

/** A message of the member, written in a moment. */
async function sentBy({ businessId, db, lead }: Awaited<ReturnType<typeof world>>, userId: string, channel: string) {
  const [id, at] = [newId(), new Date(Date.now() + 1_000).toISOString()]
  const sent = { direction: 'out', purpose: 'service', origin: 'person', state: 'sent', state_at: at, at }
  await db
    .insertInto('lead_messages')
    .values({
      business_id: businessId,
      id,
      lead_id: lead._id,
      channel,
      author_id: userId,
      address: 'x',
      text: 'x',
      ...sent,
    })
    .execute()
  return id
}
