import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Projection, StoredEvent } from '../../platform/events/relay.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { indexNames, regroup } from './grouping.service.ts'
import { deleteUnseenWords } from './spellings.queries.ts'
import * as queries from './sweep.queries.ts'

/** Leads compared in one transaction. It is small, because an open writing transaction delays all events. */
const AT_ONCE = 200
/** Leads whose names are read in one transaction. */
const NAMES_AT_ONCE = 1_000
/** A run ends after this time and enqueues the next, so that a process can stop quickly. */
const RUN_MS = 10_000

/** Finds the duplicates of leads that came in or changed. */
const groupLeads = job({
  name: 'groupLeads',
  payload: z.object({ businessId: id, leadIds: z.array(id) }),
  maxAttempts: 5,
  async run({ workerDb, now }: Deps, { businessId, leadIds }) {
    for (let from = 0; from < leadIds.length; from += AT_ONCE) {
      const part = leadIds.slice(from, from + AT_ONCE)
      await workerDb.transaction().execute(async (tx) => {
        await indexNames(tx, businessId, part, now())
        await regroup(tx, businessId, part, { at: now() })
      })
    }
  },
})

const idsOf = (leads: readonly { id: string }[]) => leads.map(({ id }) => id)

const phases = ['names', 'leads', 'groups'] as const
const Sweep = z.object({ businessId: id, startedAt: z.string(), phase: z.enum(phases), after: id.nullable() })
type Sweep = z.output<typeof Sweep>

/** Compares all leads of a business: names are read, then leads compared, then groups that no lead confirmed. */
const sweepBusiness = job({
  name: 'sweepDuplicates',
  payload: Sweep,
  maxAttempts: 5,
  async run(deps: Deps, sweep) {
    const until = Date.now() + RUN_MS
    let place: Sweep | null = sweep
    while (place && Date.now() < until) place = await sweepOn(deps, place)
    if (place) await addJobs(deps.workerDb, [specOf(sweepBusiness, place)])
  },
})

/** One step of a sweep. Returns the next, or null at the end. */
export async function sweepOn({ workerDb, now }: Pick<Deps, 'workerDb' | 'now'>, sweep: Sweep): Promise<Sweep | null> {
  const { businessId, phase, after, startedAt } = sweep
  const ids = await workerDb.transaction().execute(async (tx) => {
    if (phase === 'names') {
      const page = await queries.listLeadsAfter(tx, businessId, after, NAMES_AT_ONCE)
      await indexNames(tx, businessId, page, now())
      return page
    }
    if (phase === 'leads') {
      const page = await queries.listSwept(tx, businessId, { after, startedAt, limit: AT_ONCE })
      const candidates = page.filter(({ isCandidate }) => isCandidate)
      if (candidates.length) await regroup(tx, businessId, idsOf(candidates), { at: now(), isSweep: true })
      return idsOf(page)
    }
    const page = await queries.listUnconfirmed(tx, businessId, { startedAt, limit: AT_ONCE })
    if (page.length) await regroup(tx, businessId, page, { at: now(), isSweep: true })
    return page
  })
  const last = ids.at(-1)
  if (last) return { ...sweep, after: phase === 'groups' ? null : last }
  const next = phases[phases.indexOf(phase) + 1]
  if (next) return { ...sweep, phase: next, after: null }
  await queries.finishSweep(workerDb, businessId, now())
  await deleteUnseenWords(workerDb, businessId, new Date(startedAt))
  return null
}

/** Begins the sweep of each business each night, and at the start of those that had none. */
export const sweepAll = job({
  name: 'sweepAllDuplicates',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '41 2 * * *',
  atStart: true,
  async run({ workerDb, now }: Deps) {
    const at = now()
    const due = await queries.beginSweeps(workerDb, at)
    const specs = due.map((businessId) =>
      specOf(sweepBusiness, { businessId, startedAt: at.toISOString(), phase: 'names', after: null }),
    )
    await addJobs(workerDb, specs)
  },
})

const names: readonly string[] = ['lead.created', 'lead.changed', 'lead.deleted', 'lead.restored', 'lead.erased']
/** A bulk change of values that are not compared is left to the night. */
function isCompared({ name, payload }: StoredEvent) {
  if (!names.includes(name)) return false
  const changes = Object.keys((payload.changes as object | undefined) ?? {})
  return name !== 'lead.changed' || payload.operationId === undefined || changes.length === 0
}

/** One job per business and batch. */
export const duplicateProjection: Projection = {
  jobs: (events) =>
    [...Map.groupBy(events.filter(isCompared), ({ businessId }) => businessId)].map(([businessId, ofBusiness]) =>
      specOf(groupLeads, { businessId, leadIds: [...new Set(ofBusiness.flatMap(({ leadId }) => leadId ?? []))] }),
    ),
}

export const duplicateJobs = [groupLeads, sweepBusiness, sweepAll]
