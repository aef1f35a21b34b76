import { describe, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { withClient } from '../../../platform/db/connections.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { auditCounters } from '../../dashboard/counter-audits.jobs.ts'

let now = Date.now()
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)
const relayed = () => {
  it.deps.wakeRelay()
  return leads.relayed()
}

async function world() {
  now = Date.now()
  const business = await it.newBusiness()
  const { campaignId } = business
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
  const phone = '+972541117777'
  const created = await it.send(leadRoutes.create, owner, { body: { name: 'Dana', phone, campaignId } })
  const leadId = created.body.lead._id
  const startedAt = new Date(now - 60_000).toISOString()
  const log = (body: object = {}, as = writer) =>
    it.send(outgoingRoutes.log, as, {
      body: { leadId, direction: 'outbound', startedAt, isAnswered: true, minutes: 4, note: 'From my car', ...body },
    })
  const remove = (id: string, as = writer) => it.send(outgoingRoutes.removeLog, as, { params: { id } })
  const edit = (id: string, body: object = {}, as = writer) =>
    it.send(outgoingRoutes.editLog, as, {
      params: { id },
      body: { direction: 'outbound', startedAt, isAnswered: true, minutes: 4, note: 'From my car', ...body },
    })
  const restore = (id: string, as = writer) => it.send(outgoingRoutes.restoreLog, as, { params: { id } })
  const lead = async () => (await it.send(leadRoutes.get, owner, { params: { id: leadId } })).body.lead
  const ofLead = async () => (await it.send(callRoutes.ofLead, owner, { params: { id: leadId } })).body.calls
  const noDrift = async () => {
    await relayed()
    await auditCounters.run(it.deps, {})
    const { audits } = (await it.send(dashboardRoutes.audits, owner, {})).body
    expect(audits[0]).toMatchObject({ driftCount: 0 })
  }
  return { ...business, owner, writer, phone, leadId, startedAt, log, remove, edit, restore, lead, ofLead, noDrift }
}
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

describe('a call that is logged by hand', () => {
  test('is listed with its note and mark, and is the first response', async () => {
    const { log, ofLead, lead, writer, owner, phone, noDrift } = await world()
    const { status, body } = await log()
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.call).toMatchObject({
      ...{ direction: 'outbound', status: 'Answered', duration: 240, called: phone, number: null, isTest: false },
      ...{ madeBy: { _id: writer.userId }, answeredBy: { _id: writer.userId }, logged: { note: 'From my car' } },
    })
    expect(await ofLead()).toMatchObject([{ _id: body.call._id, logged: { note: 'From my car' } }])
    const list = await it.send(callRoutes.list, owner, { query: {} })
    expect(list.body.calls.map(({ _id }) => _id)).toEqual([body.call._id])
    expect((await lead()).firstResponseAt).not.toBeNull()
    await noDrift()
  })

  test('is deleted by its author within a day, as if it had not been logged', async () => {
    const { log, remove, ofLead, lead, db, noDrift, ...business } = await world()
    const first = await log()
    const id = first.body.call._id
    const [other, reader] = [
      await business.member('Writer', [business.campaignId]),
      await business.member('Reader', [business.campaignId]),
    ]
    expect([(await remove(id, other)).status, (await remove(id, reader)).status]).toEqual([404, 403])
    expect((await remove(id)).status).toBe(200)
    expect(await ofLead()).toEqual([])
    expect((await lead()).firstResponseAt).toBeNull()
    await noDrift()
    const second = await log()
    const yesterday = new Date(now - 25 * 3_600_000).toISOString()
    await db.updateTable('calls').set({ logged_at: yesterday }).execute()
    expect(codeOf(await remove(second.body.call._id))).toBe('log_kept')
    expect((await remove(second.body.call._id, business.owner)).status).toBe(200)
    await noDrift()
  })

  test('is changed by its author: figures, first response and log follow', async () => {
    const { log, edit, ofLead, lead, owner, leadId, noDrift } = await world()
    const id = (await log()).body.call._id
    const answeredAt = (await lead()).firstResponseAt
    expect(answeredAt).not.toBeNull()
    const missed = await edit(id, { isAnswered: false, minutes: 0, direction: 'inbound', note: 'No answer' })
    expect(missed.status, JSON.stringify(missed.body)).toBe(200)
    expect(missed.body.call).toMatchObject({
      ...{ direction: 'inbound', status: 'Not Answered', duration: 0, answeredBy: null },
      logged: { note: 'No answer' },
    })
    expect((await lead()).firstResponseAt).toBeNull()
    await noDrift()
    const again = await edit(id, { minutes: 7 })
    expect(again.body.call).toMatchObject({ status: 'Answered', duration: 420 })
    expect(await ofLead()).toHaveLength(1)
    expect((await lead()).firstResponseAt).toBe(answeredAt)
    await noDrift()
    await edit(id, { minutes: 7 })
    const { rows } = (await it.send(auditRoutes.list, owner, { query: { action: 'call.log_edited' } as never })).body
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({ subject: { _id: leadId } })
    const shown = rows[1]?.details.map(({ name, before, after }) => [name, before?.[0]?.text, after[0]?.text])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['direction', 'Outgoing', 'Incoming'],
        ['isAnswered', 'Yes', 'No'],
        ['talkMinutes', '4', '0'],
        ['note', 'From my car', 'No answer'],
      ]),
    )
  })

  test('is changed by an Owner at any time and stays its author’s; by its author within a day; by no other', async () => {
    const { log, edit, db, writer, owner, campaignId, member } = await world()
    const id = (await log()).body.call._id
    expect((await edit(id, { note: 'Mine' }, await member('Writer', [campaignId]))).status).toBe(404)
    const talked = await member('Writer', [campaignId])
    await db.updateTable('calls').set({ answered_by: talked.userId }).where('id', '=', id).execute()
    expect((await edit(id, { note: 'Mine' }, talked)).status).toBe(403)
    await db
      .updateTable('calls')
      .set({ logged_at: new Date(now - 25 * 3_600_000).toISOString() })
      .execute()
    expect(codeOf(await edit(id, { note: 'Late' }))).toBe('log_kept')
    const { body } = await edit(id, { note: 'Corrected' }, owner)
    expect(body.call).toMatchObject({
      ...{ madeBy: { _id: writer.userId }, answeredBy: { _id: writer.userId } },
      logged: { note: 'Corrected' },
    })
    expect((await edit(id, { startedAt: new Date(now + 3_600_000).toISOString() }, owner)).status).toBe(422)
  })

  test('that was deleted is restored as it was, by the person who deleted it, within a day', async () => {
    const { log, remove, restore, ofLead, lead, owner, noDrift } = await world()
    const id = (await log()).body.call._id
    const [before] = await ofLead()
    const answeredAt = (await lead()).firstResponseAt
    await remove(id, owner)
    expect((await restore(id)).status).toBe(404)
    const both = await Promise.all([restore(id, owner), restore(id, owner)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await ofLead()).toEqual([before])
    expect((await lead()).firstResponseAt).toBe(answeredAt)
    await noDrift()
    await remove(id, owner)
    const yesterday = new Date(now - 25 * 3_600_000).toISOString()
    await withClient(it.urls.adminUrl, (admin) =>
      admin.query(`update events set at = $2 where name = 'call.log_deleted' and payload->>'callId' = $1`, [
        id,
        yesterday,
      ]),
    )
    expect(codeOf(await restore(id, owner))).toBe('log_kept')
  })

  test('that was deleted is restored no more once its lead is erased', async () => {
    const { log, remove, restore, owner, leadId, db } = await world()
    const id = (await log()).body.call._id
    await remove(id)
    await it.send(privacyRoutes.eraseLead, owner, { params: { id: leadId }, body: { typed: 'Dana' } })
    await waitFor(async () => {
      const kept = await db.selectFrom('events').select('personal').where('name', '=', 'call.log_deleted').execute()
      return !JSON.stringify(kept).includes('From my car')
    })
    expect((await restore(id)).status).toBe(404)
  })

  test('not answered: no response; a talk with a missed caller takes them off the desk, deleting it puts them back', async () => {
    const it1 = await world()
    const calls = await testCalls(it, it1)
    const missed = { status: 'Not Answered', talk_s: 0, caller: it1.phone, lead_id: it1.leadId }
    await calls.call({ ...missed, started_at: new Date(now - 600_000).toISOString() })
    const desk = async () => {
      await relayed()
      return (await it.send(missedCallRoutes.list, it1.owner, { query: {} as never })).body.callers.length
    }
    const tried = await it1.log({ isAnswered: false, minutes: 0 })
    expect(tried.body.call).toMatchObject({ status: 'Not Answered', duration: 0, answeredBy: null })
    expect((await it1.lead()).firstResponseAt).toBeNull()
    expect(await desk()).toBe(1)
    const { body } = await it1.log()
    expect(await desk()).toBe(0)
    const id = body.call._id
    await it1.edit(id, { isAnswered: false, minutes: 0 })
    expect(await desk()).toBe(1)
    await it1.edit(id)
    expect(await desk()).toBe(0)
    await it1.remove(id)
    expect(await desk()).toBe(1)
    await it1.restore(id)
    expect(await desk()).toBe(0)
  })

  test.each([
    ['in the future', 3_600_000],
    ['a year ago', -365 * 86_400_000],
  ])('%s is refused', async (_what, apart) => {
    const { log } = await world()
    expect((await log({ startedAt: new Date(now + apart).toISOString() })).status).toBe(422)
  })

  test('moves with a merge and back, and the mark "do not call" with it', async () => {
    const it1 = await world()
    const { body } = await it1.log()
    const other = await it.send(leadRoutes.create, it1.owner, {
      body: { name: 'Dana L', phone: '+972541117778', campaignId: it1.campaignId },
    })
    const winnerId = other.body.lead._id
    await it.send(outgoingRoutes.doNotCall, it1.owner, { params: { id: it1.leadId }, body: { isOn: true } })
    const merged = await it.send(duplicateRoutes.merge, it1.owner, {
      body: { winnerId, leadIds: [it1.leadId], fields: {} } as never,
    })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const kept = async () => (await it.send(leadRoutes.get, it1.owner, { params: { id: winnerId } })).body.lead
    expect((await kept()).doNotCall).toBe(true)
    const calls = await it.send(callRoutes.ofLead, it1.owner, { params: { id: winnerId } })
    expect(calls.body.calls.map(({ _id }) => _id)).toEqual([body.call._id])
    await it.send(operationRoutes.undo, it1.owner, { params: { id: merged.body.operationId } } as never)
    await waitFor(async () => !(await kept()).doNotCall)
    expect((await it1.lead()).doNotCall).toBe(true)
  })

  test('erasing the lead erases number and note', async () => {
    const it1 = await world()
    const { body } = await it1.log()
    const erased = await it.send(privacyRoutes.eraseLead, it1.owner, {
      params: { id: it1.leadId },
      body: { typed: 'Dana' },
    })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    const row = await waitFor(async () => {
      const call = await it1.db.selectFrom('calls').selectAll().where('id', '=', body.call._id).executeTakeFirst()
      return call?.erased_at ? call : undefined
    })
    expect(row).toMatchObject({ called: '', note: '', caller: null })
  })
})

test('no other call is deleted through the table, whatever the statement', async () => {
  const it1 = await world()
  const calls = await testCalls(it, it1)
  const id = await calls.call()
  await expect(it1.db.deleteFrom('calls').where('id', '=', id).execute()).rejects.toThrow('logged by hand')
  expect(await it1.db.selectFrom('calls').select('id').where('id', '=', id).executeTakeFirst()).toBeDefined()
})
