import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** Words that are compared for one word of a search. */
const CANDIDATES_MAX = 200
/** A word that was seen this recently is not written again: most words come again with each batch of leads. */
const SEEN_AGAIN = sql.lit('12 hours')
/** A word that was not seen for so long before a sweep of all names began is in no name any more. */
const FORGOTTEN_AFTER = sql.lit('24 hours')

type Words = { keyed: readonly { key: string; word: string }[]; at: Date }
/** Stores words by their keys. In one order, so that two transactions cannot wait for each other. */
export async function upsertWords(tx: Db, businessId: string, { keyed, at }: Words) {
  const [keys, words] = [keyed.map(({ key }) => key), keyed.map(({ word }) => word)]
  await sql`insert into name_words as w (business_id, key, word, seen_at)
    select ${businessId}, n.key, n.word, ${at.toISOString()}::timestamptz from unnest(${keys}::text[], ${words}::text[]) n(key, word)
    where not exists (select from name_words o where o.business_id = ${businessId} and o.key = n.key and o.word = n.word
      and o.seen_at > ${at.toISOString()}::timestamptz - ${SEEN_AGAIN}::interval)
    order by n.key, n.word
    on conflict (business_id, key, word) do update set seen_at = greatest(w.seen_at, excluded.seen_at)`.execute(tx)
}

/** Words with one of these keys. */
export const listWords = (db: Db, businessId: string, keys: readonly string[]) =>
  rowsOf<{ key: string; word: string }>(
    db,
    sql`select key, word from name_words where business_id = ${businessId} and key = any(${keys}::text[])
      order by key, word limit ${sql.lit(CANDIDATES_MAX)}`,
  )

export const deleteUnseenWords = (db: Db, businessId: string, sweptFrom: Date) =>
  sql`delete from name_words where business_id = ${businessId}
    and seen_at < ${sweptFrom.toISOString()}::timestamptz - ${FORGOTTEN_AFTER}::interval`.execute(db)

type Erased = { words: readonly string[]; leadIds: readonly string[] }
/** Removes those of the words that no live lead has beside these. A word consists of letters, so the pattern needs no escapes. */
export const deleteWordsOf = (tx: Db, businessId: string, { words, leadIds }: Erased) =>
  sql`delete from name_words w where w.business_id = ${businessId} and w.word = any(${words}::text[])
    and not exists (select from leads l where l.business_id = ${businessId} and l.deleted_at is null
      and l.id <> all(${leadIds}::uuid[]) and l.search_text like '% ' || w.word || ' %')`.execute(tx)
