import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testCalls, wav } from '../../../testing/test-calls.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { emptyTrash } from '../../leads/leads.jobs.ts'
import { purgeRecordings } from './recordings.jobs.ts'

const it = await testApp()
const leads = testLeads(it)

test('who is deleted for good is erased in their calls: number, reports and sounds', async () => {
  const business = await it.newBusiness()
  const { businessId, campaignId, db, member } = business
  const owner = await member('Owner')
  const { connectionId, call, stored } = await testCalls(it, business)
  const [dana, mike] = [await leads.add(owner, { campaignId }), await leads.add(owner, { campaignId })]
  const [erased, kept] = [
    await call({ lead_id: dana._id, caller: dana.phone, plan: JSON.stringify({ caller: dana.phone }) }),
    await call({ lead_id: mike._id, caller: mike.phone }),
  ]
  const [gone, stays] = [await stored(erased, wav(0.1)), await stored(kept, wav(0.1))]
  const report = { business_id: businessId, connection_id: connectionId, kind: 'inbound', payload: '{}' }
  await db
    .insertInto('provider_events')
    .values([
      { ...report, dedupe_key: 'a', call_id: erased },
      { ...report, dedupe_key: 'b', call_id: kept },
    ])
    .execute()
  await leads.remove(owner, [dana._id])
  const past = new Date(Date.now() - (TRASH_DAYS + 1) * 86_400_000).toISOString()
  await db.updateTable('leads').set({ deleted_at: past }).where('id', '=', dana._id).execute()

  await emptyTrash.run(it.deps, {})
  await purgeRecordings.run(it.deps, {})

  const shown = async (id: string) => (await it.send(callRoutes.get, owner, { params: { id } })).body.call
  expect(await shown(erased)).toMatchObject({
    caller: null,
    isWithheld: false,
    lead: null,
    status: 'Answered',
    duration: 42,
    recordLink: null,
    recording: { state: 'purged' },
    isBlacklisted: false,
  })
  expect(await shown(kept)).toMatchObject({ caller: mike.phone, recording: { state: 'stored' } })
  const row = await db.selectFrom('calls').select(['plan', 'caller_last4']).where('id', '=', erased).executeTakeFirst()
  expect(row).toEqual({ plan: null, caller_last4: null })
  expect(await db.selectFrom('provider_events').select('call_id').execute()).toEqual([{ call_id: kept }])
  expect(await it.deps.files.get(gone.file)).toBeUndefined()
  expect(await it.deps.files.get(stays.file)).toBeDefined()
})

test('a recording that was purged before keeps its time when the lead is deleted for good', async () => {
  const business = await it.newBusiness()
  const { campaignId, db, member } = business
  const owner = await member('Owner')
  const { call, recording } = await testCalls(it, business)
  const dana = await leads.add(owner, { campaignId })
  const id = await call({ lead_id: dana._id, caller: dana.phone })
  await recording(id, { state: 'purged', purged_at: '2026-03-01T10:00:00Z' })
  await leads.remove(owner, [dana._id])
  const past = new Date(Date.now() - (TRASH_DAYS + 1) * 86_400_000).toISOString()
  await db.updateTable('leads').set({ deleted_at: past }).where('id', '=', dana._id).execute()

  await emptyTrash.run(it.deps, {})
  await purgeRecordings.run(it.deps, {})

  const shown = (await it.send(callRoutes.get, owner, { params: { id } })).body.call
  expect(shown).toMatchObject({ caller: null, recording: { state: 'purged', purgedAt: '2026-03-01T10:00:00Z' } })
})
