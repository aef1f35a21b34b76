import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { leadViewerRoutes } from '#contract/leads/lead-viewers.ts'
import { newId } from '../../platform/ids.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { openStream } from '../../testing/test-stream.ts'

// Two servers use one database: those who look may be connected to different processes.
const it = await testApp({ own: true })
const second = await testApp({ now: () => new Date() })
const base = await second.listen()
const { add, change, remove } = testLeads(it)

type As = Partial<Credentials>
/** A tab of a person, which looks at a lead. */
const tab = (as: As) => {
  const tabId = newId()
  const look = (id: string, isHere = true) =>
    it.send(leadViewerRoutes.look, as, { params: { id }, body: { tabId, isHere } })
  return {
    look,
    sees: async (id: string) => (await look(id)).body.viewers.map(({ name }) => name),
    leave: (id: string) => look(id, false),
  }
}

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId, campaign } = business
  const owner = await member('Owner')
  const writer = await member('Writer', [campaignId])
  const lead = await add(owner, { campaignId })
  const stranger = await member('Writer', [await campaign()])
  return { ...business, owner, writer, stranger, lead, id: lead._id }
}

test('those who have a lead open see each other, two tabs of one person as one face, and no one themselves', async () => {
  const { owner, writer, id } = await world()
  const [mine, mineToo, theirs] = [tab(owner), tab(owner), tab(writer)]
  expect(await mine.sees(id)).toEqual([])
  expect(await mineToo.sees(id)).toEqual([])
  expect(await theirs.sees(id)).toEqual([owner.name])
  expect(await mine.sees(id)).toEqual([writer.name])
  // One of two tabs closes.
  await mine.leave(id)
  expect(await theirs.sees(id)).toEqual([owner.name])
  await mineToo.leave(id)
  expect(await theirs.sees(id)).toEqual([])
})

test('a tab that is silent for ten seconds is gone, and its row with it', async () => {
  const { owner, writer, id, db } = await world()
  await tab(owner).look(id)
  const [row] = await db.selectFrom('lead_viewers').select('until').execute()
  expect(Date.parse(row?.until ?? '') - Date.now()).toBeGreaterThan(5_000)
  expect(Date.parse(row?.until ?? '') - Date.now()).toBeLessThan(11_000)
  await db
    .updateTable('lead_viewers')
    .set({ until: new Date(Date.now() - 1).toISOString() })
    .execute()
  expect(await tab(writer).sees(id)).toEqual([])
  expect(await db.selectFrom('lead_viewers').select('user_id as of').execute()).toEqual([{ of: writer.userId }])
})

test('those who look hear at once who comes and leaves, also in another process, and no one else does', async () => {
  const { businessId, owner, writer, member, campaignId, id } = await world()
  const idle = await member('Lead', [campaignId])
  const streams = await Promise.all([owner, idle].map((one) => openStream(base, one.authorization)))
  await Promise.all(streams.map((stream) => stream.heard('ready')))
  await tab(owner).look(id)
  const theirs = tab(writer)
  await theirs.look(id)
  const [came] = (await streams[0]?.heard('viewers')) ?? []
  expect(JSON.parse(came?.data ?? '')).toEqual({ businessId, leadId: id })
  expect(came?.id).toBeUndefined()
  // Renewals say nothing.
  await theirs.look(id)
  await theirs.leave(id)
  await streams[0]?.heard('viewers', 2)
  expect(streams.map((stream) => stream.of('viewers').length)).toEqual([2, 0])
})

test('of two who come at once at least one sees the other, and both do after the next renewal', async () => {
  const { owner, writer, id } = await world()
  const [mine, theirs] = [tab(owner), tab(writer)]
  const replies = await Promise.all([mine.look(id), theirs.look(id)])
  expect(replies.some(({ body }) => body.viewers.length === 1)).toBe(true)
  expect([await mine.sees(id), await theirs.sees(id)]).toEqual([[writer.name], [owner.name]])
})

test('who may not read the lead neither sees nor is seen: of another campaign, kept to own leads, of another business', async () => {
  const { owner, writer, stranger, lead, id } = await world()
  const elsewhere = await (await it.newBusiness()).member('Owner')
  for (const one of [stranger, elsewhere]) expect((await tab(one).look(id)).status).toBe(404)
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  expect((await tab(writer).look(id)).status).toBe(404)
  expect(await tab(owner).sees(id)).toEqual([])
  await change(owner, lead._id, { assignedTo: writer.userId })
  expect(await tab(writer).sees(id)).toEqual([owner.name])
})

test('a lead in the trash and a merged one have viewers without a fault; a suspended member is none', async () => {
  const { owner, writer, id, campaignId, db } = await world()
  const other = await add(owner, { campaignId })
  const [mine, theirs] = [tab(owner), tab(writer)]
  await theirs.look(other._id)
  await it.send(duplicateRoutes.merge, owner, { body: { winnerId: id, leadIds: [other._id] } as never })
  expect((await theirs.look(other._id)).status).toBe(200)
  await theirs.look(id)
  await remove(owner, [id])
  expect(await mine.sees(id)).toEqual([writer.name])
  const suspended_at = new Date().toISOString()
  await db.updateTable('memberships').set({ suspended_at }).where('user_id', '=', writer.userId).execute()
  expect(await mine.sees(id)).toEqual([])
})
