import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { automationRoutes } from '#contract/leads/automations/automations.ts'
import { automationWorld, tag } from '../../testing/automation-world.ts'
import { anAutomation } from '../../testing/routes/automation-fixtures.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeadFields } from '../../testing/test-lead-fields.ts'
import { writeAhead } from '../working-hours/open-periods.service.ts'
import { watch } from './engine/watching.ts'

// Sunday, 29 November 2026, 10:00 in Israel. A new business is open from 8:00 to 18:00 on working days.
const START = Date.parse('2026-11-29T08:00:00Z')
const clock = { time: START }
const it = await testApp({ now: () => new Date(clock.time), own: true })
const at = (iso: string) => {
  clock.time = Date.parse(iso)
}

async function world() {
  clock.time = START
  const made = await automationWorld(it, clock)
  const { businessId, db, settle } = made
  await writeAhead(it.deps.workerDb, businessId, { now: new Date(START), isMoved: false })
  const look = async () => {
    await watch(it.deps, businessId)
    await settle()
  }
  /** The lead's last activity, as what happens to it sets it. */
  const actAt = (leadId: string, iso: string) =>
    db.updateTable('leads').set({ last_activity_at: iso }).where('id', '=', leadId).execute()
  return { ...made, look, actAt }
}

test('a lead without activity for the working hours starts a run, once for each silence', async () => {
  const { publish, arrive, look, actAt, runs, lead, statusIds, now } = await world()
  const [silent, early, won] = [await arrive(), await arrive(), await arrive()]
  await actAt(silent, '2026-11-29T08:00:00Z')
  await actAt(early, '2026-11-20T08:00:00Z')
  await actAt(won, '2026-11-29T08:00:00Z')
  await it.deps.workerDb
    .updateTable('leads')
    .set({ status_id: statusIds.won ?? '' })
    .where('id', '=', won)
    .execute()
  const id = await publish({ trigger: { kind: 'inactive', hours: 10 }, steps: [tag('a', 'silent')] })
  await look()
  // Eight hours on Sunday and two on Monday.
  at('2026-11-30T07:59:00Z')
  await look()
  expect(await runs(id)).toEqual([])
  at('2026-11-30T08:00:00Z')
  await look()
  await look()
  // The one that was silent before the rule was published starts nothing, nor does a lead that was won.
  expect((await runs(id)).map(({ lead: of }) => of?._id)).toEqual([silent])
  expect((await lead(silent)).tags).toEqual(['silent'])
  await actAt(silent, '2026-11-30T09:00:00Z')
  at('2026-12-01T09:00:00Z')
  await look()
  expect(await runs(id)).toHaveLength(2)
  await it.send(automationRoutes.pause, await now(), { params: { id }, body: { isOn: false } })
  await actAt(silent, '2026-12-01T09:30:00Z')
  at('2026-12-02T12:00:00Z')
  await look()
  await it.send(automationRoutes.pause, await now(), { params: { id }, body: { isOn: true } })
  at('2026-12-02T12:01:00Z')
  await look()
  // What was over while it was off starts nothing.
  expect(await runs(id)).toHaveLength(2)
})

test('a date in an own field starts a run on its day at the hour, and a new date another one', async () => {
  const { publish, arrive, look, runs, lead, now } = await world()
  const fields = testLeadFields(it)
  await fields.made(await now(), { nameEn: 'Move in', type: 'date' })
  const leadId = await arrive({ fields: { move_in: '2026-12-10' } })
  await arrive({ fields: {} })
  const refused = await it.send(automationRoutes.create, await now(), {
    body: {
      name: 'Dates',
      draft: anAutomation({ trigger: { kind: 'date_reached', field: 'fields.nothing', days: 0, hour: 9 } }),
    },
  })
  expect(refused.status).toBe(422)
  const id = await publish({
    trigger: { kind: 'date_reached', field: 'fields.move_in', days: -3, hour: 9 },
    steps: [tag('a', 'soon')],
  })
  at('2026-12-07T06:59:00Z')
  await look()
  expect(await runs(id)).toEqual([])
  at('2026-12-07T07:00:00Z')
  await look()
  at('2026-12-08T07:00:00Z')
  await look()
  expect((await runs(id)).map(({ lead: of }) => of?._id)).toEqual([leadId])
  expect((await lead(leadId)).tags).toEqual(['soon'])
  await sql`update leads set fields = jsonb_build_object('move_in', '2026-12-20') where id = ${leadId}`.execute(
    it.deps.workerDb,
  )
  // The process was away for two days.
  at('2026-12-19T12:00:00Z')
  await look()
  expect(await runs(id)).toHaveLength(2)
})
