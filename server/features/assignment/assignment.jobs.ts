import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Batch, Projection, StoredEvent } from '../../platform/events/relay.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { countClocks, listBusinessesWithClocks } from './clocks.queries.ts'
import * as queries from './watched.queries.ts'

/** Short statements: a long writing transaction delays the relay. */
const CHUNK = 500
/** Clocks of older leads stay as they are: opening times are written back as far when hours are set for the first time. */
const COUNTED_DAYS = 31

/** Counts the clocks of unanswered leads again: its hours, or the target of a campaign, changed. */
const recountClocks = job({
  name: 'recountResponseClocks',
  payload: z.object({ businessId: id, campaignId: id.nullable() }),
  maxAttempts: 10,
  async run({ workerDb, now }: Deps, { businessId, campaignId }) {
    const since = new Date(now().getTime() - COUNTED_DAYS * 86_400_000)
    for (let after: string | null = null, isMore = true; isMore; ) {
      const seen: string[] = await countClocks(workerDb, businessId, { campaignId, since, after, limit: CHUNK })
      after = seen.at(-1) ?? null
      isMore = seen.length === CHUNK
    }
  },
})

/** Each night and at the start: no clock stays as it was because openings were not written yet, or hours just changed. */
const recountAllClocks = job({
  name: 'recountAllResponseClocks',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '42 1 * * *',
  atStart: true,
  async run({ workerDb, now }: Deps) {
    const since = new Date(now().getTime() - COUNTED_DAYS * 86_400_000)
    const businesses = await listBusinessesWithClocks(workerDb, since)
    await addJobs(
      workerDb,
      businesses.map(({ businessId }) => specOf(recountClocks, { businessId, campaignId: null })),
    )
  },
})

const changesOf = ({ payload }: StoredEvent) => (payload.changes as Record<string, unknown> | undefined) ?? {}
function clocksOf(event: StoredEvent): { businessId: string; campaignId: string | null }[] {
  const { name, businessId, campaignId } = event
  if (name === 'working_hours.changed') return [{ businessId, campaignId: null }]
  const isOfCampaign =
    name === 'campaign_hours.changed' || (name === 'campaign.changed' && 'responseTarget' in changesOf(event))
  return isOfCampaign ? [{ businessId, campaignId }] : []
}

/** After these, a person may have become free. */
const freeing: readonly string[] = [
  'shift_plan.changed',
  'shift_pause.changed',
  'shift_week.published',
  'shift_swap.approved',
  'shift_swap.undone',
  'shift_settings.changed',
  'lead_capacity.changed',
]
/** After these, a lead may have become one to look at again. */
const waking: readonly string[] = ['lead.restored', 'lead.unmerged', 'call.ended', 'call.changed']
const isWaking = (event: StoredEvent) =>
  event.leadId !== null &&
  (waking.includes(event.name) ||
    (event.name === 'lead.changed' && ['campaignId', 'statusId'].some((field) => field in changesOf(event))))

async function follow(tx: Db, { events }: Batch) {
  const created = events.filter(({ name, payload }) => name === 'lead.created' && !payload.operationId)
  const woken = events.filter(isWaking)
  const ruled = events.filter(({ name }) => name === 'assignment.changed')
  const freed = events.filter(({ name }) => freeing.includes(name))
  if (created.length)
    await queries.watch(
      tx,
      created.map(({ businessId, campaignId, leadId, actor }) => ({
        business_id: businessId,
        lead_id: leadId as string,
        campaign_id: campaignId,
        by_hand: 'userId' in actor,
      })),
    )
  if (woken.length)
    await queries.wakeLeads(
      tx,
      woken.map(({ businessId, leadId }) => ({ business_id: businessId, lead_id: leadId as string })),
    )
  if (ruled.length)
    await queries.wakeCampaigns(
      tx,
      ruled.map(({ businessId, campaignId }) => ({ business_id: businessId, campaign_id: campaignId })),
    )
  if (freed.length) await queries.wakeWaiting(tx, [...new Set(freed.map(({ businessId }) => businessId))])
}

/** Keeps what is looked at, in the relay's transaction: no lead is forgotten, and none is taken twice. */
export const assignmentProjection: Projection = {
  apply: follow,
  jobs: (events) => events.flatMap(clocksOf).map((clocks) => specOf(recountClocks, clocks)),
}

export const assignmentJobs = [recountClocks, recountAllClocks]
