import { expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { newBusiness, send } = it
const { add, take, change, comment, get, history, page, remove, restore } = testLeads(it)

async function withLeads(...given: string[]) {
  const business = await newBusiness()
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  const ids: string[] = []
  for (const name of given) ids.push((await add(key, { name, campaignId: business.campaignId }))._id)
  return { ...business, owner, key, ids, id: ids[0] as string }
}
const tagsOf = async (as: TestMember) => (await send(leadRoutes.tags, as, {})).body.tags
const shown = async (as: TestMember, id: string) => (await get(as, id)).body.lead

test('tags keep their spelling, are unique case-insensitively, and appear in the history', async () => {
  const { owner, id } = await withLeads('a')
  const reply = await change(owner, id, { tags: [' Hot ', 'חם מאוד', 'hot', 'B'] })
  expect(reply.body.lead.tags).toEqual(['Hot', 'חם מאוד', 'B'])
  await change(owner, id, { tags: ['Hot', 'חם מאוד', 'B'] })
  expect((await change(owner, id, { tags: ['b'] })).body.lead.tags).toEqual(['b'])
  expect((await history(owner, id)).body.history.map(({ changes }) => changes?.tags)).toEqual([
    [['Hot', 'חם מאוד', 'B'], ['b']],
    [[], ['Hot', 'חם מאוד', 'B']],
    undefined,
  ])
  const stale = await change(owner, id, { tags: [], expected: { tags: ['B'] } })
  expect(refusal(stale)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect((await change(owner, id, { tags: [], expected: { tags: ['b'] } })).body.lead.tags).toEqual([])
})

test('a tag has 1 to 30 characters, a lead up to 20 of them', async () => {
  const { owner, id } = await withLeads('a')
  const many = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`)
  expect((await change(owner, id, { tags: [...many(19), 'x'.repeat(30)] })).status).toBe(200)
  for (const tags of [[''], ['  '], ['x'.repeat(31)], many(21), 'x'])
    expect((await change(owner, id, { tags })).status, JSON.stringify(tags)).toBe(422)
})

test('are listed by the number of live leads in scope that have them', async () => {
  const { owner, ids, key, member, campaign, campaignId } = await withLeads('a', 'b', 'c')
  const hidden = (await add(key, { campaignId: await campaign() }))._id
  const [a, b, c] = ids as [string, string, string]
  await change(owner, a, { tags: ['Rare', 'Often'] })
  await change(owner, b, { tags: ['often', 'Gone'] })
  await change(owner, c, { tags: ['Often', 'Twice'] })
  await change(owner, hidden, { tags: ['Twice', 'Secret'] })
  await change(owner, b, { tags: ['often'] })
  expect(await tagsOf(owner)).toEqual(['Often', 'Twice', 'Rare', 'Secret'])
  expect(await tagsOf(await member('Reader', [campaignId]))).toEqual(['Often', 'Rare', 'Twice'])
  await remove(owner, [a])
  expect(await tagsOf(owner)).toEqual(['Often', 'Twice', 'Secret'])
  expect(await tagsOf((await withLeads('x')).owner)).toEqual([])
})

test('UTM is that of the first enquiry', async () => {
  const { owner, key, campaignId } = await withLeads()
  const email = 'utm@example.test'
  const sent = { email, campaignId, utm_source: 'google', utm: { campaign: 'q4' } }
  const { _id } = await add(key, sent)
  await add(key, { email, campaignId, utm_source: 'fb' })
  expect((await shown(owner, _id)).utm).toEqual({ source: 'google', campaign: 'q4' })
  expect((await page(owner)).body.leads[0]?.utm).toEqual({ source: 'google', campaign: 'q4' })
})

test('the last activity is a change, a comment or a repeat enquiry; reading does not count', async () => {
  const { owner, key, id, campaignId } = await withLeads('a')
  const last = async () => (await shown(owner, id)).lastActivityAt
  const { phone, date } = await shown(owner, id)
  expect(await last()).toBe(date)
  await send(leadRoutes.read, owner, { params: { id }, body: { isRead: true } })
  expect(await last()).toBe(date)
  let before = date
  for (const act of [
    () => change(owner, id, { value: 5 }),
    () => comment(owner, id, 'Called'),
    () => comment(owner, id, 'Called again'),
    () => take(key, { phone, campaignId }),
  ]) {
    await act()
    const now = await last()
    expect(now > before).toBe(true)
    before = now
  }
  expect((await shown(owner, id)).firstResponseAt).not.toBeNull()
})

test('duplicate marks follow contacts, the trash and campaigns', async () => {
  const { owner, key, campaign, campaignId } = await withLeads()
  const other = await campaign()
  const [a, b] = [await add(key, { email: 'a@example.test', campaignId }), await add(key, { campaignId: other })]
  const marks = async () => [(await shown(owner, a._id)).isDuplicate, (await shown(owner, b._id)).isDuplicate]
  expect(await marks()).toEqual([false, false])
  await change(owner, b._id, { email: 'A@example.test' })
  expect(await marks()).toEqual([true, true])
  await remove(owner, [a._id])
  expect(await marks()).toEqual([true, false])
  await restore(owner, [a._id])
  expect(await marks()).toEqual([true, true])
  await change(owner, b._id, { email: null })
  expect(await marks()).toEqual([false, false])
  const made = await add(owner, { email: 'a@example.test', campaignId, duplicate: 'create' })
  expect([made.isDuplicate, ...(await marks())]).toEqual([true, true, false])
})

test('a restored lead and one that was created since are both duplicates', async () => {
  const { owner, key, id, campaignId } = await withLeads('a')
  const { phone } = await shown(owner, id)
  await remove(owner, [id])
  const newer = await add(key, { phone, campaignId })
  expect([newer._id === id, newer.isDuplicate]).toEqual([false, false])
  await restore(owner, [id])
  expect([(await shown(owner, id)).isDuplicate, (await shown(owner, newer._id)).isDuplicate]).toEqual([true, true])
})

test('simultaneous leads of one contact in several campaigns are all duplicates', async () => {
  const { owner, key, campaign } = await withLeads()
  const campaigns = await Promise.all(Array.from({ length: 8 }, () => campaign()))
  await Promise.all(campaigns.map((campaignId) => add(key, { email: 'same@example.test', campaignId })))
  const { leads } = (await page(owner, { limit: 100 })).body
  expect(leads.map(({ isDuplicate }) => isDuplicate)).toEqual(Array(8).fill(true))
})
