import { sql } from 'kysely'

/** Uses of days before this moment's day in Israel. */
export const isOfDayBefore = (before: string) => sql<boolean>`day < day_of(${before}::timestamptz)`
