import { sql } from 'kysely'
import { phonePrefixes } from '../phones.ts'
import { limited, type Sql, TOTAL_LIMIT } from './counted-list.ts'
import type { PageWindow } from './paging.ts'

/** Digits of a phone that a column of its own holds. */
export const LAST_DIGITS = 4

type PhoneColumns = { table: string; time: string; phone: string; lastDigits: string }
/** `further`: ids of rows that have further phones with one of these endings or beginnings. */
type PhoneMatching = {
  digits: string
  condition: Sql
  further?: ((parts: PhoneParts) => Sql) | undefined
  /** Four digits never match a beginning: the reader sees the ends of phones only. */
  endOnly?: boolean
}
export type PhoneParts = { digits: string; ends: readonly string[]; prefixes: readonly string[] }

/**
 * Values of the last-digits column for phones that end in these digits. If three digits are given, any digit may
 * precede them.
 */
const lastDigitsOf = (digits: string) =>
  digits.length < LAST_DIGITS
    ? Array.from({ length: 10 }, (_, before) => `${before}${digits}`)
    : [digits.slice(-LAST_DIGITS)]

/** Four digits match the end only, which is faster, unless a phone may begin with them: local phones begin with 0. */
const isEnding = ({ digits, endOnly }: PhoneMatching) =>
  digits.length === LAST_DIGITS && (endOnly === true || !digits.startsWith('0'))

/**
 * Search by digits of a phone: four match its end; four that begin with 0, three, or more than four, its beginning or
 * its end.
 * `condition` is on the table, by its own name.
 */
export function phoneSearch({ table, time, phone, lastDigits }: PhoneColumns) {
  const [name, column, selected] = [sql.raw(table), sql.raw(phone), sql.raw(`id, ${time}`)]

  /** Rows (id, time); with `most`, up to that number by the end and by the beginning. */
  function rows(matching: PhoneMatching, most?: Sql): Sql {
    const { digits, condition, further } = matching
    const limit = most ? sql`limit ${most}` : sql``
    const ends = lastDigitsOf(digits)
    const hasEnd = sql`select ${selected} from ${name} where ${condition} and ${sql.raw(lastDigits)} = any(${ends}::text[])`
    const isEnd = isEnding(matching)
    const prefixes = phonePrefixes(digits)
    const others = further
      ? sql`union select ${selected} from ${name} where ${condition}
          and id = any(array(${further({ digits, ends, prefixes: isEnd ? [] : prefixes })}))`
      : sql``
    // Both bounds are parameters: under row-level security an index cannot use `prefix || ':'`. ':' sorts after '9'.
    const hasBeginning = sql`select l.* from unnest(${prefixes}::text[], ${prefixes.map((prefix) => `${prefix}:`)}::text[]) prefix(first, past)
      cross join lateral (select ${selected} from ${name}
        where ${condition} and ${column} >= prefix.first and ${column} < prefix.past ${limit}) l ${limit}`
    if (isEnd) return sql`(${hasEnd} ${limit}) ${others}`
    return sql`(${hasEnd} and ${column} like ${`%${digits}`} ${limit}) union (${hasBeginning}) ${others}`
  }

  /**
   * A page with its total. Up to TOTAL_LIMIT matches are found by index; if there are more, the digits are so common that
   * scanning the newest rows fills the page soon. `prefix` stands before the statement.
   */
  function page(matching: PhoneMatching, place: PageWindow, order: Sql, prefix: string) {
    const { digits, condition } = matching
    const prefixes = isEnding(matching) ? [] : phonePrefixes(digits)
    return {
      with: sql`${sql.raw(prefix)} with found as materialized (
          select * from (${rows(matching, TOTAL_LIMIT)}) all_found limit ${TOTAL_LIMIT}),
        counted as materialized (select count(*) as total from found)`,
      total: sql`(select total from counted)`,
      page: {
        ids: sql`(select ${selected} from found where (select total < ${TOTAL_LIMIT} from counted)
          order by ${order} ${limited(place)})
        union all (select ${selected} from ${name} where ${condition} and (select total = ${TOTAL_LIMIT} from counted)
          and ${column} like any(${[...prefixes.map((text) => `${text}%`), `%${digits}`]}::text[])
          order by ${order} ${limited(place)})`,
      },
    }
  }
  return { rows, page }
}
