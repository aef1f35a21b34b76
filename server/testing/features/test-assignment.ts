import { sql } from 'kysely'
import { campaignRoutes } from '#contract/campaigns.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { type AssignmentRule, noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { lookAt } from '../../features/assignment/assigning.service.ts'
import { assignmentJobs } from '../../features/assignment/assignment.jobs.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Credentials, testApp } from '../test-app.ts'
import type { TestMember } from '../test-business.ts'
import { testLeads } from '../test-leads.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials>

/** Sunday to Thursday 8:00 to 18:00, Friday 8:30 to 13:00, in Jerusalem. */
export const officeHours = newHours('jerusalem')

/** Rules of campaigns, leads that come, and clocks. `at` gives leads a time of creation. */
export function testAssignment(it: App) {
  const leads = testLeads(it)
  const read = (as: As, id: string) => it.send(assignmentRoutes.get, as, { params: { id } })
  const put = (as: As, id: string, rule: Partial<AssignmentRule>, expected = 0) =>
    it.send(assignmentRoutes.change, as, { params: { id }, body: { rule: { ...noRule, ...rule }, expected } })

  /** The person with a session of this moment: tests let time pass. */
  const now = async (as: TestMember) => ({ ...as, ...(await it.signIn(as.userId)) })

  async function business() {
    const made = await it.newBusiness()
    const { db, businessId } = made
    const [owner, key] = [await made.member('Owner'), await made.apiKey()]
    const as = { ...key, 'x-business-id': businessId }
    const rows = async () => {
      const { rows: found } = await sql<{
        leadId: string
        dueAt: string | null
        placedAt: string | null
        isOver: boolean
      }>`
        select lead_id as "leadId", due_at as "dueAt", placed_at as "placedAt", is_over as "isOver" from assignments
        where business_id = ${businessId}`.execute(db)
      return found
    }
    /** Waits until the events are followed, and looks at all leads once. */
    const settle = async () => {
      it.deps.wakeRelay()
      await leads.relayed()
      for (const { leadId } of (await rows()).sort((a, b) => (a.leadId < b.leadId ? -1 : 1)))
        await lookAt(it.deps, { businessId, leadId })
      it.deps.wakeRelay()
      await leads.relayed()
    }
    /** A lead by the API. */
    const arrive = (values: object = {}) => leads.add(as, { campaignId: made.campaignId, ...values })
    const assigneeOf = async (id: string) => {
      const row = await db.selectFrom('leads').select('assigned_to').where('id', '=', id).executeTakeFirstOrThrow()
      return row.assigned_to
    }
    /** Leads by the API, one after the other; who got them. */
    const give = async (count: number, values: object = {}) => {
      const people: (string | null)[] = []
      for (let i = 0; i < count; i += 1) {
        const { _id } = await arrive(values)
        await settle()
        people.push(await assigneeOf(_id))
      }
      return people
    }
    const given = { ...made, owner, as, rows, settle, arrive, assigneeOf, give }
    return { ...given, ...settingsOf(it, { put, now }, given) }
  }
  return { leads, read, put, now, business }
}

type Acts = Pick<ReturnType<typeof testAssignment>, 'put' | 'now'>
type Given = { owner: TestMember; businessId: string; campaignId: string; db: Db; settle: () => Promise<void> }
/** What an Owner sets, and clocks. */
function settingsOf(it: App, { put, now }: Acts, { owner, businessId, campaignId, db, settle }: Given) {
  const leads = testLeads(it)
  const rule = async (changes: Partial<AssignmentRule>, expected = 0) => {
    const { status, body } = await put(
      owner,
      campaignId,
      { onShiftOnly: false, knownFirst: false, ...changes },
      expected,
    )
    if (status !== 200) throw new Error(JSON.stringify(body))
    await settle()
    return body.assignment
  }
  const capacity = (userId: string, most: number | null) =>
    it.send(assignmentRoutes.changeCapacity, owner, { params: { id: userId }, body: { capacity: most } })
  const hours = async (wanted: WorkingHours = officeHours, expected = 0) => {
    const { status, body } = await it.send(workingHoursRoutes.change, owner, { body: { hours: wanted, expected } })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  const target = async (responseTarget: number | null) =>
    it.send(campaignRoutes.change, await now(owner), { params: { id: campaignId }, body: { responseTarget } })
  const recount = async () => {
    it.deps.wakeRelay()
    await leads.relayed()
    const [job] = assignmentJobs
    await job?.run(it.deps, { businessId, campaignId: null })
  }
  /** Makes the lead one that came at this time, and counts its clock. */
  const cameAt = async (id: string, at: string) => {
    await db.updateTable('leads').set({ created_at: at, has_response_clock: true }).where('id', '=', id).execute()
    await recount()
  }
  return { rule, capacity, hours, target, recount, cameAt }
}
