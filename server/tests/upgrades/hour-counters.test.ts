import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { emptyDatabase, version } from '../../testing/database/versions.ts'

const [businessId, campaignId, statusId, connectionId] = [newId(), newId(), newId(), newId()]
const NIL = '00000000-0000-0000-0000-000000000000'

/** 22:30 UTC of a Saturday in summer is Sunday, 01:30; so is the hour after it, when the clock goes back. */
const calls = [
  { at: '2026-10-24T22:30:00Z', status: 'Answered', direction: 'inbound', wait: 5, talk: 60 },
  { at: '2026-10-24T23:30:00Z', status: 'Busy', direction: 'inbound', wait: 9, talk: 0 },
  { at: '2026-10-24T23:30:00Z', status: 'Answered', direction: 'outbound', wait: 9, talk: 9 },
  { at: '2026-10-31T22:00:00Z', status: 'Blacklisted', direction: 'inbound', wait: 0, talk: 0 },
]
const leads = ['2026-10-24T22:30:00Z', '2026-10-31T22:00:00Z']

async function writeRows(admin: pg.Client) {
  await admin.query(`insert into businesses (business_id, name) values ($1, 'Alon')`, [businessId])
  await admin.query(`insert into campaigns (business_id, id, name) values ($1, $2, 'Kitchens')`, [
    businessId,
    campaignId,
  ])
  await admin.query(
    `insert into lead_statuses (business_id, id, name_he, name_en, hue, type, position)
      values ($1, $2, 'Won', 'Won', 'green', 'Won', 0)`,
    [businessId, statusId],
  )
  await admin.query(`insert into connections (business_id, id, provider, account) values ($1, $2, 'local', 'AC')`, [
    businessId,
    connectionId,
  ])
  for (const { at, status, direction, wait, talk } of calls)
    await admin.query(
      `insert into calls (business_id, id, connection_id, provider_sid, campaign_id, caller, called, direction, state, status,
        started_at, ended_at, ring_s, talk_s)
        values ($1, $2, $3, $10, $4, '+972541234567', '+972724440000', $5, 'ended', $6, $7, $7, $8, $9)`,
      [businessId, newId(), connectionId, campaignId, direction, status, at, wait, talk, newId()],
    )
  for (const at of leads)
    await admin.query(
      `insert into leads (business_id, id, campaign_id, status_id, name, email, source, value, created_at)
        values ($1, $2, $3, $4, 'Dana', $6, 'meta', 70, $5)`,
      [businessId, newId(), campaignId, statusId, at, `${newId()}@example.test`],
    )
}

test('calls and leads of a database of 0056 are counted by hour of the week once, as the audit counts them', async () => {
  const [url, before, after] = [await emptyDatabase('of_0056'), await version(), await version()]
  for (const file of ['migrations/0059_dashboard_of_calls.sql', 'functions/search_calls.sql']) await before.remove(file)
  await before.prepare(url)
  const adminUrl = Object.assign(new URL(inject('databases').adminUrl), { pathname: new URL(url).pathname }).href
  await withClient(adminUrl, async (admin) => {
    await admin.query(`set app.business_id = '${businessId}'`)
    await writeRows(admin)
    await after.prepare(url)
    const rowsOf = async (statement: string) =>
      (await admin.query<{ row: unknown[] }>(statement, [businessId])).rows.map(({ row }) => row)
    const ofAll = `business_id = $1 and campaign_id = '${NIL}' and facet in ('hour', 'hourMissed')`
    expect(
      await rowsOf(`select jsonb_build_array(facet, key, total, wait, talk) as row from call_counts where ${ofAll}
        order by facet, key`),
    ).toEqual([
      ['hour', '0', 1, 0, 0],
      ['hour', '1', 2, 5, 60],
      ['hourMissed', '1', 1, 0, 0],
    ])
    expect(
      await rowsOf(`select jsonb_build_array(month, key, total, sales) as row from campaign_month_counts where ${ofAll}
        order by month, key`),
    ).toEqual([
      ['2026-10-01', '1', 1, 70],
      ['2026-11-01', '0', 1, 70],
    ])
    const { rows: drifts } = await admin.query(
      `select d.facet, d.level from call_day_drifts($1, '2000-01-01', '2100-01-01') d where facet in ('hour', 'hourMissed')
        union all select d.facet, d.level from call_sum_drifts($1) d
        union all select d.facet, d.level from lead_day_drifts($1, '2000-01-01', '2100-01-01') d where facet = 'hour'
        union all select d.facet, d.level from lead_sum_drifts($1) d`,
      [businessId],
    )
    expect(drifts).toEqual([])
  })
})
