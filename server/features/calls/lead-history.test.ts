import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const { add, change, comment, history } = testLeads(it)
type As = Partial<Credentials>

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const calls = await testCalls(it, business)
  const lead = await add(owner, { campaignId: business.campaignId, name: 'Dana', phone: '+972541234567' })
  const items = async (as: As, query = {}) => (await history(as, lead._id, query)).body.history
  const call = (values: Parameters<typeof calls.call>[0] = {}) => calls.call({ lead_id: lead._id, ...values })
  return { ...business, ...calls, owner, lead, items, call }
}
/** Seconds from now. */
const at = (seconds: number) => new Date(it.deps.now().getTime() + seconds * 1000).toISOString()

test('the history of a lead shows its calls in their place by time, with number, status, answerer and talk time', async () => {
  const { owner, lead, items, call, number, statusIds, member, campaignId } = await world()
  const writer = await member('Writer', [campaignId])
  const before = await call({ started_at: at(-60), answered_by: writer.userId })
  await change(owner, lead._id, { statusId: statusIds.won })
  const after = await call({ started_at: at(60), status: 'Busy', talk_s: 0 })
  await call({ lead_id: null })

  const all = await items(owner)
  expect(all.map(({ event, call: one }) => one?._id ?? event)).toEqual([after, 'lead.changed', 'lead.created', before])
  expect(all[0]).toMatchObject({ event: 'call.started', by: null, call: { status: 'Busy', answeredBy: null } })
  expect(all[3]?.call).toMatchObject({
    status: 'Answered',
    duration: 42,
    caller: '+972541234567',
    number: { _id: number.id, phone: number.phone, label: 'Radio' },
    answeredBy: { _id: writer.userId, name: writer.name },
  })
  expect(await items(owner, { kind: 'comments' })).toEqual([])
})

test('events and calls are one list in pages: each once, none left out', async () => {
  const { owner, lead, items, call } = await world()
  for (let round = 1; round <= 4; round++) {
    await call({ started_at: at(-round * 60) })
    await call({ started_at: at(-round * 60) })
    await call({ started_at: at(round * 60) })
    await comment(owner, lead._id, `${round}`)
  }
  const all = await items(owner, { limit: 100 })
  expect(all).toHaveLength(17)
  const times = all.map(({ at: when }) => Date.parse(when))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  for (const limit of [1, 2, 3, 5]) {
    const pages: string[] = []
    for (let page = await items(owner, { limit }); page.length > 0; ) {
      expect(page.length).toBeLessThanOrEqual(limit)
      pages.push(...page.map(({ _id }) => _id))
      page = await items(owner, { limit, before: page.at(-1)?._id })
    }
    expect(pages).toEqual(all.map(({ _id }) => _id))
  }
  expect(await items(owner, { before: 'ffffffff-ffff-7fff-bfff-ffffffffffff', limit: 100 })).toEqual(all)
  expect(await items(owner, { before: '00000000-0000-0000-0000-000000000000' })).toEqual([])
})

test('a reader of the lead sees its calls in the history, and a recording only with the right to hear it', async () => {
  const { owner, items, call, stored, member, campaign, campaignId, letHear, lead } = await world()
  const id = await call()
  await stored(id, Buffer.alloc(60))
  const reader = await member('Reader', [campaignId])
  const stranger = await member('Writer', [await campaign()])
  const heard = async (as: As) =>
    (await items(as)).map(({ call: one }) => one && [one.recordLink, one.recording?.state])
  const link = `/api/call/${id}/recording`
  expect(await heard(owner)).toEqual([undefined, [link, 'stored']])
  expect(await heard(reader)).toEqual([undefined, [null, undefined]])
  await letHear(reader, [campaignId])
  expect(await heard(reader)).toEqual([undefined, [link, 'stored']])
  expect(refusal(await history(stranger, lead._id))).toMatchObject({ status: 404, code: 'lead_not_found' })
})

test('a partner to whom the business shows masks sees the caller of a call in the history masked', async () => {
  const { owner, items, call, member, campaignId } = await world()
  await call({ caller: '+972541237788' })
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  const callers = async (as: As) => (await items(as)).flatMap(({ call: one }) => one?.caller ?? [])
  expect(await callers(await member('Affiliate', [campaignId]))).toEqual(['05•-•••-7788'])
  expect(await callers(owner)).toEqual(['+972541237788'])
})

test('a member kept to own leads reads no history of another’s lead, nor its calls', async () => {
  const { owner, lead, items, call, member, campaignId } = await world()
  const id = await call()
  const writer = await member('Writer', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  expect(refusal(await history(writer, lead._id))).toMatchObject({ status: 404, code: 'lead_not_found' })
  await change(owner, lead._id, { assignedTo: writer.userId })
  expect((await items(writer)).flatMap(({ call: one }) => one?._id ?? [])).toEqual([id])
})
