import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sweepOn } from './duplicates.jobs.ts'

const it = await testApp()
const leads = testLeads(it)
const { add } = leads
type As = Partial<Credentials> | undefined

const groupsOf = async (as: As, query = {}) => {
  const { status, body } = await it.send(duplicateRoutes.groups, as, { query: { limit: 10, ...query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** The groups, as sorted ids with the reasons, once their number is this. */
const waitForGroups = (as: As, count: number) =>
  waitFor(async () => {
    const { groups } = await groupsOf(as)
    return groups.length === count && groups
  })
const distinguish = (as: As, leadIds: string[]) => it.send(duplicateRoutes.distinguish, as, { body: { leadIds } })

async function world() {
  const business = await it.newBusiness()
  const second = await business.campaign()
  const owner = await business.member('Owner')
  const lead = (name: string, values: object = {}) => add(owner, { name, campaignId: second, ...values })
  return { ...business, second, owner, lead }
}

test('leads that come in are grouped by phone, e-mail and name', async () => {
  const { owner, campaignId, lead } = await world()
  const phone = nextPhone()
  const one = await lead('Noa Katz', { phone })
  const two = await lead('Someone Else', { phone, campaignId, email: 'noa@example.test' })
  const three = await lead('Third Person', { email: 'noa@example.test' })
  const hebrew = await lead('אלכסנדרה וולקובסקי')
  const latin = await lead('Alexandra Volkovsky')
  const wrong = await lead('שלום כהן')
  const typed = await lead('akuo fvi')
  await lead('Alone Person')
  const groups = await waitForGroups(owner, 3)
  const shown = groups.map(({ leadIds, reasons, hidden }) => [[...leadIds].sort(), reasons, hidden])
  expect(shown).toEqual([
    [[wrong._id, typed._id].sort(), ['name'], 0],
    [[hebrew._id, latin._id].sort(), ['name'], 0],
    [[one._id, two._id, three._id].sort(), ['phone', 'email'], 0],
  ])
})

test('a common name groups no leads', async () => {
  const { owner, lead } = await world()
  for (let at = 0; at < 6; at++) await lead('דנה לוי')
  const [one, two] = [await lead('Alexandra Volkovsky'), await lead('Alexandra Volkovsky')]
  await leads.relayed()
  const ids = await waitFor(async () => {
    const { groups } = await groupsOf(owner)
    return groups.length === 1 && groups[0]?.leadIds.includes(two._id) && [...groups[0].leadIds].sort()
  })
  expect(ids).toEqual([one._id, two._id].sort())
})

test('leads that are not the same person are not offered again, also when a third comes in', async () => {
  const { owner, lead, campaignId } = await world()
  const phone = nextPhone()
  const one = await lead('Noa Katz', { phone })
  const two = await lead('Gil Katz', { phone, campaignId })
  await waitForGroups(owner, 1)
  expect((await distinguish(owner, [one._id, two._id])).status).toBe(200)
  expect((await groupsOf(owner)).groups).toEqual([])
  const three = await lead('Noa K', { phone, duplicate: 'create' })
  const [group] = await waitForGroups(owner, 1)
  expect(group?.size).toBe(2)
  expect(group?.leadIds).toContain(three._id)
})

test('a merge takes the leads out of their group, and its undo brings them back', async () => {
  const { owner, lead, campaignId } = await world()
  const phone = nextPhone()
  const one = await lead('Noa Katz', { phone })
  const two = await lead('Noa Katz', { phone, campaignId })
  await waitForGroups(owner, 1)
  const body = { winnerId: one._id, leadIds: [two._id] }
  const { operationId } = (await it.send(duplicateRoutes.merge, owner, { body })).body
  expect((await groupsOf(owner)).pagination.total).toBe(0)
  await it.send(operationRoutes.undo, owner, { params: { id: operationId } })
  await waitForGroups(owner, 1)
})

test('leads out of sight are counted, not shown; one who sees masks and a Writer see no groups', async () => {
  const { owner, lead, campaignId, second, member } = await world()
  const phone = nextPhone()
  const one = await lead('Noa Katz', { phone })
  await lead('Noa Katz', { phone, campaignId })
  const other = await lead('Noa Katz', { phone, duplicate: 'create' })
  await waitForGroups(owner, 1)
  const manager = await member('Lead', [second])
  const { groups } = await groupsOf(manager)
  expect(groups).toMatchObject([{ size: 3, hidden: 1, leadIds: expect.arrayContaining([one._id, other._id]) }])
  expect(groups[0]?.leadIds).toHaveLength(2)
  expect((await groupsOf(await member('Lead', [campaignId]))).groups).toEqual([])
  expect((await it.send(duplicateRoutes.groups, await member('Writer', [second]), { query: {} })).status).toBe(403)
  const both = await member('Affiliate', { [second]: 'Lead', [campaignId]: 'Affiliate' })
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  const seen = await it.send(duplicateRoutes.groups, both, { query: {} })
  expect(seen.status === 403 || seen.body.groups.length === 0).toBe(true)
})

test('a comparison shows the leads and the newest of their one history', async () => {
  const { owner, lead, campaignId, member, second } = await world()
  const one = await lead('Noa Katz', { message: 'A kitchen' })
  const two = await lead('Noa Katz', { campaignId })
  await leads.comment(owner, two._id, 'Called twice')
  const ask = (as: As) => it.send(duplicateRoutes.compare, as, { query: { leadIds: `${two._id},${one._id}` } })
  const { body } = await ask(owner)
  expect(body.leads.map(({ _id }) => _id)).toEqual([two._id, one._id])
  expect(body.historyCount).toBe(3)
  expect(body.history.map(({ event, leadId }) => [event, leadId])).toEqual([
    ['lead.commented', two._id],
    ['lead.created', two._id],
    ['lead.created', one._id],
  ])
  expect(refusal(await ask(await member('Lead', [second])))).toMatchObject({ status: 404, code: 'lead_not_found' })
})

test('a sweep finds the groups of leads that no event reported, and drops those that are none', async () => {
  const { owner, lead, businessId, db, campaignId } = await world()
  const phone = nextPhone()
  await lead('Noa Katz', { phone })
  const two = await lead('Noa Katz', { phone, campaignId })
  await waitForGroups(owner, 1)
  await leads.relayed()
  const [three, four] = [await lead('מיכאל כץ'), await lead('Michael Katz')]
  await waitForGroups(owner, 2)
  const { workerDb } = it.deps
  await workerDb.deleteFrom('duplicate_members').where('lead_id', 'in', [three._id, four._id]).execute()
  await workerDb.deleteFrom('lead_name_keys').where('business_id', '=', businessId).execute()
  await db
    .updateTable('leads')
    .set({ phone: nextPhone(), name: 'Changed Entirely' })
    .where('id', '=', two._id)
    .execute()
  type Sweep = Parameters<typeof sweepOn>[1] | null
  const startedAt = new Date(Date.now() + 1).toISOString()
  let place: Sweep = { businessId, startedAt, phase: 'names', after: null }
  const deps = { ...it.deps, now: () => new Date(Date.now() + 5) }
  while (place) place = await sweepOn(deps, place)
  const { groups } = await groupsOf(owner)
  expect(groups.map(({ leadIds }) => [...leadIds].sort())).toEqual([[three._id, four._id].sort()])
})
