import { type RawBuilder, sql } from 'kysely'

/** Selects these leads by id. */
export const withIds = (ids: readonly string[]) => sql`select unnest(${ids}::uuid[]) as id`
/** The selected leads without some of them. */
export const without = (chosen: RawBuilder<unknown>, ids: readonly string[]) =>
  sql`select id from (${chosen}) matching where id <> all(${ids}::uuid[])`
