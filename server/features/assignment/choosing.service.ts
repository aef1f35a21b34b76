import type { Db } from '../../platform/db/db.ts'
import { findRule } from './assignment.queries.ts'
import { listCandidates, listKnown } from './choosing.queries.ts'
import { choose } from './choosing.rules.ts'

/** The people of the campaign's rule, in its order; undefined: it has no rule. */
export async function listRuleMembers(db: Db, businessId: string, campaignId: string): Promise<string[] | undefined> {
  const { rule } = (await findRule(db, businessId, campaignId)) ?? {}
  return rule && rule.mode !== 'none' ? rule.members.map(({ userId }) => userId) : undefined
}

type Asked = { campaignId: string; leadId: string; at: Date; without: readonly string[] }
/**
 * Who of the campaign's people on shift would get the lead next by its rule, without these. Nothing is written: it is no
 * one's turn. Null: none of them; undefined: the campaign has no rule.
 */
export async function nextByRule(db: Db, businessId: string, { campaignId, leadId, at, without }: Asked) {
  const { rule } = (await findRule(db, businessId, campaignId)) ?? {}
  if (!rule || rule.mode === 'none') return undefined
  const candidates = await listCandidates(db, businessId, { campaignId, at })
  const known = rule.knownFirst ? await listKnown(db, businessId, leadId) : []
  return choose({ ...rule, onShiftOnly: true }, { candidates, known, without })?.userId ?? null
}
