import { withClient } from '../../../server/platform/db/connections.ts'

type Sums = { leads: number; events: number; counted: number; byDay: number; ofCampaigns: number; notified: number }

/** Compares accepted leads with the database and with each stream's events; returns the differences. */
export async function compare(adminUrl: string, accepted: Set<string>, heard: string[][]): Promise<string[]> {
  const wrong: string[] = []
  const sums = await withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ id: string }>('select id from leads')
    const stored = new Set(rows.map(({ id }) => id))
    const lost = [...accepted].filter((id) => !stored.has(id)).length
    if (lost) wrong.push(`${lost} of the leads accepted are lost`)
    const doubled = await admin.query(
      "select from notifications where action = 'receiving_a_lead' group by user_id, content->>'leadId' having count(*) > 1",
    )
    if (doubled.rowCount) wrong.push(`${doubled.rowCount} leads are notified of twice`)
    return (await admin.query<Sums>(sumsOf)).rows[0]
  })
  for (const [what, sum] of Object.entries(sums ?? {}))
    if (sum !== accepted.size) wrong.push(`${accepted.size} leads were accepted, ${what}: ${sum}`)
  for (const [n, ids] of heard.entries()) {
    const known = new Set(ids)
    const missed = [...accepted].filter((id) => !known.has(id)).length
    if (known.size !== ids.length) wrong.push(`Stream ${n} heard of ${ids.length - known.size} leads twice`)
    if (missed) wrong.push(`Stream ${n} did not hear of ${missed} leads`)
  }
  console.log(
    `\n${accepted.size} leads accepted; ${JSON.stringify(sums)}; heard: ${heard.map((ids) => ids.length).join(', ')}`,
  )
  return wrong
}

const sumsOf = `
  select (select count(*)::int from leads) as leads,
    (select count(*)::int from events where name = 'lead.created') as events,
    (select coalesce(sum(total), 0)::int from lead_counts where facet = 'all') as counted,
    (select coalesce(sum(total), 0)::int from lead_day_counts where facet = 'all') as "byDay",
    (select coalesce(sum(total), 0)::int from campaign_day_counts
      where facet = 'all' and campaign_id <> '00000000-0000-0000-0000-000000000000') as "ofCampaigns",
    (select count(*)::int from notifications where action = 'receiving_a_lead') as notified`
