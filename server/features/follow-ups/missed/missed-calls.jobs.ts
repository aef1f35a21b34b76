import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Batch, Projection, StoredEvent } from '../../../platform/events/relay.ts'
import { addJobs, job, specOf } from '../../../platform/jobs/job.ts'
import { listBusinessesToTell, tellOwners } from './digest.service.ts'
import { oldestCounted } from './missed-calls.rules.ts'
import * as queries from './recount.queries.ts'

/** Short statements: a long writing transaction delays the relay. */
const CHUNK = 500
const OF_CALLS = ['call.ended', 'call.changed', 'call.returned', 'call.return_undone']
/** Of a logged call that was deleted, the lead is left; of one that was changed, it counts as before, too. */
const OF_LEADS = ['lead.merged', 'lead.unmerged', 'call.log_edited', 'call.log_deleted', 'call.log_restored']
const isOneOf =
  (names: readonly string[]) =>
  ({ name }: StoredEvent) =>
    names.includes(name)

/** Keeps missed_callers, in the relay's transaction: a screen that hears of a call finds its caller counted. */
export const missedCallers: Projection = { apply: countCallers }

async function countCallers(tx: Db, { events }: Batch) {
  const calls = events.filter(isOneOf(OF_CALLS))
  const leads = events.filter(isOneOf(OF_LEADS))
  const newest = events.at(-1)
  if (!newest || calls.length + leads.length === 0) return
  const since = oldestCounted(new Date(newest.at))
  const tried = [
    ...(await queries.listCallersOfCalls(
      tx,
      calls.map(({ businessId, payload }) => ({ business_id: businessId, id: payload.callId as string })),
      since,
    )),
    ...(await queries.listCallersOfLeads(
      tx,
      leads.flatMap(({ businessId, leadId, payload }) =>
        [leadId, ...((payload.leadIds as string[] | undefined) ?? [])].map((lead_id) => ({
          business_id: businessId,
          lead_id: lead_id as string,
        })),
      ),
      since,
    )),
  ]
  await queries.recountCallers(tx, tried, since)
}

const recountMissedCallers = job({
  name: 'recountMissedCallers',
  payload: z.object({ businessId: id }),
  maxAttempts: 5,
  async run({ workerDb, now }: Deps, { businessId }) {
    const since = oldestCounted(now())
    const callers = await queries.listCallersOfBusiness(workerDb, businessId, since)
    for (let at = 0; at < callers.length; at += CHUNK)
      await workerDb.transaction().execute((tx) => queries.recountCallers(tx, callers.slice(at, at + CHUNK), since))
  },
})

/** Each night and at the start: no caller stays uncounted because an event was set aside or older than the table. */
const recountAll = job({
  name: 'recountAllMissedCallers',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '52 2 * * *',
  atStart: true,
  async run({ workerDb, now }: Deps) {
    const businesses = await queries.listBusinessesWithMissed(workerDb, oldestCounted(now()))
    await addJobs(
      workerDb,
      businesses.map(({ businessId }) => specOf(recountMissedCallers, { businessId })),
    )
  },
})

const tellOwnersOfMissed = job({
  name: 'tellOwnersOfMissedCallers',
  payload: z.object({ businessId: id }),
  maxAttempts: 5,
  run: (deps: Deps, { businessId }) => tellOwners(deps, businessId),
})

/** Every five minutes, because businesses open at different times. */
const tellOfMissedCallers = job({
  name: 'tellOfMissedCallers',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '*/5 * * * *',
  async run(deps: Deps) {
    const businesses = await listBusinessesToTell(deps)
    await addJobs(
      deps.workerDb,
      businesses.map(({ businessId }) => specOf(tellOwnersOfMissed, { businessId })),
    )
  },
})

export const missedCallJobs = [recountMissedCallers, recountAll, tellOwnersOfMissed, tellOfMissedCallers]
