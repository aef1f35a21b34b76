import { SPELLINGS_MAX, type Spelling, type SpellingsQuery } from '#contract/duplicates/spellings.ts'
import { nameWords } from '#contract/values/name-key.ts'
import type { Db } from '../../platform/db/db.ts'
import { readFilter } from '../leads/list/filter.service.ts'
import { searchOf } from '../leads/list/list.rules.ts'
import { countFound, type ListContext, requiringCampaigns } from '../leads/list/list.service.ts'
import type { ErasureTarget } from '../personal-data.ts'
import * as queries from './spellings.queries.ts'
import { isSpelled, spelledTexts } from './spellings.rules.ts'

type Names = { names: readonly string[]; at: Date }
/** Remembers the words of these names, so that searches offer them. */
export async function learnWords(tx: Db, businessId: string, { names, at }: Names) {
  const keyed = names.flatMap(nameWords).flatMap(({ word, keys }) => keys.map((key) => ({ key, word })))
  const unique = new Map(keyed.map((one) => [`${one.key} ${one.word}`, one]))
  if (unique.size) await queries.upsertWords(tx, businessId, { keyed: [...unique.values()], at })
}

/** Forgets the words of an erased person's names that no other lead has. */
export async function forgetWordsOf(tx: Db, businessId: string, { names, leadIds }: ErasureTarget) {
  const words = [...new Set(names.flatMap(nameWords).map(({ word }) => word))]
  if (words.length) await queries.deleteWordsOf(tx, businessId, { words, leadIds })
}

type Context = Pick<ListContext, 'db' | 'caller' | 'own' | 'now'>
/**
 * Other spellings of a search that find leads which the caller may read, most leads first. Each is searched for as typed
 * texts are, so nothing is said of leads out of sight.
 */
export async function findSpellings(context: Context, { search, ...list }: SpellingsQuery): Promise<Spelling[]> {
  const { db, caller } = context
  const { businessId } = caller
  const read = async (one: Db) => {
    // Refuses campaigns out of reach, also if no text is found.
    await readFilter({ ...context, db: one }, list)
    const texts = await otherTexts(one, businessId, search)
    const found: Spelling[] = []
    for (const text of texts)
      found.push({ text, ...(await countFound({ ...context, db: one }, { ...list, search: text })) })
    return found
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total)
      .slice(0, SPELLINGS_MAX)
  }
  if (list.campaignId) return requiringCampaigns(db, businessId, list.campaignId, read)
  return db.connection().execute(read)
}

async function otherTexts(db: Db, businessId: string, search: string) {
  if (searchOf(search).kind !== 'text' || !isSpelled(search)) return []
  const words = nameWords(search)
  const keys = [...new Set(words.flatMap((word) => word.keys))]
  return keys.length ? spelledTexts(words, await queries.listWords(db, businessId, keys)) : []
}
