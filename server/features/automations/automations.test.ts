import { expect, test } from 'vitest'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import { automationRoutes } from '#contract/leads/automations/automations.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { automationWorld, FIRST, step, tag } from '../../testing/automation-world.ts'
import { anAutomation } from '../../testing/routes/automation-fixtures.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { workOnNext } from './engine/engine.service.ts'
import { listDueBusinesses } from './engine/runs.queries.ts'

// Sunday, 29 November 2026, 10:00 in Israel.
const START = Date.parse('2026-11-29T08:00:00Z')
const clock = { time: START }
const it = await testApp({ now: () => new Date(clock.time), own: true })
const leads = testLeads(it)
const pass = (minutes: number) => {
  clock.time += minutes * 60_000
}
const world = () => {
  clock.time = START
  return automationWorld(it, clock)
}

test('a new lead gets a status, a person and a follow-up, once, and the history and the log say by what', async () => {
  const { owner, statusIds, publish, settle, arrive, runs, lead, now } = await world()
  const id = await publish({
    steps: [
      step('a', { kind: 'assign', userId: owner.userId } as never),
      step('b', { kind: 'set_status', statusId: statusIds.ongoing } as never),
      step('c', { kind: 'follow_up', userId: null, action: 'Call Back', minutes: 30, note: '' } as never),
    ],
  })
  const leadId = await arrive()
  await settle()
  await settle()
  expect(await lead(leadId)).toMatchObject({ assignedTo: { _id: owner.userId }, statusId: statusIds.ongoing })
  const { body } = await it.send(followUpRoutes.list, await now(), { params: { id: leadId } })
  expect(body.followUps).toMatchObject([{ dueAt: '2026-11-29T08:30:00Z', user: { _id: owner.userId } }])
  const [run, ...others] = await runs(id)
  expect(others).toEqual([])
  expect(run).toMatchObject({ state: 'done', reason: null, lead: { _id: leadId }, version: 1 })
  expect(run?.steps.map(({ stepId, outcome }) => `${stepId} ${outcome}`)).toEqual(['a done', 'b done', 'c done'])
  const why = (await it.send(leadWhyRoutes.get, await now(), { params: { id: leadId }, query: {} })).body.why
  expect(why.acts.map(({ cause, automationName }) => [cause, automationName])).toEqual([
    ['automation', 'Welcome'],
    ['automation', 'Welcome'],
    ['automation', 'Welcome'],
  ])
  // It is no response to the lead.
  expect((await lead(leadId)).firstResponseAt).toBe(null)
})

test('what an automation changed is undone like an edit, and the undo starts nothing', async () => {
  const { statusIds, publish, settle, arrive, lead, now, runs } = await world()
  await publish({ steps: [step('a', { kind: 'set_status', statusId: statusIds.ongoing } as never)] })
  const second = await publish({ trigger: { kind: 'status_changed', to: [] }, steps: [tag('a', 'moved')] })
  const leadId = await arrive()
  await settle()
  const before = await lead(leadId)
  expect(before).toMatchObject({ statusId: statusIds.ongoing, tags: ['moved'] })
  const { body } = await leads.history(await now(), leadId)
  const changed = body.history.find(({ changes }) => changes?.statusId)
  const undone = await it.send(operationRoutes.undo, await now(), { params: { id: changed?.operation?._id ?? '' } })
  expect(undone.status).toBe(200)
  pass(5)
  await settle()
  expect((await lead(leadId)).statusId).not.toBe(statusIds.ongoing)
  expect(await runs(second)).toHaveLength(1)
})

test('a lead that does not fit leaves no row, and a later rule sees what an earlier one did', async () => {
  const { publish, settle, arrive, runs, lead, db, businessId } = await world()
  const where = (name: string) =>
    ({ all: [{ field: 'tag', op: 'in', value: [name] }] }) as AutomationContent['conditions']
  const early = await publish({ conditions: where('hot'), steps: [tag('a', 'early')] })
  await publish({ steps: [tag('a', 'hot')] })
  const late = await publish({ conditions: where('hot'), steps: [tag('a', 'late')] })
  const leadId = await arrive()
  await settle()
  expect((await lead(leadId)).tags).toEqual(['hot', 'late'])
  expect([await runs(early), (await runs(late)).length]).toEqual([[], 1])
  const left = await db.selectFrom('automation_causes').selectAll().where('business_id', '=', businessId).execute()
  expect(left).toEqual([])
})

test('a run waits, holds while its automation is off, goes on by its version and ends by the exit condition', async () => {
  const { statusIds, publish, settle, arrive, runs, lead, now } = await world()
  const steps = [step('a', { kind: 'wait', minutes: 60 } as never), tag('b', 'old')]
  const exit = { all: [{ field: 'status', op: 'in', value: [statusIds.ongoing] }] } as AutomationContent['exit']
  const id = await publish({ steps, exit })
  const [one, two] = [await arrive(), await arrive()]
  await settle()
  expect(await runs(id, { state: 'waiting' })).toMatchObject([
    { dueAt: '2026-11-29T09:00:00Z' },
    { dueAt: '2026-11-29T09:00:00Z' },
  ])
  const change = { draft: anAutomation({ steps: [tag('b', 'new')] }), expected: 1 }
  await it.send(automationRoutes.change, await now(), { params: { id }, body: change })
  await it.send(automationRoutes.publish, await now(), { params: { id }, body: { expected: 2 } })
  await it.send(automationRoutes.pause, await now(), { params: { id }, body: { isOn: false } })
  expect((await leads.change(await now(), two, { statusId: statusIds.ongoing })).status).toBe(200)
  pass(61)
  await settle()
  expect((await lead(one)).tags).toEqual([])
  await it.send(automationRoutes.pause, await now(), { params: { id }, body: { isOn: true } })
  await settle()
  expect([(await lead(one)).tags, (await lead(two)).tags]).toEqual([['old'], []])
  expect((await runs(id)).map(({ state, reason }) => [state, reason])).toEqual(
    expect.arrayContaining([
      ['done', null],
      ['done', 'exit'],
    ]),
  )
})

test('rules that start each other end at depth 5, and a rule starts once per lead and minute', async () => {
  const { publish, settle, arrive, runs, db, businessId } = await world()
  const changed = { kind: 'field_changed', field: 'value' } as const
  const value = (amount: number) => step('a', { kind: 'set_value', value: amount } as never)
  // The last one is listed first: each hears of the change before it in an event of its own.
  const ids: string[] = []
  for (const amount of [7, 6, 5, 4, 3, 2]) {
    const conditions = { all: [{ field: 'value', op: 'eq', value: amount - 1 }] } as AutomationContent['conditions']
    ids.unshift(await publish({ trigger: changed, conditions, steps: [value(amount)] }))
  }
  ids.unshift(await publish({ steps: [value(1)] }))
  await arrive()
  await settle()
  const states = await Promise.all(ids.map(async (id) => (await runs(id)).map(({ state, reason }) => reason ?? state)))
  expect(states).toEqual([['done'], ['done'], ['done'], ['done'], ['done'], ['too_deep'], []])
  const again = await publish({ trigger: { kind: 'lead_repeated' }, steps: [tag('a', 'again')] })
  const phone = '+972724440999'
  await arrive({ phone })
  await arrive({ phone })
  await arrive({ phone })
  await settle()
  expect((await runs(again)).map(({ state, reason }) => reason ?? state)).toEqual(['too_soon', 'done'])
  expect(await db.selectFrom('automation_causes').selectAll().where('business_id', '=', businessId).execute()).toEqual(
    [],
  )
})

test('branches, a step that cannot be done, and a stop are explained; a trial writes nothing', async () => {
  const { publish, arrive, lead, now, settle, runs, statusIds, db } = await world()
  const content = anAutomation({
    steps: [
      step('a', {
        kind: 'branch',
        where: { all: [{ field: 'tag', op: 'in', value: ['vip'] }] },
        yes: [tag('b', 'yes')],
        no: [
          tag('c', 'no'),
          step('d', { kind: 'follow_up', userId: null, action: 'Call Back', minutes: 5, note: '' } as never),
        ],
      } as never),
      step('e', { kind: 'wait', minutes: 10 } as never),
      step('f', { kind: 'set_status', statusId: statusIds.ongoing } as never),
      step('g', { kind: 'stop' } as never),
      tag('h', 'never'),
    ],
  })
  const leadId = await arrive()
  await settle()
  const id = await publish(content)
  const events = () => db.selectFrom('events').select('id').where('lead_id', '=', leadId).execute()
  const before = (await events()).length
  const tried = await it.send(automationRoutes.test, await now(), { params: { id }, body: { leadId, content } })
  expect(
    tried.body.steps.map(({ stepId, outcome, reason }) => [stepId, outcome, reason].filter(Boolean).join(' ')),
  ).toEqual(['a no', 'c done', 'd skipped no_assignee', 'e waits', 'f done', 'g ended'])
  expect([(await lead(leadId)).tags, (await events()).length, await runs(id)]).toEqual([[], before, []])
})

test('a rule whose owner left does nothing and says so, until another Owner publishes it', async () => {
  const { owner, publish, settle, arrive, db, member } = await world()
  const id = await publish({ steps: [tag('a', 'late')] })
  const other = await member('Owner')
  await db.updateTable('memberships').set({ role: 'Reader' }).where('user_id', '=', owner.userId).execute()
  it.deps.caches.endAll()
  const as = { ...other, ...(await it.signIn(other.userId)) }
  const leadId = await arrive()
  await settle()
  const list = (await it.send(automationRoutes.list, as, {})).body.automations
  expect(list).toMatchObject([{ _id: id, isOwnerGone: true, counts: { skipped: 1 } }])
  expect((await it.send(automationRoutes.publish, as, { params: { id }, body: { expected: 1 } })).status).toBe(200)
  const next = await arrive()
  await settle()
  const tagsOf = async (of: string) => (await leads.get(as, of)).body.lead.tags
  expect([await tagsOf(leadId), await tagsOf(next)]).toEqual([[], ['late']])
})

test('a failed step stops the run there with what went before kept, and a retry goes on from it', async () => {
  const { publish, settle, arrive, runs, lead, now, db, businessId } = await world()
  const id = await publish({ steps: [tag('a', 'one')] })
  /** Stores a version whose second step the database refuses, if the value is too large for it. */
  const store = async (value: number) => {
    const content = {
      ...anAutomation(),
      steps: [tag('a', 'one'), { id: 'b', kind: 'set_value', value }, tag('c', 'two')],
    }
    const of = { business_id: businessId, automation_id: id, version: 2, content: JSON.stringify(content) }
    await db.deleteFrom('automation_versions').where('automation_id', '=', id).where('version', '=', 2).execute()
    const { userId } = await now()
    await db
      .insertInto('automation_versions')
      .values({ ...of, published_by: userId })
      .execute()
    await db.updateTable('automations').set({ version: 2 }).where('id', '=', id).execute()
  }
  await store(1e30)
  const leadId = await arrive()
  await settle()
  const [run] = await runs(id)
  expect(run).toMatchObject({ state: 'failed', reason: 'failed', dueAt: null })
  expect([run?.steps.map(({ outcome }) => outcome), (await lead(leadId)).tags]).toEqual([['done', 'failed'], ['one']])
  await store(700)
  const params = { id, runId: run?._id ?? '' }
  expect((await it.send(automationRoutes.retryRun, await now(), { params })).status).toBe(200)
  await settle()
  expect(await lead(leadId)).toMatchObject({ value: 700, tags: ['one', 'two'] })
  expect(await runs(id)).toMatchObject([{ state: 'done', reason: null }])
  expect((await it.send(automationRoutes.retryRun, await now(), { params })).body).toMatchObject({
    code: 'automation_run_over',
  })
})

test('a process that dies before the commit leaves nothing, and the cause is looked at again', async () => {
  const { publish, settle, hearLater, arrive, runs, lead, businessId, db } = await world()
  const leadId = await arrive()
  await settle()
  const id = await publish({ steps: [tag('a', 'one'), tag('b', 'two')] })
  const later = START + 30 * 60_000
  await hearLater(leadId, later)
  const broken = { ...it.deps, now: () => new Date(later), tenants: { scope: () => dying(db) } }
  expect(await workOnNext(broken as unknown as typeof it.deps, businessId, 'cause')).toBe(false)
  expect([(await lead(leadId)).tags, await runs(id)]).toEqual([[], []])
  pass(32)
  await settle()
  expect([(await lead(leadId)).tags, (await runs(id)).length]).toEqual([['one', 'two'], 1])
})

/** A database whose transactions end with an error just before they commit. */
const dying = (db: Awaited<ReturnType<typeof world>>['db']) =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? () => ({
            execute: (work: (tx: typeof db) => Promise<unknown>) =>
              target.transaction().execute(async (tx) => {
                await work(tx as typeof db)
                throw new Error('killed')
              }),
          })
        : Reflect.get(target, name).bind(target),
  })

test('businesses with work take turns: each is named once before the first again', async () => {
  const worlds = [await world(), await world(), await world()]
  const later = START + 30 * 60_000
  for (const { publish, arrive, settle, hearLater } of worlds) {
    const leadId = await arrive()
    await settle()
    await publish({ steps: [tag('a', 'x')] })
    await hearLater(leadId, later)
  }
  const ids = worlds.map(({ businessId }) => businessId).sort()
  const turn = (after: string) => listDueBusinesses(it.deps.workerDb, { after, most: 2, now: new Date(later) })
  expect(await turn(FIRST)).toEqual([ids[0], ids[1]])
  expect(await turn(ids[1] ?? '')).toEqual([ids[2], ids[0]])
})
