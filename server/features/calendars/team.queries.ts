import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type OfTeam = { userId: string; name: string; isLost: boolean }
/** Members who connected a calendar. Runs as the worker's role, because the app sees only one's own. */
export const listOfTeam = (db: Db, businessId: string) =>
  rowsOf<OfTeam>(
    db,
    sql`select c.user_id as "userId", u.name, c.state = 'lost' as "isLost" from calendar_connections c
      join memberships m on m.user_id = c.user_id and m.business_id = ${businessId} and m.suspended_at is null
      join users u on u.id = c.user_id order by u.name, u.id`,
  )
