import { expect, test } from 'vitest'
import { leadCallRoutes } from '#contract/leads/lead-calls.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const leads = testLeads(it)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  return { ...business, owner, ...(await testCalls(it, business)) }
}
const last = (as: Partial<Credentials>, leadIds: string[]) =>
  it.send(leadCallRoutes.last, as, { query: { leadIds: leadIds.join() } })

test('the last call of each lead, of leads without one none', async () => {
  const { owner, campaignId, call } = await world()
  const [dana, noam, ruth] = [
    await leads.add(owner, { name: 'Dana', campaignId }),
    await leads.add(owner, { name: 'Noam', campaignId }),
    await leads.add(owner, { name: 'Ruth', campaignId }),
  ]
  await call({ lead_id: dana._id, started_at: '2026-03-01T10:00:00Z' })
  const newest = await call({ lead_id: dana._id, started_at: '2026-03-02T10:00:00Z' })
  const only = await call({ lead_id: noam._id, started_at: '2026-02-01T10:00:00Z' })
  const { body } = await last(owner, [dana._id, noam._id, ruth._id])
  expect(body.calls.map(({ _id, lead }) => [lead?.name, _id]).sort()).toEqual([
    ['Dana', newest],
    ['Noam', only],
  ])
})

test('only of leads that one may read, and without a recording where one may not hear', async () => {
  const { owner, member, campaign, campaignId, call, stored } = await world()
  const other = await campaign()
  const reader = await member('Reader', [campaignId])
  const ours = await leads.add(owner, { name: 'Ours', campaignId })
  const theirs = await leads.add(owner, { name: 'Theirs', campaignId: other })
  const heard = await call({ lead_id: ours._id })
  await stored(heard, new Uint8Array(60))
  await call({ lead_id: theirs._id, campaign_id: other })
  const ofReader = (await last(reader, [ours._id, theirs._id])).body.calls
  expect(ofReader).toMatchObject([{ _id: heard, recordLink: null, recording: null }])
  const ofOwner = (await last(owner, [ours._id])).body.calls
  expect(ofOwner[0]?.recordLink).toBe(`/api/call/${heard}/recording`)
})

test('nothing of another business', async () => {
  const { owner, campaignId, call } = await world()
  const lead = await leads.add(owner, { name: 'Dana', campaignId })
  await call({ lead_id: lead._id })
  const stranger = await (await it.newBusiness()).member('Owner')
  expect((await last(stranger, [lead._id])).body.calls).toEqual([])
})
