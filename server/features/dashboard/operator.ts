import type { Deps } from '../../deps.ts'
import { listAudits } from './counter-audits.queries.ts'

/** The last nightly audit of each business's counters, as lines for the operator; differences come first. */
export async function findCounterAudits({ workerDb, tenants }: Pick<Deps, 'workerDb' | 'tenants'>): Promise<string[]> {
  const businesses = await workerDb.selectFrom('businesses').select(['business_id as id', 'name']).execute()
  const found = []
  for (const { id, name } of businesses) {
    const [audit] = await listAudits(tenants.scope({ businessId: id }), id, 1)
    if (audit) found.push({ name, id, ...audit })
  }
  return found
    .sort((a, b) => b.driftCount - a.driftCount)
    .map(
      ({ at, name, id, checked, driftCount, repaired }) =>
        `${at}  ${name}  ${id}  ${checked} checked, ${driftCount} wrong, ${repaired} repaired`,
    )
}
