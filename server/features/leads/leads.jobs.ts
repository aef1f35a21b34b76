import { sql } from 'kysely'
import { z } from 'zod'
import { TRASH_DAYS } from '#contract/leads.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { job } from '../../platform/jobs/job.ts'

/** Leads deleted for good in one transaction: short, because a writing transaction holds back everyone's events. */
const PIECE = 500

/** Deletes for good what has lain in the trash long enough. The counters let go of it when it went there. */
export const emptyTrash = job({
  name: 'emptyTrash',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '17 1 * * *',
  run: async ({ workerDb, now }: Deps) => {
    const before = new Date(now().getTime() - TRASH_DAYS * 86_400_000).toISOString()
    while ((await deletePiece(workerDb, before)) === PIECE);
  },
})

/** Their events stay in place, without names, phones and texts; what told of them goes. One that is restored meanwhile stays. */
async function deletePiece(db: Db, before: string) {
  const {
    rows: [row],
  } = await sql<{ deleted: number }>`
    with old as materialized (select business_id, id from leads where deleted_at < ${before}::timestamptz limit ${PIECE}),
      forgotten as (update events e set personal = null from old o where e.business_id = o.business_id and e.lead_id = o.id and e.personal is not null),
      untold as (delete from notifications n using old o, events e where e.business_id = o.business_id and e.lead_id = o.id and n.event_id = e.id),
      gone as (delete from leads l using old o where l.business_id = o.business_id and l.id = o.id
        and l.deleted_at < ${before}::timestamptz)
    select count(*) as deleted from old`.execute(db)
  return row?.deleted ?? 0
}

export const leadJobs = [emptyTrash]
