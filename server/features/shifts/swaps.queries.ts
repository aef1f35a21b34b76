import { type RawBuilder, sql } from 'kysely'
import { type ShiftSwap, SWAPS_LISTED, type SwapShift } from '#contract/shifts/swaps.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type StoredSwap = Pick<ShiftSwap, 'id' | 'state' | 'asker' | 'partner' | 'gives' | 'takes' | 'note'> & {
  beginsAt: string
  createdAt: string
  decidedAt: string | null
}

const swaps = (condition: RawBuilder<unknown>) => sql`
  select s.id, s.state, s.gives, s.takes, s.note, s.begins_at as "beginsAt", s.created_at as "createdAt",
    s.decided_at as "decidedAt", jsonb_build_object('_id', a.id, 'name', a.name, 'image', a.image) as asker,
    case when p.id is not null then jsonb_build_object('_id', p.id, 'name', p.name, 'image', p.image) end as partner
  from shift_swaps s join users a on a.id = s.asker_id left join users p on p.id = s.partner_id
  where ${condition}`

/** Swaps of a person, and open ones without a partner; null: all of the business. Open ones first, then the newest. */
export function listSwaps(db: Db, businessId: string, { userId, now }: { userId: string | null; now: Date }) {
  const isOpen = sql`(s.decided_at is null and s.begins_at > ${now.toISOString()})`
  const seen = userId
    ? sql`(s.asker_id = ${userId} or s.partner_id = ${userId} or (s.partner_id is null and ${isOpen}))`
    : sql`true`
  return rowsOf<StoredSwap>(
    db,
    sql`${swaps(sql`s.business_id = ${businessId} and ${seen}`)}
      order by ${isOpen} desc, s.created_at desc, s.id limit ${SWAPS_LISTED}`,
  )
}

/** Undecided swaps of these people. */
export const listOpenSwaps = (db: Db, businessId: string, userIds: readonly string[]) =>
  rowsOf<StoredSwap>(
    db,
    swaps(sql`s.business_id = ${businessId} and s.decided_at is null
      and (s.asker_id = any(${userIds}::uuid[]) or s.partner_id = any(${userIds}::uuid[]))`),
  )

export async function findSwap(db: Db, businessId: string, id: string) {
  const [row] = await rowsOf<StoredSwap>(db, swaps(sql`s.business_id = ${businessId} and s.id = ${id}`))
  return row
}

type New = {
  id: string
  askerId: string
  partnerId: string | null
  gives: SwapShift
  takes: SwapShift | null
  note: string
  beginsAt: Date
  now: Date
}
export const insertSwap = (
  tx: Db,
  businessId: string,
  { id, askerId, partnerId, gives, takes, note, beginsAt, now }: New,
) =>
  sql`insert into shift_swaps (business_id, id, asker_id, partner_id, gives, takes, note, begins_at, created_at)
    values (${businessId}, ${id}, ${askerId}, ${partnerId}, ${JSON.stringify(gives)}::json,
      ${takes && JSON.stringify(takes)}::json, ${note}, ${beginsAt.toISOString()}, ${now.toISOString()})`.execute(tx)

type Changed = { id: string; state: ShiftSwap['state']; partnerId: string | null; decidedAt: string | null }
export const updateSwap = (tx: Db, businessId: string, { id, state, partnerId, decidedAt }: Changed) =>
  sql`update shift_swaps set state = ${state}, partner_id = ${partnerId}, decided_at = ${decidedAt}
    where business_id = ${businessId} and id = ${id}`.execute(tx)
