import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { emptyDatabase, version } from '../../testing/database/versions.ts'

const [businessId, campaignId, statusId, connectionId] = [newId(), newId(), newId(), newId()]
const CREATED = Date.parse('2026-03-01T10:00:00Z')
/** Seconds after the lead's creation; null: never. */
const moment = (seconds: number | null) => (seconds === null ? null : new Date(CREATED + seconds * 1_000).toISOString())

type Call = { starts: number; answered: number | null; isTest?: boolean; direction?: string }
/** `responded`: as stored before; `wanted`: the same, or as the calls gave it. */
type OldLead = { name: string; source?: string; isDeleted?: boolean; responded: number | null; calls: Call[] }
const leads: (OldLead & { wanted: number | null })[] = [
  { name: 'never called', responded: null, calls: [], wanted: null },
  { name: 'not answered', responded: null, calls: [{ starts: 60, answered: null }], wanted: null },
  { name: 'by a test', responded: null, calls: [{ starts: 60, answered: 70, isTest: true }], wanted: null },
  { name: 'made by it', source: 'call', responded: null, calls: [{ starts: 0, answered: 9 }], wanted: 0 },
  {
    name: 'answered later',
    source: 'call',
    responded: null,
    calls: [
      { starts: 0, answered: null },
      { starts: 600, answered: 610 },
    ],
    wanted: 610,
  },
  {
    name: 'called out',
    responded: null,
    calls: [{ starts: 4_000, answered: 4_010, direction: 'outbound' }],
    wanted: 4_010,
  },
  { name: 'comment before', responded: 100, calls: [{ starts: 200, answered: 210 }], wanted: 100 },
  {
    name: 'comment after',
    responded: 900,
    calls: [
      { starts: 200, answered: 210 },
      { starts: 300, answered: 310 },
    ],
    wanted: 210,
  },
  { name: 'called before it was there', responded: null, calls: [{ starts: -500, answered: -490 }], wanted: 0 },
  { name: 'in the trash', isDeleted: true, responded: null, calls: [{ starts: 60, answered: 65 }], wanted: 65 },
]
async function writeLead(admin: pg.Client, lead: OldLead) {
  const id = newId()
  await admin.query(
    `insert into leads (business_id, id, campaign_id, status_id, name, email, source, value, created_at, first_response_at,
      deleted_at) values ($1, $2, $3, $4, $5, $5 || '@example.test', $6, 700, $7, $8, $9)`,
    [
      ...[businessId, id, campaignId, statusId, lead.name, lead.source ?? 'website', moment(0)],
      ...[moment(lead.responded), lead.isDeleted ? moment(5_000) : null],
    ],
  )
  for (const { starts, answered, isTest = false, direction = 'inbound' } of lead.calls)
    await admin.query(
      `insert into calls (business_id, id, connection_id, provider_sid, campaign_id, lead_id, called, direction, is_test,
        started_at, answered_at) values ($1, $2::uuid, $3, $2::uuid::text, $4, $5, '+97231234567', $6, $7, $8, $9)`,
      [businessId, newId(), connectionId, campaignId, id, direction, isTest, moment(starts), moment(answered)],
    )
}

async function writeRows(admin: pg.Client) {
  await admin.query(`insert into businesses (business_id, name) values ($1, 'Alon')`, [businessId])
  await admin.query(`insert into campaigns (business_id, id, name) values ($1, $2, 'Kitchens')`, [
    businessId,
    campaignId,
  ])
  await admin.query(
    `insert into lead_statuses (business_id, id, name_he, name_en, hue, type, position)
      values ($1, $2, 'נסגר', 'Won', 'green', 'Won', 1)`,
    [businessId, statusId],
  )
  await admin.query(`insert into connections (business_id, id, provider, account) values ($1, $2, 'local', 'AC1')`, [
    businessId,
    connectionId,
  ])
  for (const lead of leads) await writeLead(admin, lead)
  // The counters as the nightly audit would have made them.
  for (const drifts of [`lead_day_drifts($1, '2000-01-01', '2100-01-01')`, 'lead_sum_drifts($1)'])
    await admin.query(`select repair_lead_counters($1, array(select d from ${drifts} d))`, [businessId])
}

test('leads of a database of 0017 get the response that their calls gave, and the counters agree', async () => {
  const [url, before, after] = [await emptyDatabase('of_0017'), await version(), await version()]
  await before.remove('migrations/0018_first_response_by_calls.sql')
  await before.prepare(url)
  const adminUrl = Object.assign(new URL(inject('databases').adminUrl), { pathname: new URL(url).pathname }).href
  await withClient(adminUrl, async (admin) => {
    await admin.query(`set app.business_id = '${businessId}'`)
    await writeRows(admin)
    const counted = async () =>
      (
        await admin.query<{ key: string; total: number }>(
          `select key, sum(total)::int as total from campaign_month_counts
            where business_id = $1 and campaign_id = $2 and facet = 'response' and total <> 0 group by 1 order by 1`,
          [businessId, campaignId],
        )
      ).rows.map(({ key, total }) => [key, total])
    // 100 and 900 seconds, and seven of the leads outside the trash without a response.
    expect(await counted()).toEqual(
      [
        ['900', 1],
        ['90', 1],
        ['none', 7],
      ].sort(),
    )
    await after.prepare(url)
    const { rows } = await admin.query<{ name: string; response: string | null }>(
      'select name, first_response_at as response from leads where business_id = $1 order by id',
      [businessId],
    )
    const secondsOf = (at: string | null) => (at === null ? null : (new Date(at).getTime() - CREATED) / 1_000)
    expect(rows.map(({ name, response }) => [name, secondsOf(response)])).toEqual(
      leads.map(({ name, wanted }) => [name, wanted]),
    )
    // 0 twice, 100, 210, 610 and 4,010 seconds; three have none.
    expect(await counted()).toEqual([
      ['0', 2],
      ['210', 1],
      ['3600', 1],
      ['600', 1],
      ['90', 1],
      ['none', 3],
    ])
    // Without sums of value: they came with 0026, which follows 0018 in every database but this one.
    const drifts = await admin.query(
      `select d.* from (select * from lead_day_drifts($1, '2000-01-01', '2100-01-01')
        union all select * from lead_sum_drifts($1)) d where total <> 0 or sales <> 0`,
      [businessId],
    )
    expect(drifts.rows).toEqual([])
  })
})
