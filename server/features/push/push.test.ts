import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Choice } from '#contract/notifications/notification-settings.ts'
import { notificationSettingRoutes } from '#contract/notifications/notification-settings.ts'
import { pushRoutes } from '#contract/notifications/push.ts'
import { profileRoutes } from '#contract/profile.ts'
import { subscribed, testPushService } from '../../testing/accounts/test-push.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { clockIn, testNotifications } from '../../testing/test-notifications.ts'
import { waitFor } from '../../testing/wait-for.ts'

const service = await testPushService()
const it = await testApp({ push: service.push })
const { send, newBusiness } = it
const { sendLead, change, settingsOf, received } = testNotifications(it)

const devicesOf = async (as: TestMember) => (await send(pushRoutes.list, as, {})).body.devices
const choice = (changes: Partial<Choice>) => ({
  events: [
    {
      event: 'receiving_a_lead' as const,
      choice: { app: true, popup: true, push: true, mail: false, sms: false, onlyMine: false, ...changes },
    },
  ],
})
const pushesOf = (businessId: string) =>
  it.deps.workerDb
    .selectFrom('messages')
    .select(['id', 'state', 'attempts', 'body', 'subject', 'error', 'due_at as dueAt'])
    .where('business_id', '=', businessId)
    .where('channel', '=', 'push')
    .orderBy('id')
    .execute()
const pushed = (businessId: string, state: string) =>
  waitFor(async () => {
    const all = await pushesOf(businessId)
    return all.some((one) => one.state === state) && all
  })
const another = (member: TestMember) => it.signIn(member.userId).then((session) => ({ ...member, ...session }))

describe('a notification', () => {
  test('is shown by each device, encrypted for it, without the names and contacts of people', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const [desk, phone] = [await subscribed(it, service, owner), await subscribed(it, service, await another(owner))]
    const lead = await sendLead(await business.apiKey(), { campaignId: business.campaignId, name: 'Dana Levi' })
    await waitFor(() => desk.shown.length + phone.shown.length === 2)
    expect(desk.shown).toEqual(phone.shown)
    expect(desk.shown[0]).toMatchObject({
      title: 'New lead',
      language: 'en',
      path: `/b/${business.businessId}/c/${business.campaignId}/leads/${lead._id}`,
    })
    expect(`${desk.shown[0]?.title} ${desk.shown[0]?.body}`).not.toMatch(/Dana|972|072/)
    expect(desk.headers[0]).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(desk.headers[0]?.topic).toMatch(/^[\w-]{32}$/)
    expect(service.errors).toEqual([])
    await waitFor(async () => (await pushesOf(business.businessId)).every(({ state }) => state === 'sent'))
    for (const stored of await pushesOf(business.businessId))
      expect(stored).toMatchObject({ body: null, subject: null })
    expect((await settingsOf(owner)).deliveries.push).toMatchObject({ state: 'sent' })
  })

  test('is not pushed to a person who switched it off, nor to one who is not notified', async () => {
    const business = await newBusiness()
    const [off, on] = [await business.member('Owner'), await business.member('Owner')]
    const other = await business.member('Reader')
    const [offs, ons] = [await subscribed(it, service, off), await subscribed(it, service, on)]
    const others = await subscribed(it, service, other)
    await change(off, choice({ push: false }))
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await waitFor(() => ons.shown.length)
    expect([(await received(off, 1)).length, offs.shown.length, others.shown.length]).toEqual([1, 0, 0])
    // Without the notification in the app there is nothing to show.
    expect((await change(off, choice({ app: false }))).events[0]?.choice).toMatchObject({ app: false, push: false })
  })

  test('waits for the end of quiet hours', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const device = await subscribed(it, service, owner)
    await change(owner, { quiet: { kind: 'own', hours: { from: clockIn(-60), to: clockIn(90) } } })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    const [held] = await pushed(business.businessId, 'queued')
    const minutes = (Date.parse(held?.dueAt ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(88)
    expect(minutes).toBeLessThanOrEqual(90)
    expect((await settingsOf(owner)).deliveries.push).toMatchObject({ state: 'held' })
    // A test is sent all the same.
    expect((await send(notificationSettingRoutes.test, owner, { body: { channel: 'push' } })).status).toBe(200)
    await waitFor(() => device.shown.length)
    expect(device.shown[0]).toMatchObject({ title: 'Test: notifications reach this device' })
  })

  test('is not pushed to a session that lacks the second factor that the business requires', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const strong = await another(owner)
    const [weak, passed] = [await subscribed(it, service, owner), await subscribed(it, service, strong)]
    await it.deps.tenants.pool
      .updateTable('sessions')
      .set({ second_factor: 'code' })
      .where('id', '=', strong.sessionId)
      .execute()
    await business.db.updateTable('businesses').set({ requires_two_factor: true }).execute()
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await waitFor(() => passed.shown.length)
    expect(weak.shown).toEqual([])
  })
})

describe('a device', () => {
  test('is added once, listed with its browser, and removed', async () => {
    const owner = await (await newBusiness()).member('Owner')
    const { subscription } = service.browser()
    const agent = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    }
    for (let times = 0; times < 2; times += 1)
      expect((await send(pushRoutes.add, owner, { body: subscription }, agent)).status).toBe(200)
    const [device, ...others] = await devicesOf(owner)
    expect(others).toEqual([])
    expect(device).toMatchObject({ device: { browser: 'Chrome', system: 'Android' }, isCurrent: true })
    expect((await devicesOf(await another(owner)))[0]).toMatchObject({ isCurrent: false })
    const remove = () => send(pushRoutes.remove, owner, { params: { id: device?._id ?? '' } })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect(await devicesOf(owner)).toEqual([])
    expect((await send(notificationSettingRoutes.test, owner, { body: { channel: 'push' } })).status).toBe(409)
  })

  test('is refused with an address that is no push service, or keys that cannot be used', async () => {
    const owner = await (await newBusiness()).member('Owner')
    const { endpoint, keys } = service.browser().subscription
    const notPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const body of [
      ...['http://push.example.com/1', 'https://u:p@push.example.com/1', 'https://push.example.com:8443/1', 'x'].map(
        (address) => ({ endpoint: address, keys }),
      ),
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: notPoint } },
    ])
      expect((await send(pushRoutes.add, owner, { body })).status, JSON.stringify(body)).toBe(422)
    expect(await devicesOf(owner)).toEqual([])
  })

  test('belongs to the person who signed in last in its browser', async () => {
    const business = await newBusiness()
    const [first, second] = [await business.member('Owner'), await business.member('Owner')]
    const browser = await subscribed(it, service, first)
    expect((await send(pushRoutes.add, second, { body: browser.subscription })).status).toBe(200)
    expect([(await devicesOf(first)).length, (await devicesOf(second)).length]).toEqual([0, 1])
    await change(second, choice({ push: false }))
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await received(first, 1)
    expect(await pushesOf(business.businessId)).toEqual([])
  })

  test('ends with its session: by sign-out, or from another device', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const [lost, left] = [await another(owner), await another(owner)]
    const browsers = await Promise.all([lost, left, owner].map((one) => subscribed(it, service, one)))
    expect((await send(profileRoutes.revokeSession, owner, { params: { id: lost.sessionId } })).status).toBe(200)
    expect((await send(authRoutes.logout, left, {})).status).toBe(200)
    expect(await devicesOf(owner)).toHaveLength(1)
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await waitFor(() => browsers[2]?.shown.length)
    expect(browsers.map(({ shown }) => shown.length)).toEqual([0, 0, 1])
  })

  test('gets nothing that was still queued when its session ended', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const lost = await another(owner)
    const browser = await subscribed(it, service, lost)
    service.refusals.push({ status: 503 })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    const [queued] = await waitFor(async () => {
      const all = await pushesOf(business.businessId)
      return all[0]?.attempts === 1 && all[0].error && all
    })
    await send(profileRoutes.revokeSession, owner, { params: { id: lost.sessionId } })
    await it.deps.workerDb
      .updateTable('messages')
      .set({ due_at: new Date().toISOString() })
      .where('id', '=', queued?.id ?? '')
      .execute()
    const [failed] = await pushed(business.businessId, 'failed')
    expect([failed?.body, browser.shown]).toEqual([null, []])
  })
})

describe('the push service', () => {
  test('that no longer knows a device removes it', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const browser = await subscribed(it, service, owner)
    browser.leave()
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await pushed(business.businessId, 'failed')
    expect(await devicesOf(owner)).toEqual([])
  })

  test('that is busy is tried again, not before it allows', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    const browser = await subscribed(it, service, owner)
    service.refusals.push({ status: 429, headers: { 'retry-after': '600' } })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    const [waiting] = await waitFor(async () => {
      const all = await pushesOf(business.businessId)
      return all[0]?.error && all
    })
    const seconds = (Date.parse(waiting?.dueAt ?? '') - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
    await it.deps.workerDb
      .updateTable('messages')
      .set({ due_at: new Date().toISOString() })
      .where('id', '=', waiting?.id ?? '')
      .execute()
    await waitFor(() => browser.shown.length)
    expect((await pushed(business.businessId, 'sent'))[0]).toMatchObject({ attempts: 2 })
    expect(browser.shown).toHaveLength(1)
  })
})
