import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { emptyDatabase, version } from '../../testing/database/versions.ts'

const [businessId, campaignId, connectionId, statusId, leadId] = [newId(), newId(), newId(), newId(), newId()]
const CALLED = Date.parse('2026-03-01T10:00:00Z')
const moment = (minutes: number) => new Date(CALLED + minutes * 60_000).toISOString()
const [DANA, NOAM, OTHER] = ['+972541230001', '+972541230002', '+972541230003']

type Values = {
  caller?: string
  called?: string
  direction?: string
  lead?: boolean
  status: string
  returned?: number
}
async function writeCall(
  admin: pg.Client,
  starts: number,
  { caller, called, direction, lead, status, returned }: Values,
) {
  const id = newId()
  const isAnswered = status === 'Answered'
  await admin.query(
    `insert into calls (business_id, id, connection_id, provider_sid, campaign_id, lead_id, caller, called, direction, status,
      state, started_at, answered_at, ended_at, returned_at)
      values ($1, $2::uuid, $3, $2::uuid::text, $4, $5, $6, $7, $8, $9, 'ended', $10, $11, $10, $12)`,
    [
      ...[businessId, id, connectionId, campaignId, lead ? leadId : null, caller ?? null, called ?? '+97231234567'],
      ...[direction ?? 'inbound', status, moment(starts), isAnswered ? moment(starts + 1) : null],
      returned === undefined ? null : moment(returned),
    ],
  )
  return id
}

test('missed calls of before get the moment at which their callers were reached, as their calls and marks say', async () => {
  const [url, before, after] = [await emptyDatabase('before_returned'), await version(), await version()]
  await before.remove('migrations/0072_returned_calls.sql')
  await before.prepare(url)
  const adminUrl = Object.assign(new URL(inject('databases').adminUrl), { pathname: new URL(url).pathname }).href
  await withClient(adminUrl, async (admin) => {
    await admin.query(`set app.business_id = '${businessId}'`)
    await admin.query(`insert into businesses (business_id, name) values ($1, 'Alon')`, [businessId])
    await admin.query(`insert into campaigns (business_id, id, name) values ($1, $2, 'Kitchens')`, [
      businessId,
      campaignId,
    ])
    await admin.query(
      `insert into lead_statuses (business_id, id, name_he, name_en, hue, type, position)
        values ($1, $2, 'חדש', 'New', 'blue', 'Open', 1)`,
      [businessId, statusId],
    )
    await admin.query(`insert into connections (business_id, id, provider, account) values ($1, $2, 'local', 'AC1')`, [
      businessId,
      connectionId,
    ])
    await admin.query(
      `insert into leads (business_id, id, campaign_id, status_id, name, phone, source) values ($1, $2, $3, $4, 'Noam', $5, 'call')`,
      [businessId, leadId, campaignId, statusId, NOAM],
    )
    const missed = { status: 'Not Answered' }
    const wanted: [string, number | null][] = [
      [await writeCall(admin, 0, { ...missed, caller: DANA }), 31],
      [await writeCall(admin, 10, { status: 'Busy', caller: DANA }), 31],
      [await writeCall(admin, 40, { ...missed, caller: DANA }), null],
      // Reached on another phone of the lead; marked before.
      [await writeCall(admin, 0, { ...missed, caller: NOAM, lead: true }), 21],
      [await writeCall(admin, 5, { ...missed, caller: NOAM, lead: true, returned: 8 }), 8],
      [await writeCall(admin, 0, { status: 'Answered', caller: OTHER }), null],
      [await writeCall(admin, 0, missed), null],
    ]
    await writeCall(admin, 30, { status: 'Answered', called: DANA, direction: 'outbound' })
    await writeCall(admin, 20, { status: 'Answered', called: '+972541230009', direction: 'outbound', lead: true })
    await after.prepare(url)
    const { rows } = await admin.query<{ id: string; at: string | null; minutes: number | null }>(
      'select id, reached_at as at, reached_minutes as minutes from calls where business_id = $1',
      [businessId],
    )
    const found = new Map(rows.map(({ id, at }) => [id, at && (new Date(at).getTime() - CALLED) / 60_000]))
    expect(wanted.map(([id]) => [id, found.get(id)])).toEqual(wanted)
    expect(rows.every(({ minutes }) => minutes === null)).toBe(true)
  })
})
