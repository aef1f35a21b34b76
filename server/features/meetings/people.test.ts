import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { testMeetings } from '../../testing/features/test-meetings.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

// A Sunday at ten in the morning.
const it = await testApp({ now: () => new Date('2026-11-29T08:00:00Z') })
const leads = testLeads(it)
const meetings = testMeetings(it)
const YESTERDAY = '2026-11-28T19:00:00Z'
const MONDAY = '2026-11-30T09:00:00Z'
const TUESDAY = '2026-12-01T09:00:00Z'

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const lead = await leads.add(owner, {
    campaignId,
    name: 'Dana Levi',
    phone: '+972541112233',
    email: 'd@example.test',
  })
  const statusOf = async (id: string) => (await leads.get(owner, id)).body.lead.meetingStatus
  const hostsOf = async (id: string) => (await meetings.read(owner, id)).body.meeting.participants.map(({ _id }) => _id)
  return { ...business, owner, leadId: lead._id, statusOf, hostsOf }
}

test('meetings move with a merge, the status of both leads follows, and the undo takes them back', async () => {
  const { owner, leadId, campaignId, statusOf } = await world()
  const other = await leads.add(owner, { campaignId, name: 'Dana L.', phone: '+972541112244' })
  const { meeting, link } = await meetings.made(owner, { leadId: other._id, startsAt: MONDAY })
  await meetings.guest.confirm(link)
  const merged = await it.send(duplicateRoutes.merge, owner, {
    body: { winnerId: leadId, leadIds: [other._id] } as never,
  })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect((await meetings.ofLead(owner, leadId)).body.meetings.map(({ _id }) => _id)).toEqual([meeting._id])
  expect(await statusOf(leadId)).toBe('Meeting Confirmed')
  // The guest's link goes on to work, and what they do counts for the kept lead.
  await meetings.guest.decline(link)
  expect(await statusOf(leadId)).toBe('Meeting Canceled')
  const undone = await it.send(operationRoutes.undo, owner, { params: { id: merged.body.operationId } })
  const undo = { params: { id: undone.body.operation._id } }
  await waitFor(async () => (await it.send(operationRoutes.get, owner, undo)).body.operation.finishedAt !== null)
  expect((await meetings.ofLead(owner, leadId)).body.meetings).toEqual([])
  expect(await statusOf(leadId)).toBe('No meeting')
  expect((await meetings.ofLead(owner, other._id)).body.meetings.map(({ _id }) => _id)).toEqual([meeting._id])
  expect(await statusOf(other._id)).toBe('Meeting Canceled')
})

test('coming meetings of a member who leaves get the person who takes over, past ones keep their host', async () => {
  const { owner, leadId, member, campaignId, hostsOf } = await world()
  const [writer, heir] = [await member('Writer', [campaignId]), await member('Writer', [campaignId])]
  const make = async (startsAt: string, participantIds: string[]) =>
    (await meetings.made(owner, { leadId, startsAt, participantIds })).meeting._id
  const past = await make(YESTERDAY, [writer.userId])
  const alone = await make(MONDAY, [writer.userId])
  const both = await make(TUESDAY, [heir.userId, writer.userId])
  const removed = await it.send(teamRoutes.remove, owner, {
    params: { id: writer.userId },
    body: { takeOver: heir.userId },
  })
  expect(removed.status, JSON.stringify(removed.body)).toBe(200)
  await leads.relayed()
  await waitFor(async () => (await hostsOf(alone))[0] === heir.userId)
  expect(await hostsOf(both)).toEqual([heir.userId])
  expect(await hostsOf(past)).toEqual([writer.userId])
})

test('without a person who takes over, an Owner has them', async () => {
  const { owner, leadId, member, campaignId, hostsOf } = await world()
  const writer = await member('Writer', [campaignId])
  const { meeting } = await meetings.made(owner, { leadId, startsAt: MONDAY, participantIds: [writer.userId] })
  expect((await it.send(teamRoutes.leave, writer, {})).status).toBe(200)
  await leads.relayed()
  await waitFor(async () => (await hostsOf(meeting._id))[0] === owner.userId)
})

test('a partner who sees masked contacts reads neither contacts nor words nor a customer’s address, and changes nothing', async () => {
  const { owner, leadId, member, campaignId } = await world()
  const partner = await member('Affiliate', [campaignId])
  const { meeting, link } = await meetings.made(owner, {
    ...{ leadId, startsAt: MONDAY, kind: 'at_customer', place: 'Weizmann 12, Kfar Saba', message: 'Bring the plans' },
    participantIds: [partner.userId],
  })
  await meetings.guest.move(link, { words: 'Call me on 054-1112233' })
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } as never })
  const masked = {
    guest: { name: 'Dana Levi', phone: '05•-•••-2233', email: 'd•••@•••' },
    ...{ place: '', message: '', guestWords: '', canEdit: false },
  }
  const week = { from: '2026-11-29T00:00:00Z', to: '2026-12-06T00:00:00Z', userId: partner.userId }
  expect((await meetings.read(partner, meeting._id)).body.meeting).toMatchObject(masked)
  expect((await meetings.list(partner, week)).body.meetings).toMatchObject([masked])
  expect((await meetings.ofLead(partner, leadId)).body).toMatchObject({ meetings: [masked], canEdit: false })
  expect((await meetings.read(owner, meeting._id)).body.meeting).toMatchObject({
    place: 'Weizmann 12, Kfar Saba',
    guestWords: 'Call me on 054-1112233',
  })
  const refused = [
    await meetings.make(partner, { leadId, startsAt: TUESDAY }),
    await meetings.cancel(partner, meeting._id),
    await meetings.outcome(partner, meeting._id, 'held'),
  ]
  expect(refused.map((reply) => refusal(reply).code)).toEqual(Array(3).fill('forbidden'))
})
