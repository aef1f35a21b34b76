import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testStatuses } from '../../testing/test-statuses.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp()
const { newBusiness, send, person } = it
const { add, change, get, history, page, remove, restore, relayed } = testLeads(it)
const { settings, shown, named, made, edit, put, drop, start } = testStatuses(it)

async function owned() {
  const business = await newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
const total = async (as: Parameters<typeof page>[0], status: string) =>
  (await page(as, { filters: { status: [status] } })).body.pagination.total

describe('deleting', () => {
  test('an unused status is deleted at once; the history keeps its name', async () => {
    const { owner, campaignId, statusIds, db } = await owned()
    const { _id } = await add(owner, { campaignId })
    await change(owner, _id, { statusId: statusIds.ongoing })
    await change(owner, _id, { statusId: statusIds.new })
    expect((await drop(owner, statusIds.ongoing)).body).toEqual({ success: true, leads: 0, operationId: null })
    expect(await named(owner)).toEqual(['New', 'Won', 'Lost'])
    expect((await shown(owner)).map(({ nameEn }) => nameEn)).toEqual(['New', 'Won', 'Lost'])
    expect((await history(owner, _id)).body.history.slice(0, 2).map(({ changes }) => changes)).toEqual([
      { statusId: ['In progress', 'New'] },
      { statusId: ['New', 'In progress'] },
    ])
    const event = await db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'status.deleted')
      .executeTakeFirstOrThrow()
    expect(event.payload).toMatchObject({
      nameEn: 'In progress',
      to: null,
      leads: 0,
      changes: { type: ['Ongoing', null] },
    })
    // The deleted status can no longer be chosen.
    expect(refusal(await change(owner, _id, { statusId: statusIds.ongoing })).issues).toEqual({
      statusId: 'This status was not found',
    })
    expect((await drop(owner, statusIds.ongoing)).status).toBe(404)
  })

  test('the default and the last Open status cannot be deleted', async () => {
    const { owner, statusIds } = await owned()
    expect(refusal(await drop(owner, statusIds.new)).code).toBe('default_status')
    await edit(owner, statusIds.ongoing, { isDefault: true })
    expect(refusal(await drop(owner, statusIds.new)).code).toBe('last_open_status')
    await made(owner, { nameEn: 'Fresh', type: 'Open' })
    expect((await drop(owner, statusIds.new)).status).toBe(200)
  })

  test('a used status needs a replacement', async () => {
    const { owner, campaignId, statusIds } = await owned()
    await add(owner, { campaignId, statusId: statusIds.ongoing })
    expect((await settings(owner)).statuses.find(({ _id }) => _id === statusIds.ongoing)).toMatchObject({
      leads: 1,
      trashed: 0,
    })
    const wanted = { replacement: 'Leads have this status. Choose a status to move them to' }
    expect(refusal(await drop(owner, statusIds.ongoing)).issues).toEqual(wanted)
    for (const other of [statusIds.ongoing, newId()])
      expect(refusal(await drop(owner, statusIds.ongoing, other)).issues).toEqual({
        replacement: 'This status was not found',
      })
    expect(await named(owner)).toContain('In progress')
  })

  test('its leads get the replacement, with events and counters, those in the trash too; this is no response', async () => {
    const { owner, campaignId, statusIds, db } = await owned()
    const ids: string[] = []
    for (const name of ['Aa', 'Bb', 'Cc'])
      ids.push((await add(owner, { name, campaignId, statusId: statusIds.ongoing, value: 700 }))._id)
    const [a, b, c] = ids as [string, string, string]
    await remove(owner, [c])
    const before = (await get(owner, a)).body.lead
    const { status, body } = await drop(owner, statusIds.ongoing, statusIds.won)
    expect([status, body.leads]).toEqual([200, 3])
    expect((await get(owner, a)).body.lead).toMatchObject({
      statusId: statusIds.won,
      firstResponseAt: null,
      lastActivityAt: before.lastActivityAt,
    })
    expect(await total(owner, statusIds.won)).toBe(2)
    await relayed()
    expect(await total(owner, statusIds.won)).toBe(2)
    expect(await total(owner, statusIds.ongoing)).toBe(0)
    const { campaigns } = (await send(campaignRoutes.list, owner, { query: {} })).body
    expect(campaigns.map(({ totalSales }) => totalSales)).toEqual([1_400])
    expect((await history(owner, b)).body.history[0]).toMatchObject({
      event: 'lead.changed',
      by: { _id: owner.userId },
      changes: { statusId: ['In progress', 'Won'] },
    })
    await restore(owner, [c])
    expect((await get(owner, c)).body.lead.statusId).toBe(statusIds.won)
    expect(await total(owner, statusIds.won)).toBe(3)
    const left = await db.selectFrom('leads').select('id').where('status_id', '=', statusIds.ongoing).execute()
    expect(left).toEqual([])
  })

  test('many leads are moved in the background; progress is shown, and it can be neither cancelled nor undone', async () => {
    const { owner, campaignId, statusIds, db, businessId } = await owned()
    const rows = Array.from({ length: 1_200 }, (_, i) => ({
      business_id: businessId,
      id: newId(),
      campaign_id: campaignId,
      status_id: statusIds.ongoing,
      name: `Many ${i}`,
      email: `many${i}@example.test`,
      source: 'api',
    }))
    await db.insertInto('leads').values(rows).execute()
    const { body } = await drop(owner, statusIds.ongoing, statusIds.lost)
    expect(body.leads).toBe(1_200)
    const id = body.operationId as string
    const { removals } = await settings(owner)
    if (removals.length)
      expect(removals).toMatchObject([{ operationId: id, nameEn: 'In progress', to: statusIds.lost, total: 1_200 }])
    expect((await send(operationRoutes.cancel, owner, { params: { id } })).body.operation.canCancel).toBe(false)
    const ended = await waitFor(async () => {
      const { operation } = (await send(operationRoutes.get, owner, { params: { id } })).body
      return operation.finishedAt !== null && operation
    })
    expect(ended).toMatchObject({
      kind: 'replace',
      subject: 'Lost',
      state: 'done',
      total: 1_200,
      done: 1_200,
      canUndo: false,
    })
    expect(refusal(await send(operationRoutes.undo, owner, { params: { id } })).code).toBe('operation_undone')
    expect((await settings(owner)).removals).toEqual([])
    const { rows: left } = await sql<{ n: number }>`select count(*) as n from leads
      where business_id = ${businessId} and status_id = ${statusIds.lost}`.execute(db)
    expect(left[0]?.n).toBe(1_200)
  })

  test('a lead that gets the status concurrently is moved too, or refused', async () => {
    for (let i = 0; i < 8; i++) {
      const { owner, campaignId, statusIds, db } = await owned()
      const [first, second] = [await add(owner, { campaignId }), await add(owner, { campaignId })]
      await change(owner, first._id, { statusId: statusIds.ongoing })
      const replies = await Promise.all([
        drop(owner, statusIds.ongoing, statusIds.lost),
        change(owner, second._id, { statusId: statusIds.ongoing }),
        send(leadRoutes.create, owner, {
          body: { name: 'At once', email: `at${i}@once.test`, campaignId, statusId: statusIds.ongoing },
        }),
      ])
      expect(replies[0].status).toBe(200)
      for (const { status } of replies.slice(1)) expect([200, 201, 422]).toContain(status)
      const left = await db.selectFrom('leads').select('id').where('status_id', '=', statusIds.ongoing).execute()
      expect(left).toEqual([])
    }
  })

  test('a status is not deleted while it is the replacement of another', async () => {
    const { owner, campaignId, statusIds, db } = await owned()
    await add(owner, { campaignId, statusId: statusIds.ongoing })
    await drop(owner, statusIds.ongoing, statusIds.lost)
    await db.updateTable('operations').set({ state: 'running' }).where('kind', '=', 'replace').execute()
    expect(refusal(await drop(owner, statusIds.lost, statusIds.new)).code).toBe('status_receiving')
  })

  test('undo does not restore a status that was deleted since', async () => {
    const { owner, campaignId, statusIds } = await owned()
    const { _id } = await add(owner, { campaignId, statusId: statusIds.ongoing })
    const action = { kind: 'status', statusId: statusIds.lost } as const
    const { operation } = (await send(operationRoutes.create, owner, { body: { action, leadIds: [_id] } })).body
    await drop(owner, statusIds.ongoing)
    const undone = await send(operationRoutes.undo, owner, { params: { id: operation._id } })
    const after = (await send(operationRoutes.get, owner, { params: { id: undone.body.operation._id } })).body
    expect(after.left).toMatchObject([{ leadId: _id, reason: 'status_gone' }])
    expect((await get(owner, _id)).body.lead.statusId).toBe(statusIds.lost)
  })
})

describe('starter sets', () => {
  const created = async (line?: string) => {
    const founder = await person()
    const body = { name: 'Founded', ...(line && { primaryLineOfBusiness: line }) }
    const { business } = (await send(businessRoutes.create, founder, { body })).body
    return { ...founder, 'x-business-id': business._id }
  }

  test('a new business starts with the statuses of its line of business', async () => {
    expect(await named(await created())).toEqual([
      'New',
      'Attempting',
      'In progress',
      'Meeting set',
      'Proposal sent',
      'On hold',
      'Won',
      'Not relevant',
    ])
    expect(await named(await created('real_estate'))).toContain('Viewing set')
    expect(await named(await created('health'))).toContain('Appointment set')
    expect(await named(await created('home_design'))).toContain('Quote sent')
    expect(await named(await created('education'))).toContain('Enrolled')
    expect(await named(await created('law'))).toContain('Case opened')
    expect(await named(await created('Ice cream'))).toContain('Proposal sent')
  })

  test('one can be chosen while the statuses are unchanged; existing leads stay new', async () => {
    const owner = await created()
    const { campaign } = (await send(campaignRoutes.create, owner, { body: { name: 'Kitchens' } as never })).body
    const { _id } = await add(owner, { campaignId: campaign._id })
    expect((await settings(owner)).sets.map(({ name }) => name)).toEqual([
      'general',
      'real_estate',
      'clinics',
      'renovation',
      'education',
      'legal',
    ])
    const { status, body } = await start(owner, 'legal')
    expect([status, body.statuses?.map(({ nameHe }) => nameHe)]).toEqual([
      200,
      [
        'חדש',
        'ניסיון קשר',
        'בדיקת ניגוד עניינים',
        'נקבעה פגישת ייעוץ',
        'נשלח הסכם שכר טרחה',
        'בהמתנה',
        'נפתח תיק',
        'לא רלוונטי',
      ],
    ])
    const [first] = body.statuses
    expect((await get(owner, _id)).body.lead.statusId).toBe(first?._id)
    // A starter set can be chosen a second time.
    expect((await start(owner, 'clinics')).status).toBe(200)
    expect(await named(owner)).toContain('No-show')
  })

  test('none is offered or accepted after a status, the order or a lead’s status was changed', async () => {
    const changed = await created()
    const [fresh, attempting] = (await settings(changed)).statuses
    await edit(changed, attempting?._id ?? '', { nameEn: 'Trying' })
    expect((await settings(changed)).sets).toEqual([])
    expect(refusal(await start(changed, 'legal')).code).toBe('statuses_touched')

    const moved = await created()
    const [, second, third] = (await settings(moved)).statuses
    await put(moved, third?._id ?? '', second?._id ?? '')
    expect((await settings(moved)).sets).toEqual([])

    const busy = await created()
    const { campaign } = (await send(campaignRoutes.create, busy, { body: { name: 'Kitchens' } as never })).body
    const [, next] = (await settings(busy)).statuses
    await add(busy, { campaignId: campaign._id, statusId: next?._id })
    expect((await settings(busy)).sets).toEqual([])
    expect(refusal(await start(busy, 'legal')).code).toBe('statuses_touched')
    expect(fresh?.isDefault).toBe(true)
  })
})
