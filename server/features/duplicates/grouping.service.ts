import { inOtherLayout, nameComparer, nameKeys } from '#contract/values/name-key.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Edge, KeyMatch, NamedLead } from './grouping.queries.ts'
import * as queries from './grouping.queries.ts'
import { groupsOf, pairOf, SAME_NAME_MAX } from './grouping.rules.ts'
import { learnWords } from './spellings.service.ts'

/** Matches of matches are followed so far. */
const ROUNDS = 3
/** Leads compared in one transaction, at most. */
const NODES_MAX = 2_000

/** Stores the keys by which the names of these leads are found, and the words that searches offer. */
export async function indexNames(tx: Db, businessId: string, ids: readonly string[], at: Date) {
  const live = await queries.listLive(tx, businessId, ids)
  const keyed = live.flatMap(({ id, name }) => nameKeys(name).map((key) => ({ leadId: id, key })))
  await queries.replaceNameKeys(tx, businessId, ids, keyed)
  const names = live.map(({ name }) => name)
  await learnWords(tx, businessId, { names, at })
}

type Grouping = {
  at: Date
  /** Leads whose name has become too common are left to the end of the sweep, which finds the groups that it did not confirm. */
  isSweep?: boolean
}
/** Finds the groups of these leads again, and of those that are grouped with them. */
export async function regroup(tx: Db, businessId: string, ids: readonly string[], { at, isSweep }: Grouping) {
  await queries.lockGroups(tx, businessId)
  const mates = await queries.listGroupMates(tx, businessId, ids)
  const leads = new Map<string, NamedLead>()
  const edges: Edge[] = []
  let next = [...new Set([...ids, ...mates.map(({ id }) => id)])]
  const asked = new Set(next)
  for (let round = 0; next.length && round < ROUNDS; round++) {
    const live = await queries.listLive(tx, businessId, next)
    for (const lead of live) leads.set(lead.id, lead)
    const liveIds = live.map(({ id }) => id)
    const byContact = await queries.listContactEdges(tx, businessId, liveIds)
    const { same, common } = await namesakes(tx, businessId, live)
    edges.push(...byContact, ...same)
    const found = [...byContact, ...same].map(({ other }) => other)
    next = [...new Set([...found, ...(isSweep ? [] : common)])].filter((id) => !asked.has(id))
    next = next.slice(0, Math.max(0, NODES_MAX - asked.size))
    for (const id of next) asked.add(id)
  }
  for (const lead of await queries.listLive(tx, businessId, next)) leads.set(lead.id, lead)
  const distinct = await queries.listDistinct(tx, businessId, [...leads.keys()])
  const pairs = new Set(distinct.map(({ low, high }) => pairOf(low, high)))
  const groups = groupsOf(leads, edges, pairs).map((group) => ({ id: newId(), ...group }))
  await queries.deleteGroupsOf(tx, businessId, [...asked])
  await queries.insertGroups(tx, businessId, groups, at.toISOString())
}

/**
 * Leads with the same name as these, also typed in the other keyboard layout. `common`: leads whose name has become too
 * common to say anything; their groups are found again.
 */
async function namesakes(tx: Db, businessId: string, live: readonly NamedLead[]) {
  const readings = live.flatMap(({ id, name }) =>
    [name, inOtherLayout(name)].map((text) => ({ id, text, keys: nameKeys(text) })),
  )
  const keys = [...new Set(readings.flatMap((reading) => reading.keys))]
  const same: Edge[] = []
  const common: string[] = []
  if (!keys.length) return { same, common }
  const isSameName = nameComparer()
  const sameNamed = (text: string, ofKey: readonly KeyMatch[]) =>
    ofKey.filter(({ name }) => isSameName(text, name)).map(({ id }) => id)
  const matches = Map.groupBy(await queries.listKeyMatches(tx, businessId, keys), ({ key }) => key)
  for (const { id, text, keys: own } of readings) {
    const found = own.flatMap((key) => sameNamed(text, matches.get(key) ?? []))
    const others = [...new Set(found)].filter((other) => other !== id)
    if (others.length < SAME_NAME_MAX) same.push(...others.map((other): Edge => ({ one: id, other, reason: 'name' })))
    else common.push(...others)
  }
  return { same, common }
}
