import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { add, change, comment, history, remove, restore } = testLeads(it)

async function withLead(body: object = {}) {
  const business = await it.newBusiness()
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  const sent = { name: 'Dana Levi', phone: '+972724440600', campaignId: business.campaignId, message: 'Hello' }
  const lead = await add(key, { ...sent, ...body })
  const items = async (language = 'en') =>
    (await history(owner, lead._id, {}, { 'accept-language': language })).body.history
  return { ...business, owner, key, lead, sent, items }
}

describe('the history', () => {
  test('shows who did what, newest first', async () => {
    const { owner, key, lead, sent, statusIds, items } = await withLead()
    await add(key, { ...sent, message: 'Again' })
    await change(owner, lead._id, { statusId: statusIds.won, value: 90_000 })
    const commented = await comment(owner, lead._id, 'שולם <b>במזומן</b>')
    await remove(owner, [lead._id])
    await restore(owner, [lead._id])
    const by = { _id: owner.userId, name: owner.name, image: null }
    const all = await items()
    expect(all).toMatchObject([
      { event: 'lead.restored', by },
      { event: 'lead.deleted', by },
      { event: 'lead.commented', by, comment: 'שולם <b>במזומן</b>' },
      { event: 'lead.changed', by, keyName: null, changes: { statusId: ['New', 'Won'], value: [null, 90_000] } },
      { event: 'lead.repeated', by: null, keyName: 'Test key', enquiry: { message: 'Again' } },
      { event: 'lead.created', by: null, keyName: 'Test key', enquiry: { message: 'Hello' } },
    ])
    expect(commented.body.item).toEqual(all[2])
  })

  test('the reply to a comment is that comment, even with concurrent comments', async () => {
    const { owner, lead, businessId, campaignId, db } = await withLead()
    // Inserts events as if from processes whose clocks are ahead; ids contain the time.
    const others = Array.from({ length: 20 }, (_, index) => ({
      business_id: businessId,
      id: `ffffffff-ffff-7fff-8fff-${String(index).padStart(12, '0')}`,
      campaign_id: campaignId,
      lead_id: lead._id,
      name: 'lead.read',
      actor: '{"system": true}',
      payload: '{}',
    }))
    await db.insertInto('events').values(others).execute()
    const { status, body } = await comment(owner, lead._id, 'Mine')
    expect([status, body.item?.comment]).toEqual([201, 'Mine'])
  })

  test('shows statuses in the reader’s language, and assignees by name', async () => {
    const { owner, lead, statusIds, member, campaignId, items } = await withLead()
    const writer = await member('Writer', [campaignId])
    await change(owner, lead._id, { statusId: statusIds.lost, assignedTo: writer.userId })
    await change(owner, lead._id, { assignedTo: null })
    expect((await items('he')).map(({ changes }) => changes)).toEqual([
      { assignedTo: [writer.name, null] },
      { statusId: ['חדש', 'לא רלוונטי'], assignedTo: [null, writer.name] },
      undefined,
    ])
    expect((await items('en'))[1]?.changes?.statusId).toEqual(['New', 'Lost'])
  })

  test('shows names, phones and e-mails before and after', async () => {
    const { owner, lead, items } = await withLead()
    await change(owner, lead._id, { name: 'דנה כהן 👩‍💼', phone: '072-444-0601', email: 'dana@example.test', value: 7 })
    expect((await items())[0]?.changes).toEqual({
      name: ['Dana Levi', 'דנה כהן 👩‍💼'],
      phone: ['+972724440600', '+972724440601'],
      email: [null, 'dana@example.test'],
      value: [null, 7],
    })
  })

  test('is paged', async () => {
    const { owner, lead, items } = await withLead()
    for (let i = 1; i <= 5; i++) await comment(owner, lead._id, `${i}`)
    const all = (await items()).map(({ _id }) => _id)
    const page = async (query: Record<string, unknown>) =>
      (await history(owner, lead._id, query)).body.history.map(({ _id }) => _id)
    expect(all).toHaveLength(6)
    expect(await page({ limit: 4 })).toEqual(all.slice(0, 4))
    expect(await page({ limit: 4, before: all[3] })).toEqual(all.slice(4))
    expect(await page({ before: all[5] })).toEqual([])
    for (const query of [{ limit: 0 }, { limit: 101 }, { before: 'x' }])
      expect((await history(owner, lead._id, query)).status).toBe(422)
  })

  test('can be limited to comments', async () => {
    const { owner, lead, statusIds, items } = await withLead()
    await comment(owner, lead._id, 'First')
    await change(owner, lead._id, { statusId: statusIds.won })
    await comment(owner, lead._id, 'Second')
    const comments = async (query: Record<string, unknown> = {}) =>
      (await history(owner, lead._id, { kind: 'comments', ...query })).body.history
    expect((await comments()).map(({ event, comment: text }) => [event, text])).toEqual([
      ['lead.commented', 'Second'],
      ['lead.commented', 'First'],
    ])
    const [second, first] = await comments()
    expect((await comments({ limit: 1, before: second?._id })).map(({ _id }) => _id)).toEqual([first?._id])
    expect((await history(owner, lead._id, { kind: 'all' })).body.history).toEqual(await items())
    expect((await history(owner, lead._id, { kind: 'meetings' })).status).toBe(422)
  })

  test('is refused to members who may not read the lead', async () => {
    const { lead, member, campaign, campaignId, key } = await withLead()
    expect((await history(await member('Reader', [campaignId]), lead._id)).status).toBe(200)
    expect((await history(await member('Reader', [await campaign()]), lead._id)).status).toBe(404)
    expect((await history(await (await it.newBusiness()).member('Owner'), lead._id)).status).toBe(404)
    expect((await history(key, lead._id)).status).toBe(403)
    expect((await history(await member('Owner'), newId())).status).toBe(404)
  })
})

test('personal data is stored only in the erasable part of an event', async () => {
  const { owner, lead, db } = await withLead({ email: 'first@example.test' })
  const personal = { name: 'Noa Bar', phone: '+972724440602', email: 'second@example.test' }
  await change(owner, lead._id, { ...personal, value: 100 })
  await comment(owner, lead._id, 'She is ill today')
  await remove(owner, [lead._id])
  const events = await db
    .selectFrom('events')
    .select(['name', 'payload', 'actor', 'personal'])
    .where('lead_id', '=', lead._id)
    .orderBy('id')
    .execute()
  expect(events.map(({ name }) => name)).toEqual(['lead.created', 'lead.changed', 'lead.commented', 'lead.deleted'])
  const rest = JSON.stringify(events.map(({ payload, actor }) => [payload, actor]))
  for (const value of ['Dana', 'Noa', '72444', 'example.test', 'ill', 'Hello']) expect(rest).not.toContain(value)
  const from = { ip: '127.0.0.1', agent: 'lightMyRequest' }
  expect(events.map(({ personal: held }) => held)).toEqual([
    { from },
    {
      from,
      changes: {
        name: ['Dana Levi', personal.name],
        phone: ['+972724440600', personal.phone],
        email: ['first@example.test', personal.email],
      },
    },
    { from },
    { from },
  ])
})
