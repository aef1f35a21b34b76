import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Operation } from '#contract/leads/operations.ts'
import { killable } from '../../testing/database/killable-server.ts'

/** `npm run soak -- killed-operation` uses more. */
const LEADS = Number(process.env.KILLED_OPERATION_LEADS ?? 10_000)
const dataDir = await mkdtemp(join(tmpdir(), 'leadline-operation-'))
const it = await killable(dataDir)
afterAll(async () => {
  await it.kill().catch(() => {})
  await rm(dataDir, { recursive: true, force: true })
})

test('an operation on many leads, killed halfway, completes after the next start: each lead once, with one event', async () => {
  await it.start()
  const owner = await it.signIn()
  const { statuses } = await it.json('/business', owner)
  const [first, second] = statuses as { _id: string }[]
  await makeLeads(owner['x-business-id'] as string, first?._id as string)
  const { operation } = await it.json('/operations', owner, {
    action: { kind: 'status', statusId: second?._id },
    all: true,
    filters: { source: ['killed'] },
  })
  expect(operation).toMatchObject({ total: LEADS, state: 'queued' })
  const id = operation._id as string
  const read = async (as = owner): Promise<Operation> => (await it.json(`/operations/${id}`, as)).operation
  await expect.poll(async () => (await read()).done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(LEADS / 10)
  await it.kill()

  await it.start()
  const again = await it.signIn()
  const halfway = await read(again)
  expect(halfway.state).toBe('running')
  expect(halfway.done).toBeLessThan(LEADS)
  await expect.poll(async () => (await read(again)).state, { timeout: 120_000, interval: 200 }).toBe('done')
  expect(await read(again)).toMatchObject({ total: LEADS, done: LEADS, skipped: 0, canUndo: true })
  expect(await countOf(second?._id as string)).toEqual({
    leads: LEADS,
    revisions: LEADS,
    events: LEADS,
    leadsWithEvents: LEADS,
  })

  const back = await it.json(`/operations/${id}/undo`, again, {})
  const undone = async () => (await it.json(`/operations/${back.operation._id}`, again)).operation
  await expect.poll(async () => (await undone()).state, { timeout: 120_000, interval: 200 }).toBe('done')
  expect(await undone()).toMatchObject({ done: LEADS, skipped: 0 })
  expect(await countOf(first?._id as string)).toMatchObject({ leads: LEADS })
}, 400_000)

/** Leads without events, which this test does not check. */
async function makeLeads(businessId: string, statusId: string) {
  await it.asAdministrator(
    `insert into leads (business_id, id, campaign_id, status_id, name, email, source)
      select $1::uuid, uuidv7(), (select id from campaigns where business_id = $1::uuid order by id limit 1), $2::uuid,
        'Killed ' || n, 'killed' || n || '@example.test', 'killed' from generate_series(1, ${LEADS}) n`,
    [businessId, statusId],
  )
  await it.asAdministrator('analyze leads', [])
}

async function countOf(statusId: string) {
  const [row] = await it.asAdministrator<Record<string, number>>(
    `select (select count(*) from leads where source = 'killed' and status_id = $1::uuid)::int as leads,
      (select count(*) from leads where source = 'killed' and revision = 1)::int as revisions,
      (select count(*) from events e join leads l on l.id = e.lead_id where l.source = 'killed')::int as events,
      (select count(distinct e.lead_id) from events e join leads l on l.id = e.lead_id where l.source = 'killed')::int as "leadsWithEvents"`,
    [statusId],
  )
  return row
}
