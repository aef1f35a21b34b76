import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** State of relay and jobs of all processes; by the worker's role. */
export type Vitals = { isRelayBehind: boolean; hasFailedJobs: boolean }

const RELAY_BEHIND_SECONDS = 10
/** A running job's attempt is counted already; a longer lock was left by a killed process. */
const LOCK_HOURS = 4

export async function findVitals(db: Db): Promise<Vitals> {
  const { rows } = await sql<Vitals>`
    select
      exists (
        -- The next event alone: otherwise all events are read while there is none.
        select from relay_position r cross join lateral (
          select e.at from events e where (e.xid, e.id) > (r.xid, r.id) order by e.xid, e.id limit 1) next
        where r.reader = 'relay' and next.at < now() - make_interval(secs => ${RELAY_BEHIND_SECONDS})
      ) as "isRelayBehind",
      exists (
        select from graphile_worker._private_jobs
        where attempts >= max_attempts and (locked_at is null or locked_at < now() - make_interval(hours => ${LOCK_HOURS}))
      ) as "hasFailedJobs"`.execute(db)
  return rows[0] as Vitals
}
