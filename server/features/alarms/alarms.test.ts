import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { writeAhead } from '../working-hours/open-periods.service.ts'
import { listOpenBusinesses } from './alarms.queries.ts'
import { raiseAlarms } from './alarms.service.ts'

// A new business is open from Sunday to Thursday from 8:00 to 18:00, and on Fridays from 8:30 to 13:00.
const at = (day: string, time: string) => Date.parse(`2026-11-${day}T${time}:00+02:00`)
let now = at('24', '12:00')
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)

/** Each hour from 8:00 to 17:00 on the weekdays from 1 to 23 November: 17 days of ten. */
const hourly = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '08',
  '09',
  '10',
  '11',
  '12',
  '15',
  '16',
  '17',
  '18',
  '19',
  '22',
  '23',
].flatMap((day) =>
  Array.from({ length: 10 }, (_, i) => new Date(at(day, `${String(8 + i).padStart(2, '0')}:00`)).toISOString()),
)

async function world() {
  now = at('24', '12:00')
  const business = await it.newBusiness()
  await writeAhead(it.deps.workerDb, business.businessId, { now: new Date(now), isMoved: false })
  const [calls, owner, admin] = [
    await testCalls(it, business),
    await business.member('Owner'),
    await business.member('Admin'),
  ]
  const raise = async (time: number) => {
    now = time
    await raiseAlarms(it.deps, business.businessId)
    it.deps.wakeRelay()
    await leads.relayed()
  }
  return { ...business, calls, owner, admin, raise }
}
type World = Awaited<ReturnType<typeof world>>

/** The alarms that were said to a member, oldest first. A session does not last for days. */
const alarmsOf = async (userId: string) => {
  const rows = await it.deps.workerDb
    .selectFrom('notifications')
    .select(['action', 'content'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ action, content }) => {
    const { personName, count, since } = content as { personName: string; count: number; since?: string }
    return [action, personName, count, ...(since ? [new Date(since).getTime()] : [])]
  })
}

/** Leads of a campaign with an enquiry each, by a form or not. */
async function arrive({ db, businessId, campaignId }: World, times: string[], formId: string | null) {
  const status = await db
    .selectFrom('lead_statuses')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  const own = { business_id: businessId, source: 'website' }
  const rows = times.map((time) => ({
    ...own,
    id: newId(),
    campaign_id: campaignId,
    status_id: status.id,
    name: 'Dana',
    phone: aPhone(),
    created_at: time,
  }))
  await db.insertInto('leads').values(rows).execute()
  await db
    .insertInto('lead_enquiries')
    .values(rows.map(({ id, created_at }) => ({ ...own, id: newId(), lead_id: id, at: created_at, form_id: formId })))
    .execute()
}

test('a number is quiet when seven calls that usually come in working time have not come; that is said once', async () => {
  const { calls, owner, admin, raise, businessId } = await world()
  for (const started_at of hourly) await calls.call({ started_at })
  // 169 calls in 210 working hours before the last, on Monday at 17:00: six are usual in 7.5 hours, seven in 9.
  await raise(at('24', '14:30'))
  expect(await alarmsOf(owner.userId)).toEqual([])
  for (const time of ['16:00', '17:00']) await raise(at('24', time))
  expect(await alarmsOf(owner.userId)).toEqual([
    ['number_quiet', expect.stringMatching(/^Radio \(\u20660[\d-]+\u2069\)$/), 7, at('23', '17:00')],
  ])
  expect(await alarmsOf(admin.userId)).toEqual([])
  const mails = await it.deps.workerDb
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body'])
    .where('business_id', '=', businessId)
    .execute()
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^No calls to Radio \(/)])
  expect(mails[0]?.body).toContain('about 7 usually come')
  // A call ends it, and the next silence is said again.
  await calls.call({ started_at: new Date(at('24', '17:10')).toISOString() })
  await raise(at('24', '17:20'))
  expect(await alarmsOf(owner.userId)).toHaveLength(1)
  await raise(at('25', '17:00'))
  expect(await alarmsOf(owner.userId)).toHaveLength(2)
})

test('test calls and numbers that are off say nothing, nor do hours in which it is closed', async () => {
  const { calls, owner, raise, businessId } = await world()
  const off = await calls.addNumber({ state: 'paused' })
  for (const started_at of hourly.slice(0, 60)) {
    await calls.call({ started_at, is_test: true })
    await calls.call({ started_at, number_id: off.id })
  }
  await raise(at('24', '16:00'))
  expect(await alarmsOf(owner.userId)).toEqual([])
  const isOpen = async (time: number) =>
    (await listOpenBusinesses(it.deps.workerDb, { now: new Date(time) })).some((one) => one.businessId === businessId)
  expect([await isOpen(at('24', '16:00')), await isOpen(at('24', '18:00')), await isOpen(at('28', '12:00'))]).toEqual([
    true,
    false,
    false,
  ])
})

test('nineteen arrivals in four weeks are too few to know what is usual', async () => {
  const { calls, owner, raise } = await world()
  for (const started_at of hourly.slice(0, 19)) await calls.call({ started_at })
  await raise(at('24', '16:00'))
  expect(await alarmsOf(owner.userId)).toEqual([])
})

test('a quiet form is named instead of its campaign; a campaign without one is named itself', async () => {
  const [one, other] = [await world(), await world()]
  const formId = newId()
  await one.db
    .insertInto('forms')
    .values({
      ...{ business_id: one.businessId, id: formId, campaign_id: one.campaignId, key: newId(), name: 'Landing page' },
      ...{ languages: ['en'], fields: '[]', texts: '{}', source: 'website' },
    })
    .execute()
  await arrive(one, hourly, formId)
  await arrive(other, hourly, null)
  for (const { raise } of [one, other]) await raise(at('24', '16:00'))
  expect(await alarmsOf(one.owner.userId)).toEqual([['form_quiet', 'Landing page', 7, at('23', '17:00')]])
  expect(await alarmsOf(other.owner.userId)).toEqual([['campaign_quiet', expect.any(String), 7, at('23', '17:00')]])
})

test('a phone that let ten calls of three days ring and answered none is named, until it answers', async () => {
  const { calls, owner, member, raise, db, businessId } = await world()
  const dana = await member('Writer')
  const ring = async (day: string, outcome: 'no-answer' | 'canceled' | 'completed') => {
    const started_at = new Date(at(day, '10:00')).toISOString()
    const call_id = await calls.call({ started_at, status: 'Not Answered' })
    await db
      .insertInto('call_attempts')
      .values({
        ...{
          business_id: businessId,
          call_id,
          step: 1,
          place: 0,
          kind: 'softphone',
          user_id: dana.userId,
          started_at,
          outcome,
        },
        ...(outcome === 'completed' && { answered_at: started_at }),
      })
      .execute()
  }
  // Calls that a colleague answered do not count.
  for (let i = 0; i < 20; i += 1) await ring('23', 'canceled')
  for (const day of ['19', '22', '23']) for (let i = 0; i < 3; i += 1) await ring(day, 'no-answer')
  await raise(at('24', '12:00'))
  expect(await alarmsOf(owner.userId)).toEqual([])
  await ring('24', 'no-answer')
  for (const time of ['13:00', '14:00']) await raise(at('24', time))
  expect(await alarmsOf(owner.userId)).toEqual([['phone_unanswered', expect.any(String), 10]])
  await ring('24', 'completed')
  await raise(at('24', '15:00'))
  expect(
    await it.deps.workerDb.selectFrom('alarms').selectAll().where('business_id', '=', businessId).execute(),
  ).toEqual([])
})
