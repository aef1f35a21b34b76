import { expect, test } from 'vitest'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { add, change, comment, history } = testLeads(it)

/** A lead with ten comments and, between them, ten calls. */
async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const calls = await testCalls(it, business)
  const lead = await add(owner, { campaignId: business.campaignId })
  for (let round = 1; round <= 10; round++) {
    await comment(owner, lead._id, `${round}`)
    await calls.call({ lead_id: lead._id, started_at: new Date().toISOString() })
  }
  const read = async (query: object) => {
    const { body } = await history(owner, lead._id, { ...query })
    return { ...body, ids: body.history.map(({ _id }) => _id) }
  }
  const all = (await read({ limit: 100 })).ids
  expect(all).toHaveLength(21)
  return { ...business, owner, lead, read, all }
}

test.each([1, 2, 5, 7])('the oldest first, in pages of %i: each item once, none left out', async (limit) => {
  const { read, all } = await world()
  const found: string[] = []
  for (
    let page = await read({ order: 'oldest', limit });
    ;
    page = await read({ order: 'oldest', limit, after: found.at(-1) })
  ) {
    found.push(...page.ids)
    if (!page.hasNewer) break
  }
  expect(found).toEqual(all.toReversed())
})

test('a page says whether there is more on each side', async () => {
  const { read, all } = await world()
  const more = async (query: object) => {
    const { hasOlder, hasNewer } = await read(query)
    return [hasOlder, hasNewer]
  }
  expect(await more({ limit: 20 })).toEqual([true, false])
  expect(await more({ limit: 21 })).toEqual([false, false])
  expect(await more({ limit: 5, before: all[5] })).toEqual([true, true])
  expect(await more({ limit: 15, before: all[5] })).toEqual([false, true])
  expect(await more({ limit: 5, order: 'oldest' })).toEqual([false, true])
  expect(await more({ limit: 5, after: all[5] })).toEqual([true, false])
  expect(await more({ limit: 4, after: all[5] })).toEqual([true, true])
})

test.each([3, 4, 10, 17])('around the item at %i are its neighbours on both sides, whatever it is', async (index) => {
  const { read, all } = await world()
  const page = await read({ around: all[index], limit: 6 })
  // Half of the page is the item and what is older, the other half is newer.
  expect(page.ids).toEqual(all.slice(Math.max(0, index - 3), index + 3))
  expect((await read({ around: all[index], limit: 6, order: 'oldest' })).ids).toEqual(page.ids.toReversed())
  expect([page.hasOlder, page.hasNewer]).toEqual([index + 3 < all.length, index > 3])
})

test('around a place without an item are the neighbours of the place', async () => {
  const { read, all } = await world()
  expect((await read({ around: newId(), limit: 6 })).ids).toEqual(all.slice(0, 3))
})

test('a place is one at most', async () => {
  const { owner, lead, all } = await world()
  expect((await history(owner, lead._id, { before: all[0], around: all[1] })).status).toBe(422)
})

test('each kind has its own items, in both orders, and together they are all', async () => {
  const { owner, lead, statusIds, read } = await world()
  await change(owner, lead._id, { statusId: statusIds.won })
  const due = { action: 'Call Back' as const, dueAt: new Date(Date.now() + 86_400_000).toISOString(), note: '' }
  await it.send(followUpRoutes.set, owner, { params: { id: lead._id }, body: due })
  const of = async (kind: string, order: string) => (await read({ kind, order, limit: 100 })).history
  const counts = async (order: string) => {
    const kinds = ['comments', 'calls', 'changes', 'enquiries', 'followUps']
    return Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, (await of(kind, order)).length])))
  }
  for (const order of ['newest', 'oldest'])
    expect(await counts(order)).toEqual({ comments: 10, calls: 10, changes: 1, enquiries: 1, followUps: 1 })
  expect(await of('all', 'newest')).toHaveLength(23)
  const timesOf = (items: HistoryItem[]) => items.map(({ at }) => Date.parse(at))
  const times = timesOf(await of('calls', 'oldest'))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})
