import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testStatuses } from '../../testing/test-statuses.ts'

const it = await testApp()
const { newBusiness, send } = it
const { add, take, change, get, history } = testLeads(it)
const { made, edit, drop, shown } = testStatuses(it)

async function owned() {
  const business = await newBusiness()
  const [owner, other] = [await business.member('Owner'), await business.campaign()]
  return { ...business, owner, other }
}
type Body = Record<string, unknown>
const run = async (as: TestMember, action: Body, leadIds: string[]) => {
  const reply = await send(operationRoutes.create, as, { body: { action, leadIds } as never })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (await send(operationRoutes.get, as, { params: { id: reply.body.operation._id } })).body
}

describe('a status of some campaigns', () => {
  test('can be chosen only there: manually, by API key, for one lead and for many', async () => {
    const { owner, other, campaignId, apiKey } = await owned()
    const { _id: statusId } = await made(owner, { nameEn: 'Measured', campaignIds: [campaignId] })
    const hidden = { statusId: 'This status cannot be chosen in the lead’s campaign' }
    const key = await apiKey()
    expect((await add(owner, { campaignId, statusId })).statusId).toBe(statusId)
    expect((await add(key, { campaignId, statusId })).statusId).toBe(statusId)
    for (const sender of [owner, key])
      expect((await take(sender, { name: 'Dana', phone: '+972724440999', campaignId: other, statusId })).status).toBe(
        422,
      )

    const [here, there] = [await add(owner, { campaignId }), await add(owner, { campaignId: other })]
    expect((await change(owner, here._id, { statusId })).status).toBe(200)
    expect(Object.keys(refusal(await change(owner, there._id, { statusId })).issues)).toEqual(Object.keys(hidden))

    const third = await add(owner, { campaignId })
    const { operation, left } = await run(owner, { kind: 'status', statusId }, [third._id, there._id])
    expect(operation).toMatchObject({ done: 1, skipped: 1 })
    expect(left).toMatchObject([{ leadId: there._id, reason: 'status_hidden' }])
    expect((await get(owner, there._id)).body.lead.status).toBe('New')
  })

  test('leads that have it keep it when other fields change', async () => {
    const { owner, other, campaignId, statusIds } = await owned()
    const { _id } = await add(owner, { campaignId: other, statusId: statusIds.ongoing })
    await edit(owner, statusIds.ongoing, { campaignIds: [campaignId] })
    expect((await change(owner, _id, { name: 'Another name', statusId: statusIds.ongoing })).body.lead).toMatchObject({
      name: 'Another name',
      statusId: statusIds.ongoing,
    })
    await change(owner, _id, { statusId: statusIds.new })
    expect((await change(owner, _id, { statusId: statusIds.ongoing })).status).toBe(422)
  })

  test('can replace a deleted status only for leads of its campaigns', async () => {
    const { owner, other, campaignId, statusIds } = await owned()
    const { _id } = await made(owner, { nameEn: 'Measured', campaignIds: [campaignId] })
    await add(owner, { campaignId: other, statusId: statusIds.ongoing })
    expect(refusal(await drop(owner, statusIds.ongoing, _id)).issues).toEqual({
      replacement: 'Some of the leads are in campaigns in which this status cannot be chosen',
    })
    await edit(owner, _id, { campaignIds: [campaignId, other] })
    expect((await drop(owner, statusIds.ongoing, _id)).status).toBe(200)
  })

  test('lists its campaigns, to each reader those that they may see', async () => {
    const { owner, other, campaignId, member } = await owned()
    const foreign = await owned()
    const body = { nameEn: 'Measured', nameHe: 'נמדד', hue: 'teal', type: 'Ongoing' }
    const { create } = testStatuses(it)
    for (const unknown of [newId(), foreign.campaignId])
      expect(refusal(await create(owner, { ...body, campaignIds: [campaignId, unknown] }))).toMatchObject({
        status: 404,
        code: 'campaign_not_found',
      })
    const { _id } = await made(owner, { ...body, campaignIds: [campaignId, other] })
    const writer = await member('Writer', [other])
    const seen = async (as: TestMember) => (await shown(as)).find((status) => status._id === _id)?.campaignIds
    expect(await seen(writer)).toEqual([other])
    expect(await seen(owner)).toEqual([campaignId, other])
    expect((await send(businessRoutes.get, writer, {})).status).toBe(200)
  })
})

describe('the lost reason', () => {
  test('is stored with the status, shown in the history, and removed when the lead is no longer lost', async () => {
    const { owner, campaignId, statusIds, db } = await owned()
    const { _id } = await add(owner, { campaignId })
    expect((await get(owner, _id)).body.lead.lostReason).toBeNull()
    await change(owner, _id, { statusId: statusIds.lost, lostReason: 'Too expensive' })
    expect((await get(owner, _id)).body.lead.lostReason).toBe('Too expensive')
    expect((await history(owner, _id)).body.history[0]?.changes).toEqual({
      statusId: ['New', 'Lost'],
      lostReason: [null, 'Too expensive'],
    })
    // The text is in the part of the event that can be erased separately.
    const event = await db
      .selectFrom('events')
      .select(['payload', 'personal'])
      .where('name', '=', 'lead.changed')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(event.payload)).not.toContain('expensive')
    expect(event.personal).toMatchObject({ changes: { lostReason: [null, 'Too expensive'] } })

    await change(owner, _id, { statusId: statusIds.ongoing })
    expect((await get(owner, _id)).body.lead.lostReason).toBeNull()
    expect((await history(owner, _id)).body.history[0]?.changes).toEqual({
      statusId: ['Lost', 'In progress'],
      lostReason: ['Too expensive', null],
    })
  })

  test('is for lost leads only, up to 200 characters', async () => {
    const { owner, campaignId, statusIds } = await owned()
    const { _id } = await add(owner, { campaignId })
    expect(refusal(await change(owner, _id, { lostReason: 'Why not' })).issues).toEqual({
      lostReason: 'Only a lost lead can have a lost reason',
    })
    await change(owner, _id, { statusId: statusIds.lost })
    expect((await change(owner, _id, { lostReason: 'x'.repeat(201) })).status).toBe(422)
    expect((await change(owner, _id, { lostReason: 'x'.repeat(200) })).status).toBe(200)
    expect((await change(owner, _id, { lostReason: null })).status).toBe(200)
    expect((await get(owner, _id)).body.lead.lostReason).toBeNull()
  })

  test('conflicts if two members set it concurrently', async () => {
    const { owner, campaignId, statusIds } = await owned()
    const { _id } = await add(owner, { campaignId, statusId: statusIds.lost })
    await change(owner, _id, { lostReason: 'The price', expected: { lostReason: null } })
    expect(refusal(await change(owner, _id, { lostReason: 'Moved', expected: { lostReason: null } })).code).toBe(
      'changed_meanwhile',
    )
  })

  test('is set for many leads; undo restores each one’s before', async () => {
    const { owner, campaignId, statusIds } = await owned()
    const [a, b] = [await add(owner, { campaignId }), await add(owner, { campaignId, statusId: statusIds.lost })]
    await change(owner, b._id, { lostReason: 'Before' })
    const { operation } = await run(
      owner,
      { kind: 'status', statusId: statusIds.lost, lostReason: 'Outside our area' },
      [a._id, b._id],
    )
    expect(operation.done).toBe(2)
    const reasons = async () => [
      (await get(owner, a._id)).body.lead.lostReason,
      (await get(owner, b._id)).body.lead.lostReason,
    ]
    expect(await reasons()).toEqual(['Outside our area', 'Outside our area'])
    expect((await history(owner, a._id)).body.history[0]?.changes).toEqual({
      statusId: ['New', 'Lost'],
      lostReason: [null, 'Outside our area'],
    })
    expect((await send(operationRoutes.undo, owner, { params: { id: operation._id } })).status).toBe(200)
    expect(await reasons()).toEqual([null, 'Before'])
    const wrong = await send(operationRoutes.create, owner, {
      body: { action: { kind: 'status', statusId: statusIds.won, lostReason: 'No' }, leadIds: [a._id] },
    })
    expect(Object.keys(refusal(wrong).issues)).toEqual(['lostReason'])
  })
})
