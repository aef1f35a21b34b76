import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

const PROVIDERS = ['twilio', 'local'] as const

/** The account with which the business orders new numbers; its own account is preferred to the built-in exchange. */
export const findVoiceConnection = (db: Db, businessId: string) =>
  db
    .selectFrom('connections as c')
    .select((eb) => [
      'c.id',
      'c.provider',
      'c.account as accountSid',
      sql<boolean>`c.settings ? 'apiKeySid'`.as('hasApiKey'),
      'c.state',
      'c.error',
      'c.checked_at as checkedAt',
      eb
        .selectFrom('virtual_numbers as n')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('n.business_id', '=', businessId)
        .whereRef('n.connection_id', '=', 'c.id')
        .where('n.state', 'in', ['active', 'paused', 'releasing'])
        .as('numbers'),
    ])
    .$narrowType<{ provider: (typeof PROVIDERS)[number]; state: 'active' | 'failing' }>()
    .where('c.business_id', '=', businessId)
    .where('c.provider', 'in', PROVIDERS)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.provider', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The business's accounts that have a number which rings, and the account with which new numbers are ordered. */
export async function listRingingConnections(db: Db, businessId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with live as (select id, provider from connections
      where business_id = ${businessId} and deleted_at is null and provider = any (${PROVIDERS}))
    select c.id from live c
    where exists (select from virtual_numbers n where n.business_id = ${businessId} and n.connection_id = c.id
        and n.state in ('active', 'paused'))
      or not exists (select from live o where o.provider > c.provider)
    order by c.provider desc`.execute(db)
  return rows.map(({ id }) => id)
}
