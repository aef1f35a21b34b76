import { expect } from 'vitest'
import type { AutomationContent, Step } from '#contract/leads/automations/automation-shapes.ts'
import { automationRoutes } from '#contract/leads/automations/automations.ts'
import { workOnNext } from '../features/automations/engine/engine.service.ts'
import { listDueBusinesses } from '../features/automations/engine/runs.queries.ts'
import { newId } from '../platform/ids.ts'
import { anAutomation } from './routes/automation-fixtures.ts'
import type { testApp } from './test-app.ts'
import { testLeads } from './test-leads.ts'

type App = Awaited<ReturnType<typeof testApp>>
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** A business with an Owner, and what tests of automations do in it. */
export async function automationWorld(it: App, clock: { time: number }) {
  const leads = testLeads(it)
  const made = await it.newBusiness()
  const owner = await made.member('Owner')
  const key = { ...(await made.apiKey(['leads:write'])), 'x-business-id': made.businessId }
  const now = async () => ({ ...owner, ...(await it.signIn(owner.userId)) })
  const publish = async (changes: Partial<AutomationContent>, name = 'Welcome') => {
    const { body } = await it.send(automationRoutes.create, await now(), {
      body: { name, draft: anAutomation(changes) },
    })
    expect(body).toMatchObject({ success: true })
    const id = body.automation._id
    const { status } = await it.send(automationRoutes.publish, await now(), { params: { id }, body: { expected: 0 } })
    expect(status).toBe(200)
    return id
  }
  /** Waits until the relay has handled all events and all that is due is done, here or by the server's own loop. */
  const settle = async () => {
    for (let i = 0, quiet = 0; quiet < 2; i += 1) {
      if (i === 300) throw new Error('The automations do not come to an end')
      it.deps.wakeRelay()
      await leads.relayed()
      while (await workOnNext(it.deps, made.businessId, 'cause')) quiet = 0
      const due = await listDueBusinesses(it.deps.workerDb, { after: FIRST, most: 100, now: new Date(clock.time) })
      quiet = due.includes(made.businessId) ? 0 : quiet + 1
    }
  }
  /** An event that is looked at from then on, later than the server's own loop would. */
  const hearLater = (leadId: string, due: number) =>
    made.db
      .insertInto('automation_causes')
      .values({
        ...{ business_id: made.businessId, event_id: newId(), lead_id: leadId, kinds: ['lead_created'], facts: '{}' },
        ...{ depth: 0, due_at: new Date(due).toISOString() },
      })
      .execute()
  const arrive = async (values: object = {}) => (await leads.add(key, { campaignId: made.campaignId, ...values }))._id
  const runs = async (id: string, query = {}) =>
    (await it.send(automationRoutes.runs, await now(), { params: { id }, query })).body.runs
  const lead = async (id: string) => (await leads.get(await now(), id)).body.lead
  return { ...made, owner, key, now, publish, settle, hearLater, arrive, runs, lead }
}

export const step = <S extends Omit<Step, 'id'>>(id: string, of: S) => ({ id, ...of }) as unknown as Step
export const tag = (id: string, add: string) => step(id, { kind: 'tag', add: [add], remove: [] } as never)
