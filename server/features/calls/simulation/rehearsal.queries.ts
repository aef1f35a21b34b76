import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Window = { campaignId: string | null; people: readonly string[]; from: Date; to: Date }

/** The moments in the window at which hours or shifts change, in order. */
export async function listChanges(db: Db, businessId: string, { campaignId, people, from, to }: Window) {
  const { rows } = await sql<{ at: string }>`
    with periods as (
      select opens_at as a, closes_at as b from open_periods
        where business_id = ${businessId} and owner_id in (${businessId}, ${campaignId})
          and closes_at > ${from} and opens_at < ${to}
      union all select starts_at, ends_at from shift_periods
        where business_id = ${businessId} and ends_at > ${from} and starts_at < ${to}
          and (user_id = any(${people}::uuid[]) or user_id in (select shift_people(${businessId}, ${campaignId})))
    )
    select distinct at from periods, unnest(array[a, b]) at where at > ${from} and at < ${to} order by at`.execute(db)
  return rows.map(({ at }) => new Date(at))
}

export type FactsAt = { campaign: boolean; business: boolean; shifts: boolean; onShift: string[] }
type Asked = { campaignId: string | null; people: readonly string[]; moments: readonly Date[] }
/** What routing asks at each moment: whether it is open, and which of the people are on shift. */
export async function listFactsAt(db: Db, businessId: string, { campaignId, people, moments }: Asked) {
  const { rows } = await sql<FactsAt>`
    select is_open(${businessId}, ${campaignId}, t) as campaign, is_open(${businessId}, null, t) as business,
      exists (select from on_shift(${businessId}, ${campaignId}, t)) as shifts,
      array(select u::text from unnest(${people}::uuid[]) u where is_on_shift(${businessId}, u, t)) as "onShift"
    from unnest(${moments.map((moment) => moment.toISOString())}::timestamptz[]) with ordinality as m(t, place)
    order by place`.execute(db)
  return rows
}

export async function listNames(db: Db, businessId: string, ids: readonly string[]) {
  const { rows } = await sql<{ _id: string; name: string; image: string | null }>`
    select u.id as "_id", u.name, u.image from users u
    where u.id = any(${ids}::uuid[])
      and exists (select from memberships m where m.business_id = ${businessId} and m.user_id = u.id)`.execute(db)
  return rows
}
