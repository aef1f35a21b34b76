import { expect, test } from 'vitest'
import { integrationRoutes } from '#contract/integrations/integrations.ts'
import { startLocalGoogle } from '../../providers/google/local/local-google.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { CALENDAR_RETURN, testCalendars } from '../../testing/features/test-calendars.ts'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { withoutLoops } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestPerson } from '../../testing/test-business.ts'

const PUBLIC_URL = 'http://localhost:3000'
const google = await startLocalGoogle({
  redirectUris: [`${PUBLIC_URL}${CALENDAR_RETURN}`],
  now: () => new Date(),
  timeZone: 'Asia/Jerusalem',
})
atFileEnd(google.close)
const it = await testApp({
  env: {
    ...withoutLoops,
    ...{ PUBLIC_URL, DEMO: '0', GOOGLE_CALENDAR: '1', GOOGLE_CALENDAR_API: google.account.apiUrl },
    GOOGLE_ISSUER: google.account.issuer,
    GOOGLE_CLIENT_ID: google.account.clientId,
    GOOGLE_CLIENT_SECRET: google.account.clientSecret,
  },
})
const calendars = testCalendars(it, google)
const list = async (as: TestPerson) => (await it.send(integrationRoutes.list, as, {})).body.integrations
const of = async (as: TestPerson, key: string) => (await list(as)).find((one) => one.key === key)

test('a new business sees what can be connected, with Google Calendar first', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const found = await list(owner)
  expect(found.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'google_calendar none',
    'telephony none',
    'sms none',
    'whatsapp none',
    'mail none',
    'lead_sources none',
    'google_sign_in none',
    'webhooks none',
    'api_keys none',
  ])
})

test('a calendar is connected with account and times; a lost one stands first and says so, a colleague’s by name', async () => {
  const business = await it.newBusiness()
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [business.campaignId])]
  await calendars.connect(owner, { email: 'cards@google.test' })
  const connected = await of(owner, 'google_calendar')
  expect(connected).toMatchObject({ state: 'connected', account: 'cards@google.test', count: 1, problem: null })
  expect(connected?.since).not.toBeNull()
  await calendars.connect(writer, { email: 'theirs@google.test' })
  google.revokeAll('theirs@google.test')
  await it.deps.workerDb
    .updateTable('calendar_connections')
    .set({ access_token: null })
    .where('user_id', '=', writer.userId)
    .execute()
  await calendars.sync(writer)
  expect((await list(owner))[0]).toMatchObject({
    ...{ key: 'google_calendar', state: 'attention', count: 2 },
    problem: { code: 'calendars_of_team', names: [writer.name] },
  })
  // People of another business are not its matter.
  const stranger = await (await it.newBusiness()).member('Owner')
  expect(await of(stranger, 'google_calendar')).toMatchObject({ state: 'none', count: null })
})

test('a source of leads with a request that could not be read needs attention, by its name', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { make, postJson, settle } = testLeadSources(it)
  const source = await make(owner, business.campaignId)
  expect(await of(owner, 'lead_sources')).toMatchObject({ state: 'connected', count: 1, lastSuccessAt: null })
  await postJson(source, { name: 'Lost', phone: '12' })
  await settle()
  expect((await list(owner))[0]).toMatchObject({
    ...{ key: 'lead_sources', state: 'attention' },
    problem: { code: 'requests_unread', names: [source.name] },
  })
})

test('API keys that are in force count, and others than Owners do not see the page', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  await business.apiKey()
  expect(await of(owner, 'api_keys')).toMatchObject({ state: 'connected', count: 1 })
  const admin = await business.member('Admin')
  expect((await it.send(integrationRoutes.list, admin, {})).status).toBe(403)
})
