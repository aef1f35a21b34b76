import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import { type Operation, operationRoutes } from '#contract/leads/operations.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const it = await testApp()
const { newBusiness, send } = it
const { add, change, comment, get, history, remove } = testLeads(it)

async function withLead(given: Record<string, unknown> = {}) {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const lead = await add(await business.apiKey(), { name: 'Dana', campaignId: business.campaignId, ...given })
  const read = async () => (await get(owner, lead._id)).body.lead
  return { ...business, owner, id: lead._id, lead, read }
}

/** The operations on one lead that the member sees, newest first. */
const edits = async (as: TestMember) => (await send(operationRoutes.list, as, { query: { of: 'one' } })).body.operations
const newest = async (as: TestMember) => (await edits(as))[0] as Operation
const begin = (as: TestMember, id: string) => send(operationRoutes.undo, as, { params: { id } })
const read = async (as: TestMember, id: string) => (await send(operationRoutes.get, as, { params: { id } })).body
async function undo(as: TestMember, id: string) {
  const reply = await begin(as, id)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const undoId = reply.body.operation._id
  return waitFor(async () => {
    const now = await read(as, undoId)
    return now.operation.finishedAt !== null && now
  })
}
const preview = async (as: TestMember, id: string) => (await send(operationRoutes.preview, as, { params: { id } })).body
/** Items of the lead's history that are part of an operation, newest first. */
const inHistory = async (as: TestMember, id: string) =>
  (await history(as, id)).body.history.flatMap(({ operation, event, changes }) =>
    operation ? [{ event, changes, ...operation }] : [],
  )

describe('an edit of one lead', () => {
  test('is listed with its lead and fields, and its undo restores them', async () => {
    const { owner, id, statusIds, read: lead } = await withLead({ value: 100 })
    await change(owner, id, { statusId: statusIds.won, value: 9_000 })
    const edit = await newest(owner)
    expect(edit).toMatchObject({
      kind: 'edit',
      lead: { _id: id, name: 'Dana' },
      fields: ['statusId', 'value'],
      author: { name: owner.name },
      ...{ total: 1, done: 1, canUndo: true, state: 'done' },
    })
    expect(await preview(owner, edit._id)).toMatchObject({
      restored: 1,
      left: [],
      changes: { statusId: ['Won', 'New'], value: [9_000, 100] },
    })
    expect((await lead()).status).toBe('Won')
    const { operation, left } = await undo(owner, edit._id)
    expect(operation).toMatchObject({ kind: 'undo', undoes: { _id: edit._id, kind: 'edit' }, done: 1 })
    expect(left).toEqual([])
    expect(await lead()).toMatchObject({ status: 'New', value: 100, firstResponseAt: null })
    expect(refusal(await begin(owner, edit._id)).code).toBe('operation_undone')
  })

  test('of fields that were changed since leaves these and names them, in the preview too', async () => {
    const { owner, id, read: lead } = await withLead()
    await change(owner, id, { name: 'Dana Levi', value: 500, tags: ['Hot', 'VIP'] })
    const edit = await newest(owner)
    await change(owner, id, { value: 700 })
    await change(owner, id, { tags: ['Hot', 'VIP', 'Later'] })
    const left = [{ leadId: id, name: 'Dana Levi', reason: 'changed_since', fields: ['value'] }]
    expect(await preview(owner, edit._id)).toMatchObject({
      restored: 1,
      left,
      changes: { name: ['Dana Levi', 'Dana'], tags: [['Hot', 'VIP', 'Later'], ['Later']] },
    })
    expect((await undo(owner, edit._id)).left).toEqual([{ ...left[0], name: 'Dana' }])
    expect(await lead()).toMatchObject({ name: 'Dana', value: 700, tags: ['Later'] })
  })

  test('in the history is named by its author and the Owner only, and says that it was undone', async () => {
    const { owner, id, campaignId, member } = await withLead()
    const [writer, other] = [await member('Writer', [campaignId]), await member('Admin')]
    await change(writer, id, { name: 'Noa' })
    expect(await inHistory(other, id)).toEqual([])
    const [edit] = await inHistory(writer, id)
    expect(edit).toMatchObject({ event: 'lead.changed', isOfOne: true, isUndo: false, isUndone: false, canUndo: true })
    expect(await inHistory(owner, id)).toEqual([edit])
    await undo(writer, edit?._id as string)
    expect(await inHistory(writer, id)).toMatchObject([
      { isUndo: true, canUndo: true, changes: { name: ['Noa', 'Dana'] } },
      { _id: edit?._id, isUndone: true, canUndo: false },
    ])
  })

  test('of own fields, contacts and the lost reason is restored', async () => {
    const { owner, id, statusIds, lead, read: now } = await withLead()
    const field = { nameHe: 'עיר', nameEn: 'City', type: 'text' } as const
    const made = await send(leadFieldRoutes.create, owner, { body: field as never })
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
    const { key } = made.body.field
    const acts = [
      { fields: { [key]: 'Haifa' } },
      { phone: null, email: 'dana@example.test' },
      { statusId: statusIds.lost, lostReason: 'Price' },
    ]
    for (const act of acts) {
      const before = await now()
      const reply = await change(owner, id, act)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      const { left } = await undo(owner, (await newest(owner))._id)
      expect(left).toEqual([])
      const { lastActivityAt: _, enquiries: __, ...was } = before
      expect(await now()).toMatchObject(was)
    }
    expect((await now()).phone).toBe(lead.phone)
  })

  test('takes its response back at any millisecond', async () => {
    const { owner, id, statusIds, read: lead } = await withLead()
    // One moment in ten ends with a zero, which PostgreSQL does not print.
    for (let round = 0; round < 40; round++) {
      await change(owner, id, { statusId: statusIds.ongoing })
      await undo(owner, (await newest(owner))._id)
      expect((await lead()).firstResponseAt).toBeNull()
    }
  })

  test('gives the first response back to a later comment', async () => {
    const { owner, id, statusIds, read: lead } = await withLead()
    await change(owner, id, { statusId: statusIds.ongoing })
    const edit = await newest(owner)
    const first = (await lead()).firstResponseAt as string
    await comment(owner, id, 'Called')
    await undo(owner, edit._id)
    const { firstResponseAt } = await lead()
    expect(Date.parse(firstResponseAt as string)).toBeGreaterThan(Date.parse(first))
  })

  test('that is undone gives the lead back to an earlier operation only if nothing else was changed', async () => {
    const { owner, id, campaignId, statusIds, read: lead } = await withLead()
    const other = await add(owner, { name: 'Noa', campaignId })
    const body = { action: { kind: 'status', statusId: statusIds.won }, leadIds: [id, other._id] } as const
    const { operation } = (await send(operationRoutes.create, owner, { body: body as never })).body
    await change(owner, id, { value: 5 })
    const edit = await newest(owner)
    await change(owner, id, { statusId: statusIds.ongoing })
    expect((await undo(owner, edit._id)).operation.done).toBe(1)
    expect((await undo(owner, operation._id)).left).toMatchObject([{ leadId: id, reason: 'changed_since' }])
    expect((await lead()).statusId).toBe(statusIds.ongoing)
  })

  test('that changed nothing is no operation', async () => {
    const { owner, id } = await withLead()
    await change(owner, id, { name: 'Dana' })
    expect(await edits(owner)).toEqual([])
  })
})

test('a deletion of one lead and of some are operations with an undo', async () => {
  const { owner, id, campaignId, read: lead } = await withLead()
  const other = await add(owner, { name: 'Noa', campaignId })
  await remove(owner, [id])
  const one = await newest(owner)
  expect(one).toMatchObject({ kind: 'delete', lead: { _id: id }, done: 1 })
  await undo(owner, one._id)
  expect((await lead()).deletedAt).toBeNull()
  await remove(owner, [id, other._id])
  const many = (await send(operationRoutes.list, owner, { query: { of: 'many' } })).body
  expect(many.operations).toMatchObject([{ kind: 'delete', lead: null, done: 2 }])
  expect(many.pagination.total).toBe(1)
})

describe('rights', () => {
  test('a Writer undoes their own edit of a lead that they still see, and no other', async () => {
    const { owner, id, campaignId, member } = await withLead()
    const [writer, other] = [await member('Writer', [campaignId]), await member('Writer', [campaignId])]
    await change(writer, id, { value: 5 })
    const edit = await newest(owner)
    expect(refusal(await begin(other, edit._id)).code).toBe('operation_not_found')
    expect((await undo(writer, edit._id)).operation.done).toBe(1)
    await change(owner, id, { value: 7 })
    expect(refusal(await begin(writer, (await newest(owner))._id)).code).toBe('operation_not_found')
  })

  test('a member kept to own leads undoes no edit of a lead that is no longer theirs', async () => {
    const { owner, id, campaignId, member } = await withLead()
    const writer = await member('Writer', [campaignId])
    await send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
    await change(owner, id, { assignedTo: writer.userId })
    expect((await change(writer, id, { value: 5 })).status).toBe(200)
    const edit = await newest(owner)
    expect(await preview(writer, edit._id)).toMatchObject({ restored: 1 })
    await change(owner, id, { assignedTo: null })
    expect(refusal(await begin(writer, edit._id)).code).toBe('lead_not_found')
  })

  test('who lost the right to assign undoes no assignment', async () => {
    const { owner, id, campaignId, member, db, read: lead } = await withLead()
    const worker = await member('Lead', [campaignId])
    await change(worker, id, { assignedTo: worker.userId })
    const edit = await newest(owner)
    await db.updateTable('campaign_members').set({ role: 'Writer' }).where('user_id', '=', worker.userId).execute()
    // The rights of a member are cached for two seconds.
    const { _id: other } = await add(owner, { campaignId })
    let tries = 0
    const assignee = () => (tries++ % 2 ? null : worker.userId)
    await waitFor(async () => (await change(worker, other, { assignedTo: assignee() })).status === 403)
    expect(refusal(await begin(worker, edit._id)).code).toBe('forbidden')
    expect((await lead()).assignedTo?._id).toBe(worker.userId)
  })

  test('a partner who sees masks undoes no contact, and learns nothing by it', async () => {
    const { owner, campaignId, member } = await withLead()
    await send(businessRoutes.change, owner, { body: { masksContacts: true } })
    const partner = await member('Affiliate', [campaignId])
    const { _id: id } = await add(partner, { name: 'Mine', phone: '+972541237799', campaignId })
    expect((await change(partner, id, { phone: '+972541237700' })).status).toBe(200)
    const edit = await newest(partner)
    for (const route of [operationRoutes.undo, operationRoutes.preview])
      expect(refusal(await send(route, partner, { params: { id: edit._id } })).code).toBe('contact_kept')
    // An edit that enters the same phone is listed as well; otherwise the list would confirm a guess.
    await change(partner, id, { phone: '+972541237700' })
    expect((await edits(partner)).length).toBe(2)
    await change(partner, id, { name: '', value: 3 }).then(() => change(owner, id, { name: 'Renamed' }))
    expect(JSON.stringify(await edits(partner))).not.toContain('4123')
  })
})

test('an erased person is not brought back, and the stored values are erased', async () => {
  const { owner, id, db } = await withLead()
  await change(owner, id, { name: 'Secret Name', phone: '+972541237701' })
  const edit = await newest(owner)
  expect((await send(privacyRoutes.eraseLead, owner, { params: { id }, body: { typed: 'Secret Name' } })).status).toBe(
    200,
  )
  expect(refusal(await begin(owner, edit._id)).code).toBe('lead_erased')
  const stored = await db.selectFrom('operation_items').select('before').execute()
  expect(JSON.stringify(stored)).not.toMatch(/Secret Name|541237701|Dana/)
})
