import { expect, test } from 'vitest'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import { automationRoutes } from '#contract/leads/automations/automations.ts'
import { anAutomation } from '../../testing/routes/automation-fixtures.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { workOnNext } from './engine/engine.service.ts'

let time = Date.parse('2026-11-29T08:00:00Z')
const it = await testApp({ now: () => new Date(time), own: true })
const leads = testLeads(it)

/** The same numbers in every run of the test. */
function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/**
 * Rules that set the value when it changes, at random, over random changes by hand, with a worker that breaks off at random.
 * What is expected is counted from the events and runs alone.
 */
test.each([1, 2, 3, 4])(
  'random rules over random events: each cause once, in order, and loops end (%i)',
  async (seed) => {
    const random = randomly(seed)
    const { businessId, campaignId, db, member, apiKey } = await it.newBusiness()
    const owner = await member('Owner')
    const key = { ...(await apiKey()), 'x-business-id': businessId }
    const now = async () => ({ ...owner, ...(await it.signIn(owner.userId)) })
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) {
      const conditions = { all: [{ field: 'value', op: 'gte', value: random(3) }] } as AutomationContent['conditions']
      const steps: AutomationContent['steps'] = [{ id: 'a', kind: 'set_value', value: random(6) }]
      const draft = anAutomation({ trigger: { kind: 'field_changed', field: 'value' }, conditions, steps })
      const { body } = await it.send(automationRoutes.create, await now(), { body: { name: `Rule ${i}`, draft } })
      ids.push(body.automation._id)
      const params = { id: body.automation._id }
      expect((await it.send(automationRoutes.publish, await now(), { params, body: { expected: 0 } })).status).toBe(200)
    }
    const settle = async () => {
      for (let quiet = 0, i = 0; quiet < 2; i += 1) {
        expect(i).toBeLessThan(1_500)
        it.deps.wakeRelay()
        await leads.relayed()
        quiet = (await workOnNext(random(4) ? it.deps : dying(db), businessId, 'cause')) ? 0 : quiet + 1
        // A cause whose look broke off is due again after a minute.
        const left = await db
          .selectFrom('automation_causes')
          .select('seq')
          .where('business_id', '=', businessId)
          .execute()
        if (left.length) quiet = 0
        if (left.length) time += 15_000
      }
    }
    const all = [(await leads.add(key, { campaignId }))._id, (await leads.add(key, { campaignId }))._id]
    for (let i = 0; i < 6; i += 1) {
      const changed = await leads.change(await now(), all[random(2)] ?? '', { value: 10 + i })
      expect(changed.status).toBe(200)
      if (random(2)) await settle()
      time += random(3) * 40_000
    }
    await settle()
    const runs = await db
      .selectFrom('automation_runs')
      .selectAll()
      .where('business_id', '=', businessId)
      .orderBy('started_at')
      .execute()
    const events = await db.selectFrom('events').selectAll().where('name', '=', 'lead.changed').orderBy('id').execute()
    const once = new Set(runs.map(({ automation_id, cause_id }) => `${automation_id} ${cause_id}`))
    expect(once.size).toBe(runs.length)
    // Every change by hand sets a value that all conditions allow, so all rules start or say why not, unless an earlier
    // rule of the same cause made it too small.
    for (const { id, lead_id } of events.filter(({ actor }) => 'userId' in (actor as object))) {
      const heard = runs.filter(({ cause_id }) => cause_id === id)
      expect(heard.length).toBeGreaterThan(0)
      expect(heard.every((run) => run.lead_id === lead_id)).toBe(true)
      const order = heard.map(({ automation_id }) => ids.indexOf(automation_id))
      expect(new Set(order).size).toBe(order.length)
      expect(order).toContain(0)
    }
    const depths = events.flatMap(({ actor }) =>
      'depth' in (actor as object) ? (actor as { depth: number }).depth : [],
    )
    expect(Math.max(0, ...depths)).toBeLessThanOrEqual(5)
    const started = runs.filter(({ state }) => state !== 'skipped')
    for (const one of started)
      for (const other of started)
        if (one.id !== other.id && one.automation_id === other.automation_id && one.lead_id === other.lead_id)
          expect(Math.abs(Date.parse(one.started_at) - Date.parse(other.started_at))).toBeGreaterThanOrEqual(60_000)
  },
)

/** Dependencies of a worker that dies just before it commits. */
const dying = (db: ReturnType<typeof it.deps.tenants.scope>) => {
  const scope = () =>
    new Proxy(db, {
      get: (target, name) =>
        name === 'transaction'
          ? () => ({
              execute: (work: (tx: typeof db) => Promise<unknown>) =>
                target.transaction().execute(async (tx) => {
                  await work(tx)
                  throw new Error('killed')
                }),
            })
          : Reflect.get(target, name).bind(target),
    })
  return { ...it.deps, tenants: { scope } } as unknown as typeof it.deps
}
