import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { Routing } from '#contract/calls/routing.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import { leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { tokenOf } from '../server/testing/accounts/test-accounts.ts'
import { type Credentials, testApp } from '../server/testing/test-app.ts'
import { DEMO_PASSWORD } from './demo/people.ts'
import { seedDemoOnce } from './seed.ts'

const DATA_DIR = `.data-test/seed-${process.pid}`
let it: Awaited<ReturnType<typeof testApp>>
let seeded: { signIns: string[] } | undefined
beforeAll(async () => {
  it = await testApp({ env: { DATA_DIR } })
  seeded = await seedDemoOnce(it.deps)
})

afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))

/** Signs in as a demo person, in the first business. */
async function signIn(name: string, business = 0) {
  const reply = await it.send(authRoutes.login, undefined, {
    body: { email: `${name}@demo.test`, password: DEMO_PASSWORD },
  })
  const as = { authorization: `Bearer ${tokenOf(reply.body)}` }
  const { body } = await it.send(authRoutes.getCurrentUser, as, {})
  const ids = body.businesses.map(({ businessId }) => businessId)
  return { as: { ...as, 'x-business-id': ids[business] as string }, ...body }
}
const campaignsOf = async (as: Credentials) => (await it.send(campaignRoutes.list, as, { query: {} })).body.campaigns

test('it returns the sign-in addresses', () => {
  const people = ['owner', 'admin', 'lead', 'writer', 'reader', 'affiliate']
  expect(seeded?.signIns).toEqual(people.map((name) => `${name}@demo.test`))
})

test('all demo people sign in with one password; the Owner has two businesses, the others one', async () => {
  const roles = {
    owner: 'Owner',
    admin: 'Admin',
    lead: 'Lead',
    writer: 'Writer',
    reader: 'Reader',
    affiliate: 'Affiliate',
  }
  for (const [name, role] of Object.entries(roles)) {
    const { user, businesses } = await signIn(name)
    expect(user).toMatchObject({ status: 'Active', lastBusinessId: businesses[0]?.businessId })
    expect(businesses.map(({ business, role }) => [business.name, role])).toEqual(
      [
        ['אלון שיפוצים ובנייה', role],
        ['סטודיו לבן – עיצוב פנים', role],
      ].slice(0, name === 'owner' ? 2 : 1),
    )
  }
})

test('600 leads in 4 campaigns, with correct counters', async () => {
  const { as } = await signIn('owner')
  const campaigns = await campaignsOf(as)
  expect(campaigns.map(({ name }) => name).sort()).toEqual(
    ['Facebook Leads Q4', 'מטבחים – Google', 'פרויקט הפארק רמת גן', 'שיפוץ דירות – גוש דן'].sort(),
  )
  const trash = await it.send(leadRoutes.list, as, { query: { filters: JSON.stringify({ trash: true }), limit: 100 } })
  const counted = campaigns.reduce((sum, { leadsCount }) => sum + leadsCount, 0)
  expect([counted, trash.body.leads.length]).toEqual([600, 6])
  const { body } = await it.send(leadRoutes.list, as, { query: {} })
  expect(body.pagination).toMatchObject({ total: 600, totalIsExact: true })
  for (const { _id, leadsCount } of campaigns) {
    const query = { campaignId: _id, limit: 100 }
    const pages = Array.from({ length: Math.ceil(leadsCount / 100) }, (_, i) => i + 1)
    const lists = await Promise.all(pages.map((page) => it.send(leadRoutes.list, as, { query: { ...query, page } })))
    expect(lists.flatMap((list) => list.body.leads)).toHaveLength(leadsCount)
  }
})

test('sales are the leads won', async () => {
  const { as, businesses } = await signIn('owner')
  const db = it.deps.tenants.scope({ businessId: businesses[0]?.businessId })
  const rows = await db
    .selectFrom('leads as l')
    .innerJoin('lead_statuses as s', 's.id', 'l.status_id')
    .select(['l.campaign_id', 'l.value'])
    .where('s.type', '=', 'Won')
    .where('l.deleted_at', 'is', null)
    .execute()
  expect(rows.length).toBeGreaterThan(60)
  for (const { _id, totalSales } of await campaignsOf(as)) {
    const own = rows.filter(({ campaign_id }) => campaign_id === _id)
    expect(totalSales).toBe(own.reduce((sum, { value }) => sum + (value ?? 0), 0))
  }
})

test('it has leads of the last minutes, unread and unanswered ones, and fictitious phones', async () => {
  const { as, businesses } = await signIn('owner')
  const db = it.deps.tenants.scope({ businessId: businesses[0]?.businessId })
  const leads = await db
    .selectFrom('leads')
    .select(['phone', 'email', 'name', 'created_at', 'read_at', 'first_response_at'])
    .execute()
  expect(leads.every(({ phone }) => phone === null || /^\+97272444\d{4}$/.test(phone))).toBe(true)
  expect(leads.every(({ email }) => email === null || /@example\.(com|test)$/.test(email))).toBe(true)
  const phones = leads.flatMap(({ phone }) => phone ?? [])
  // One of them enquired in two campaigns.
  expect(new Set(phones).size).toBe(phones.length - 1)
  const ages = leads.map(({ created_at }) => (Date.now() - Date.parse(created_at)) / 86_400_000)
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeGreaterThan(360)
  expect(ages.filter((age) => age < 1).length).toBeGreaterThanOrEqual(10)
  expect(ages.filter((age) => age < 30).length).toBeGreaterThan(ages.filter((age) => age > 60 && age < 90).length)
  expect(leads.filter(({ name }) => name === '').length).toBeGreaterThan(2)
  expect(leads.filter(({ read_at }) => read_at === null).length).toBeGreaterThan(3)
  expect(leads.filter(({ first_response_at }) => first_response_at === null).length).toBeGreaterThan(5)
  const sooner = leads.filter(
    ({ created_at, first_response_at }) => first_response_at !== null && first_response_at <= created_at,
  )
  expect(sooner).toEqual([])
  const { body } = await it.send(leadRoutes.list, as, { query: { search: '444' } })
  expect(body.success).toBe(true)
})

test('the newest twenty leads have notifications, five of them unread; older ones have none', async () => {
  const { as } = await signIn('owner')
  await new Promise((done) => setTimeout(done, 1_500))
  const { body } = await it.send(notificationRoutes.count, as, {})
  expect(body.result.unread).toBe(5)
  expect(body.result.read + body.result.unread).toBeLessThanOrEqual(20)
  expect(body.result.read).toBeGreaterThan(10)
  const waiting = await it.deps.workerDb.selectFrom('messages').select('id').where('state', '=', 'queued').execute()
  expect(waiting).toEqual([])
})

test('the newest leads say who was notified of them and how, whose mail was lost, and why others were not', async () => {
  const { as } = await signIn('owner')
  const { body } = await it.send(leadRoutes.list, as, { query: { limit: 10 } })
  const notices = await Promise.all(
    body.leads.map(async ({ _id }) => {
      const reply = await it.send(leadWhyRoutes.get, as, { params: { id: _id }, query: {} })
      return reply.body.why.notices
    }),
  )
  expect(notices.every((of) => of.length > 0 && of.every(({ isExplained }) => isExplained))).toBe(true)
  const outcomes = notices.flat().flatMap(({ people }) => people.flatMap((one) => one.outcomes))
  const mails = outcomes.filter(({ channel, state }) => channel === 'mail' && state !== 'skipped')
  expect(mails.filter(({ state }) => state === 'failed')).toHaveLength(1)
  expect(mails.filter(({ state }) => state === 'arrived')).toHaveLength(9)
  // Of people whom the business does not send mail to, and of people without a device for notifications.
  const reasons = new Set(outcomes.map(({ channel, reason }) => reason && `${channel} ${reason}`))
  expect([...reasons]).toEqual(expect.arrayContaining(['mail audience', 'push no_device']))
})

test('the list of leads has a shared view as a tab, which every member may open', async () => {
  for (const person of ['owner', 'reader'] as const) {
    const { as } = await signIn(person)
    const { body } = await it.send(leadViewRoutes.list, as, {})
    expect(body.views).toMatchObject([{ name: 'בטיפול', isShared: true, isPinned: true, isOwn: person === 'owner' }])
  }
})

test('its campaigns have clicked links, and its business has details', async () => {
  const { as } = await signIn('owner')
  for (const { links } of await campaignsOf(as)) {
    expect(links.length).toBeGreaterThan(0)
    for (const { clicks, target, utm } of links) {
      expect(clicks).toBeGreaterThan(0)
      expect(target).toBe(
        `https://alon-reno.example/${new URL(target).pathname.slice(1)}?utm_source=${utm.source}&utm_medium=${utm.medium}&utm_campaign=${utm.campaign}`,
      )
    }
  }
  const { body } = await it.send(businessRoutes.get, as, {})
  expect(body.business).toMatchObject({ businessType: 'company', companyNumber: '514599141', country: 'IL' })
})

test('1,500 calls of all eight statuses at plausible times, with correct counters', async () => {
  const { as, businesses } = await signIn('owner')
  const db = it.deps.tenants.scope({ businessId: businesses[0]?.businessId })
  const calls = await db
    .selectFrom('calls')
    .select(['status', 'started_at', 'ended_at', 'caller', 'lead_id', 'is_first_time'])
    .execute()
  expect([calls.length, new Set(calls.map(({ status }) => status)).size]).toEqual([1_500, 8])
  const { body } = await it.send(dashboardRoutes.get, as, { query: { preset: 'allTime' } })
  expect(body.dashboard.calls?.total.total).toBe(1_500)
  for (const { status, total } of body.dashboard.calls?.statuses ?? [])
    expect([status, total]).toEqual([status, calls.filter((call) => call.status === status).length])
  expect(body.dashboard.calls?.answeredShare.value).toBeGreaterThan(0.55)
  expect(body.dashboard.calls?.people.length).toBeGreaterThanOrEqual(4)
  const weekday = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Jerusalem', weekday: 'short' })
  const on = (day: string) => calls.filter(({ started_at }) => weekday.format(new Date(started_at)) === day).length
  expect(on('Sat')).toBe(0)
  expect(on('Fri')).toBeLessThan(on('Wed'))
  expect(calls.every(({ ended_at }) => Date.parse(ended_at ?? '') < Date.now())).toBe(true)
  const callers = calls.filter(({ is_first_time }) => is_first_time).map(({ caller }) => caller)
  expect(new Set(callers).size).toBe(callers.length)
  expect(calls.filter(({ lead_id }) => lead_id === null).length).toBeLessThan(200)
})

test('leads of calls come from calls, not from the website’s key, and each refused call is counted in the blacklist', async () => {
  const db = it.deps.workerDb
  const ofCalls = await db
    .selectFrom('leads as l')
    .innerJoin('events as e', (join) => join.onRef('e.lead_id', '=', 'l.id').on('e.name', '=', 'lead.created'))
    .select(['l.id', 'e.actor'])
    .where('l.source', '=', 'call')
    .execute()
  expect(ofCalls.length).toBeGreaterThan(50)
  expect(ofCalls.map(({ actor }) => actor)).toEqual(ofCalls.map(() => ({ system: true })))
  const called = await db.selectFrom('calls').select(['lead_id', 'caller', 'status', 'started_at']).execute()
  const callers = new Set(called.map(({ lead_id }) => lead_id))
  expect(ofCalls.filter(({ id }) => !callers.has(id))).toEqual([])
  const refused = called.filter(({ status }) => status === 'Blacklisted')
  const entries = await db.selectFrom('blacklist').select(['phone', 'blocked', 'created_at']).execute()
  expect(entries.map(({ phone, blocked }) => [phone, blocked])).toEqual(
    entries.map(({ phone }) => [phone, refused.filter(({ caller }) => caller === phone).length]),
  )
  const sum = entries.reduce((total, { blocked }) => total + blocked, 0)
  expect(sum).toBe(refused.length)
  expect(sum).toBeGreaterThan(0)
  const isEarlier = entries.every(({ phone, created_at }) =>
    refused.every(({ caller, started_at }) => caller !== phone || Date.parse(created_at) < Date.parse(started_at)),
  )
  expect(isEarlier).toBe(true)
})

test('each campaign has a number, and a dozen calls have recordings', async () => {
  const { businesses } = await signIn('owner')
  const db = it.deps.tenants.scope({ businessId: businesses[0]?.businessId })
  const numbers = await db.selectFrom('virtual_numbers').select(['phone', 'campaign_id', 'routing']).execute()
  expect(new Set(numbers.map(({ campaign_id }) => campaign_id)).size).toBe(4)
  for (const { phone, routing } of numbers) {
    expect(phone).toMatch(/^\+97272444\d{4}$/)
    expect(Routing.parse(routing).ring.targets.length).toBeGreaterThan(1)
  }
  const recordings = await db.selectFrom('recordings').selectAll().execute()
  expect(recordings).toHaveLength(12)
  for (const { file, bytes, seconds, sha256 } of recordings) {
    const sound = await readFile(`${DATA_DIR}/files/${file}`)
    expect([sound.length, createHash('sha256').update(sound).digest()]).toEqual([bytes, sha256])
    // 8 kHz, two sides of 16 bits.
    expect(sound.length).toBe(44 + (seconds ?? 0) * 32_000)
    expect([sound.toString('latin1', 0, 4), sound.readUInt16LE(22), sound.readUInt32LE(24)]).toEqual(['RIFF', 2, 8_000])
    const loudest = [0, 2].map((side) => {
      let most = 0
      for (let at = 44 + side; at < sound.length; at += 4) most = Math.max(most, Math.abs(sound.readInt16LE(at)))
      return most
    })
    expect(Math.min(...loudest)).toBeGreaterThan(5_000)
    expect(Math.max(...loudest)).toBeLessThan(32_000)
  }
})

test('each member sees their campaigns', async () => {
  const namesOf = async (name: string) =>
    (await campaignsOf((await signIn(name)).as)).map((campaign) => campaign.name).sort()
  expect(await namesOf('affiliate')).toEqual(['Facebook Leads Q4'])
  expect(await namesOf('reader')).toEqual(['Facebook Leads Q4', 'מטבחים – Google'])
  expect(await namesOf('writer')).toEqual(['פרויקט הפארק רמת גן', 'שיפוץ דירות – גוש דן'])
  expect(await namesOf('admin')).toHaveLength(4)
})

test('the key file is readable by this user only, and the key accepts leads', async () => {
  const file = `${DATA_DIR}/demo-key`
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const key = (await readFile(file, 'utf8')).trim()
  const { as } = await signIn('owner')
  const [campaign] = await campaignsOf(as)
  const reply = await it.send(
    leadRoutes.create,
    { authorization: `Bearer ${key}` },
    {
      body: { name: 'Gal Azoulay', phone: '072-444-0099', campaignId: campaign?._id },
    },
  )
  expect(reply.status).toBe(201)
})

test('a second run changes nothing, and a database with real people is not touched', async () => {
  expect(await seedDemoOnce(it.deps)).toEqual(seeded)
  const { user } = await signIn('owner')
  expect(user.name).toBe('שירה בן־דוד')
  await it.deps.tenants.pool.updateTable('users').set({ is_demo: false }).execute()
  expect(await seedDemoOnce(it.deps)).toBeUndefined()
})

test('the first business has hours of its own, valid as a form would send them, with a special day ahead', async () => {
  const { as } = await signIn('reader')
  const { hours, version } = (await it.send(workingHoursRoutes.get, as, {})).body
  expect(version).toBe(1)
  expect(WorkingHours.parse(hours)).toEqual(hours)
  const [special] = hours.specialDays
  expect(special?.name).toBe('יום גיבוש')
  const { state } = (await it.send(workingHoursRoutes.at, as, { query: { at: `${special?.day}T10:00:00Z` } })).body
  expect(state).toMatchObject({ isOpen: false, reason: { kind: 'special_day', name: 'יום גיבוש' } })
})

test('this week and the next have meetings; two that are over ask what became of them, and leads have their status', async () => {
  const { as, user } = await signIn('owner')
  const [from, to] = [-14, 14].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()) as [string, string]
  const { meetings } = (await it.send(meetingRoutes.list, as, { query: { from, to } })).body
  expect(meetings.length).toBeGreaterThanOrEqual(15)
  const asked = meetings.filter(
    ({ outcome, status, endsAt }) => !outcome && status !== 'Meeting Canceled' && Date.parse(endsAt) < Date.now(),
  )
  expect(asked.map(({ participants }) => participants[0]?._id)).toEqual([user._id, user._id])
  for (const { leadId, status } of meetings.slice(0, 5)) {
    const { lead } = (await it.send(leadRoutes.get, as, { params: { id: leadId } })).body
    expect(lead.meetingStatus).toBe(status)
  }
})
