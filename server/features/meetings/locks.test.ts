import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { testMeetings } from '../../testing/features/test-meetings.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { lockForWriting } from '../leads/change/lead-writer.service.ts'
import { endMeetings } from './meetings.jobs.ts'
import { lockMeeting } from './meetings.queries.ts'
import { sendDueNotices } from './notices.service.ts'

let clock = new Date('2026-11-29T08:00:00Z')
const it = await testApp({ now: () => clock })
const leads = testLeads(it)
const meetings = testMeetings(it)
/** Until a loop that was started waits for a lock. */
const WAIT_MS = 300

async function world() {
  clock = new Date('2026-11-29T08:00:00Z')
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId } = business
  const { _id: leadId } = await leads.add(owner, { campaignId, name: 'Dana Levi', phone: '+972541112233' })
  const made = { leadId, startsAt: '2026-11-29T09:00:00Z', channels: ['sms'] }
  const { meeting } = await meetings.made(owner, made)
  return { ...business, leadId, meetingId: meeting._id }
}
const lockNow = (tx: Db, table: 'meetings' | 'meeting_notices', column: 'id' | 'meeting_id', id: string) =>
  sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update nowait`.execute(tx)

// A transaction that changes a meeting holds the lead first, then the meeting, then its notices. A loop that waits for the first of
// these must hold none of the others.
test('the loop that ends meetings waits for the lead before it locks the meeting', async () => {
  const { businessId, db, leadId, meetingId } = await world()
  clock = new Date('2026-11-29T10:00:00Z')
  const ending = await db.transaction().execute(async (tx) => {
    await lockForWriting(tx, businessId, [leadId])
    const started = endMeetings(it.deps)
    await sleep(WAIT_MS)
    await lockNow(tx, 'meetings', 'id', meetingId)
    return { started }
  })
  expect(await ending.started).toBeGreaterThan(0)
})

test('the loop that sends notices waits for the meeting before it locks a notice', async () => {
  const { businessId, db, meetingId } = await world()
  const sending = await db.transaction().execute(async (tx) => {
    await lockMeeting(tx, businessId, meetingId)
    const started = sendDueNotices(it.deps)
    await sleep(WAIT_MS)
    await lockNow(tx, 'meeting_notices', 'meeting_id', meetingId)
    return { started }
  })
  expect(await sending.started).toBeGreaterThan(0)
  const rows = await db.selectFrom('meeting_notices').select('state').where('meeting_id', '=', meetingId).execute()
  expect(rows).toEqual([{ state: 'sent' }])
})
