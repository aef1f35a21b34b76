import { type RawBuilder, sql } from 'kysely'

/** Exactly these leads. */
export const leadsOf = (ids: readonly string[]) => sql`select unnest(${ids}::uuid[]) as id`

/** Those that match, except some. */
export const without = (matching: RawBuilder<unknown>, ids: readonly string[] = []) =>
  ids.length ? sql`select id from (${matching}) all_matching where id <> all(${ids}::uuid[])` : matching
