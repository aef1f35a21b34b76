import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { LAST_NOTE_MAX, softphoneRoutes } from '#contract/calls/softphone.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { mentionOf } from '#contract/leads/comments/mentions.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { testOwnLeads } from '../../testing/test-own-leads.ts'

const it = await testApp()
const leads = testLeads(it)
const own = testOwnLeads(it)

type As = Partial<Credentials>
type Rung = { userId: string }
const planFor = (...people: Rung[]) =>
  JSON.stringify({ steps: [{ legs: people.map(({ userId }) => ({ kind: 'softphone', userId })) }] })
const LIVE = { state: 'ringing', status: null, reason: null, ring_s: null, total_s: null } as const
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const comment = (as: As, id: string, text: string) => it.send(commentRoutes.add, as, { params: { id }, body: { text } })
const shown = async (as: As, id: string) => {
  const { status, body } = await it.send(softphoneRoutes.ringing, as, { params: { id } })
  expect(status).toBe(200)
  return body.call
}

test('a phone shows status, tags, search term, earlier calls and the last note of the lead', async () => {
  const business = await it.newBusiness()
  const { campaignId, apiKey } = business
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
  const phone = '+972541234567'
  const key = await apiKey()
  const { lead } = (await leads.take(key, { name: 'Dana', phone, campaignId, utm: { term: 'kitchens haifa' } })).body
  await leads.take(key, { name: 'Dana', phone, campaignId, utm: { term: 'kitchen prices' } })
  await leads.take(key, { name: 'Dana', phone, campaignId, utm: { source: 'google' } })
  await leads.change(owner, lead._id, { tags: ['warm', 'haifa'] })
  await comment(owner, lead._id, 'An older note')
  await comment(owner, lead._id, `Ask ${mentionOf(writer.userId)} for the plan`)
  const { call } = await testCalls(it, business)
  const past = { lead_id: lead._id, caller: phone }
  await call({ ...past, started_at: minutesAgo(50), status: 'Busy', answered_by: null })
  await call({ ...past, started_at: minutesAgo(40), status: 'Not Answered', answered_by: null })
  await call({ ...past, started_at: minutesAgo(30), answered_by: owner.userId })
  await call({ ...past, started_at: minutesAgo(20), direction: 'outbound', status: 'Not Answered' })
  await call({ ...past, started_at: minutesAgo(10), is_test: true })
  await call({ caller: phone, started_at: minutesAgo(5) })
  const id = await call({ ...past, ...LIVE, plan: planFor(writer), started_at: minutesAgo(0) })

  const { known } = await shown(writer, id)
  expect(known).toMatchObject({
    statusId: lead.statusId,
    tags: ['warm', 'haifa'],
    searchTerm: 'kitchen prices',
    canEdit: true,
    lastNote: { text: `Ask @${writer.name} for the plan`, author: owner.name },
  })
  expect(known?.earlier.count).toBe(4)
  expect(known?.earlier.last.map(({ status, direction, answeredBy }) => [status, direction, answeredBy])).toEqual([
    ['Not Answered', 'outbound', null],
    ['Answered', 'inbound', owner.name],
    ['Not Answered', 'inbound', null],
  ])

  const { item } = (await comment(owner, lead._id, 'x'.repeat(LAST_NOTE_MAX + 1))).body
  expect((await shown(writer, id)).known?.lastNote?.text).toBe(`${'x'.repeat(LAST_NOTE_MAX - 1)}…`)
  const params = { id: lead._id, commentId: item.commented?._id ?? '' }
  await it.send(commentRoutes.remove, owner, { params })
  expect((await shown(writer, id)).known?.lastNote?.text).toBe(`Ask @${writer.name} for the plan`)
  await it.send(leadRoutes.remove, owner, { body: { leadIds: [lead._id] } })
  expect(await shown(writer, id)).toMatchObject({ lead: null, known: null })
})

describe('members who see less', () => {
  test('a Writer kept to own leads learns no more of a colleague’s lead than who calls', async () => {
    const world = await own.world()
    const { call } = await testCalls(it, world)
    const ringing = (lead: { _id: string }) =>
      call({ ...LIVE, lead_id: lead._id, plan: planFor(world.writer, world.chief, world.mixed) })
    const [others, free, mine] = [await ringing(world.others), await ringing(world.free), await ringing(world.own)]
    expect(await shown(world.writer, others)).toMatchObject({ lead: { name: 'Dana Cohen' }, known: null })
    expect(await shown(world.writer, free)).toMatchObject({ lead: { name: 'Dana Free' }, known: null })
    expect((await shown(world.writer, mine)).known).toMatchObject({ tags: ['warm'], canEdit: true })
    expect((await shown(world.chief, others)).known).toMatchObject({ tags: ['secret'], canEdit: true })
    const far = await ringing(world.far)
    expect((await shown(world.mixed, far)).known).not.toBeNull()
    expect((await shown(world.writer, far)).known, 'a campaign that they do not read').toBeNull()
  })

  test('a Reader sees what is known and may not edit; a partner sees the number masked', async () => {
    const business = await it.newBusiness()
    const { campaignId } = business
    const reader = await business.member('Reader', [campaignId])
    const partner = await business.member('Affiliate', [campaignId])
    const owner = await business.member('Owner')
    await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
    const lead = await leads.add(owner, { name: 'Noa', phone: '+972541112222', campaignId })
    const { call } = await testCalls(it, business)
    const id = await call({ ...LIVE, lead_id: lead._id, caller: '+972541112222', plan: planFor(reader, partner) })
    expect((await shown(reader, id)).known).toMatchObject({ canEdit: false, earlier: { count: 0, last: [] } })
    const seen = await shown(partner, id)
    expect(JSON.stringify(seen)).not.toContain('41112222')
    expect(seen.known).toMatchObject({ canEdit: true })
  })
})

test('the stage of a call says what its caller does', async () => {
  const business = await it.newBusiness()
  const writer = await business.member('Writer', [business.campaignId])
  const { call } = await testCalls(it, business)
  const legs = [{ kind: 'softphone', userId: writer.userId }]
  const since = '2026-01-05T08:00:00.000Z'
  const flow = { at: 's2', content: { steps: [{ id: 's2', kind: 'menu' }] } }
  const inLine = { at: 's3', content: { steps: [] }, waiting: { since, turns: 1, hears: [] } }
  const stage = async (plan: object, values: object = {}, rang: string[] = []) => {
    const id = await call({ ...LIVE, plan: JSON.stringify({ steps: [{ legs }], ...plan }), ...values }, rang)
    if (rang.length)
      await business.db
        .updateTable('call_attempts')
        .set({ ended_at: since, outcome: 'no-answer' })
        .where('business_id', '=', business.businessId)
        .where('call_id', '=', id)
        .execute()
    const { stage, inLineSince } = await shown(writer, id)
    return [stage, inLineSince]
  }
  expect(await stage({ announcement: 'Welcome' })).toEqual(['greeting', null])
  expect(await stage({ announcement: null, steps: [{ legs, said: [{}] }] })).toEqual(['greeting', null])
  expect(await stage({ announcement: null })).toEqual(['ringing', null])
  expect(await stage({ announcement: null, flow }), 'the menu comes later').toEqual(['ringing', null])
  expect(await stage({ announcement: null, flow }, {}, [writer.userId])).toEqual(['menu', null])
  expect(await stage({ flow: inLine }, {}, [writer.userId])).toEqual(['line', since])
  expect(await stage({ announcement: 'Welcome' }, { state: 'talking' })).toEqual([null, null])
  expect(await stage({ flow: inLine }, { state: 'ended', status: 'Caller Canceled' })).toEqual([null, null])
})

describe('what is saved after a call is the first response', () => {
  test.each([
    ['an outbound call that was not answered', { direction: 'outbound', status: 'Not Answered' }],
    ['a missed call', { direction: 'inbound', status: 'Not Answered' }],
  ])('after %s', async (_what, values) => {
    const business = await it.newBusiness()
    const owner = await business.member('Owner')
    const answered = async (id: string) =>
      (await it.send(leadRoutes.get, owner, { params: { id } })).body.lead.firstResponseAt !== null
    const { call } = await testCalls(it, business)
    for (const save of [
      (id: string) => comment(owner, id, 'Will call back'),
      (id: string) => leads.change(owner, id, { statusId: business.statusIds.ongoing }),
    ]) {
      const { _id } = await leads.add(owner, { name: 'Avi', campaignId: business.campaignId })
      await call({ ...values, lead_id: _id, talk_s: 0, answered_by: null })
      expect(await answered(_id)).toBe(false)
      await save(_id)
      expect(await answered(_id)).toBe(true)
    }
  })
})
