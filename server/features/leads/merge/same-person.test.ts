import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { nextPhone, refusal, testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { add, get, page, remove } = testLeads(it)
type As = Partial<Credentials>

const ofPerson = (as: As, id: string) => it.send(leadRoutes.samePerson, as, { params: { id } })
const namesOf = async (as: As, id: string) => {
  const { status, body } = await ofPerson(as, id)
  expect(status).toBe(200)
  return body.leads.map(({ name }) => name)
}

/** A lead in one campaign; two others share its phone or its e-mail in the other campaign. */
async function world() {
  const business = await it.newBusiness()
  const { campaignId } = business
  const second = await business.campaign()
  const owner = await business.member('Owner')
  const [phone, email] = [nextPhone(), `dana@${campaignId}.example`]
  const lead = await add(owner, { name: 'Dana', phone, email, campaignId })
  const byPhone = await add(owner, { name: 'By phone', phone, campaignId: second })
  await add(owner, { name: 'By email', phone: nextPhone(), email, campaignId: second })
  await add(owner, { name: 'Stranger', campaignId: second })
  return { ...business, owner, second, lead, byPhone }
}

test('other leads of a person are those with its phone or its e-mail, newest first, without the trash', async () => {
  const { owner, lead, byPhone } = await world()
  expect(await namesOf(owner, lead._id)).toEqual(['By email', 'By phone'])
  expect(await namesOf(owner, byPhone._id)).toEqual(['Dana'])
  await remove(owner, [byPhone._id])
  expect(await namesOf(owner, lead._id)).toEqual(['By email'])
})

test('only those that one may read are listed, and none for who sees masks', async () => {
  const { owner, member, campaignId, second, lead } = await world()
  const [reader, both, partner] = [
    await member('Reader', [campaignId]),
    await member('Writer', [campaignId, second]),
    await member('Affiliate', [campaignId, second]),
  ]
  const elsewhere = await member('Reader', [second])
  expect(await namesOf(reader, lead._id)).toEqual([])
  expect(await namesOf(both, lead._id)).toEqual(['By email', 'By phone'])
  expect(await namesOf(partner, lead._id)).toEqual(['By email', 'By phone'])
  expect(refusal(await ofPerson(elsewhere, lead._id))).toMatchObject({ status: 404, code: 'lead_not_found' })
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true, ownLeadsOnly: true } })
  expect(await namesOf(partner, lead._id)).toEqual([])
  expect((await ofPerson(both, lead._id)).status).toBe(404)
})

test('several leads are marked as read and unread at once, all or none', async () => {
  const { owner, member, campaignId, lead, byPhone } = await world()
  const mark = (as: As, leadIds: string[], isRead: boolean) =>
    it.send(leadRoutes.readMany, as, { body: { leadIds, isRead } })
  const readNames = async () => {
    const { body } = await page(owner, { limit: 100 })
    return body.leads.flatMap(({ name, isRead }) => (isRead ? name : [])).sort()
  }
  await mark(owner, [lead._id, byPhone._id], false)
  expect(await readNames()).not.toContain('Dana')
  const before = await readNames()
  expect((await mark(owner, [lead._id, byPhone._id, lead._id], true)).status).toBe(200)
  expect(await readNames()).toEqual([...before, 'By phone', 'Dana'].sort())
  const reader = await member('Reader', [campaignId])
  expect(refusal(await mark(reader, [lead._id, byPhone._id], false))).toMatchObject({ code: 'lead_not_found' })
  expect((await get(owner, lead._id)).body.lead.isRead).toBe(true)
  expect((await mark(reader, [lead._id], false)).status).toBe(200)
  expect((await get(owner, lead._id)).body.lead.isRead).toBe(false)
})
