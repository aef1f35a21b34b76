import { expect, test } from 'vitest'
import { operationRoutes } from '#contract/leads/operations.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const it = await testApp()
const { add, change, get, names, history } = testLeads(it)

async function withLead() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { _id: id } = await add(owner, { name: 'Dana Levi', campaignId: business.campaignId })
  const gender = async () => (await get(owner, id)).body.lead.gender
  return { ...business, owner, id, gender }
}

test('the gender of a lead is unknown until someone sets it; it is filtered by, and an undo takes it back', async () => {
  const { owner, id, gender, member, campaignId } = await withLead()
  expect(await gender()).toBe('unknown')
  const wanted = { where: { all: [{ field: 'gender', op: 'in', value: ['female'] }] } }
  expect(await names(owner, { filters: wanted })).toEqual([])
  const writer = await member('Writer', [campaignId])
  expect((await change(writer, id, { gender: 'female' })).status).toBe(200)
  expect(await gender()).toBe('female')
  expect(await names(owner, { filters: wanted })).toEqual(['Dana Levi'])
  const [item] = (await history(owner, id)).body.history
  expect(item?.changes).toEqual({ gender: ['unknown', 'female'] })
  // Another tab still showed the first value.
  const late = await change(owner, id, { gender: 'male', expected: { gender: 'unknown' } })
  expect(refusal(late).code).toBe('changed_meanwhile')
  expect(refusal(await change(owner, id, { gender: 'other' })).issues).toHaveProperty('gender')

  const { operations } = (await it.send(operationRoutes.list, owner, { query: { of: 'one' } })).body
  const undone = await it.send(operationRoutes.undo, owner, { params: { id: operations[0]?._id ?? '' } })
  expect(undone.status, JSON.stringify(undone.body)).toBe(200)
  await waitFor(async () => (await gender()) === 'unknown')
})

test('a Reader does not change it, and erasing the person erases it', async () => {
  const { owner, id, member, campaignId, db } = await withLead()
  expect((await change(await member('Reader', [campaignId]), id, { gender: 'male' })).status).toBe(403)
  await change(owner, id, { gender: 'male' })
  const erased = await it.send(privacyRoutes.eraseLead, owner, { params: { id }, body: { typed: 'Dana Levi' } })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  await waitFor(async () => {
    const lead = await db.selectFrom('leads').select('gender').where('id', '=', id).executeTakeFirst()
    return lead?.gender === 'unknown'
  })
})
