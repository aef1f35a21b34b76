import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { newId } from '../../platform/ids.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { systemIn, tellOf } from './report.service.ts'
import * as queries from './status-follow-ups.queries.ts'

/** Leads whose change takes one transaction; it is small, because an open writing transaction delays all events. */
const AT_ONCE = 200

const Change = z.object({
  eventId: id,
  leadId: id,
  statusId: id,
  userId: id.nullable(),
  operationId: id.nullable(),
  at: z.string(),
})

/**
 * Removes the follow-ups of statuses that leads have left, and creates those of their current statuses. It reads the
 * current state of the leads, so it may run twice, and in any order with the jobs of other changes.
 */
export const followStatuses = job({
  name: 'followStatuses',
  payload: z.object({ businessId: id, changes: z.array(Change) }),
  maxAttempts: 10,
  async run({ workerDb }: Deps, { businessId, changes }) {
    if (!(await queries.hasStatusFollowUps(workerDb, businessId))) return
    const operations = [...new Set(changes.flatMap(({ operationId }) => operationId ?? []))]
    const silent = new Set(await queries.listSilentOperations(workerDb, businessId, operations))
    const merges = new Set(await queries.listMerges(workerDb, businessId, operations))
    const followed = changes.filter(({ operationId }) => operationId === null || !merges.has(operationId))
    for (let from = 0; from < followed.length; from += AT_ONCE) {
      const part = followed.slice(from, from + AT_ONCE)
      const leadIds = [...new Set(part.map(({ leadId }) => leadId))]
      const bringing = part.filter(({ operationId }) => operationId === null || !silent.has(operationId))
      await workerDb.transaction().execute(async (tx) => {
        await queries.lockLeads(tx, businessId, leadIds)
        await tellOf(tx, systemIn(businessId), 'follow_up.removed', await queries.deleteLeft(tx, businessId, leadIds))
        await tellOf(tx, systemIn(businessId), 'follow_up.set', await queries.restoreReplaced(tx, businessId, leadIds))
        const wanted = bringing.map((change) => ({ ...change, id: newId() }))
        await tellOf(tx, systemIn(businessId), 'follow_up.set', await queries.bring(tx, businessId, wanted))
      })
    }
  },
})

function changeOf({ id: eventId, name, leadId, actor, payload, at }: StoredEvent): z.output<typeof Change> | undefined {
  const [, statusId] = (payload.changes as Record<string, [unknown, unknown]> | undefined)?.statusId ?? []
  if (name !== 'lead.changed' || !leadId || typeof statusId !== 'string') return undefined
  const operationId = typeof payload.operationId === 'string' ? payload.operationId : null
  return { eventId, leadId, statusId, userId: 'userId' in actor ? actor.userId : null, operationId, at }
}

/** Adds one job per business and batch. */
export const statusChangeJobs = (events: readonly StoredEvent[]) =>
  [...Map.groupBy(events, ({ businessId }) => businessId)].flatMap(([businessId, ofBusiness]) => {
    const changes = ofBusiness.flatMap((event) => changeOf(event) ?? [])
    return changes.length ? [specOf(followStatuses, { businessId, changes })] : []
  })
