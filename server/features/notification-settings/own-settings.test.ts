import { describe, expect, test } from 'vitest'
import { type Choice, notificationSettingRoutes } from '#contract/notifications/notification-settings.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { newId } from '../../platform/ids.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { clockIn, testNotifications } from '../../testing/test-notifications.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'

const smtp = await testSmtp()
let skipped = 0
const it = await testApp({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadline <leads@leadline.test>', DEMO: '1' },
  now: () => new Date(Date.now() + skipped),
})
const { send, newBusiness, deps } = it
const { listOf, received, sendLead, change, settingsOf, messages, sent, changes } = testNotifications(it)

const all: Choice = { app: true, popup: true, push: true, mail: false, sms: false, onlyMine: false }
const only = (changed: Partial<Choice>) => [{ event: 'receiving_a_lead', choice: { ...all, ...changed } }] as const
/** Gives a person a verified phone that no other person has. */
async function withPhone(userId: string) {
  const phone = aPhone()
  const proved = { phone, phone_verified_at: new Date().toISOString() }
  await deps.tenants.pool.updateTable('users').set(proved).where('id', '=', userId).execute()
  return phone
}

describe('a member’s own settings', () => {
  test('follow the business until changed; only Owners see events of the team', async () => {
    const business = await newBusiness()
    const [owner, reader] = [await business.member('Owner'), await business.member('Reader', [business.campaignId])]
    const { events, quiet, addresses } = await settingsOf(reader)
    expect(events).toEqual(
      [
        ...[
          'receiving_a_lead',
          'repeat_enquiry',
          'missed_call',
          'follow_up_due',
          'meeting_answered',
          'meeting_booked',
          'meeting_soon',
          'mention',
          'message_received',
        ],
        ...['lead_assigned', 'response_late', 'automation_notice'],
        ...['shifts_published', 'shift_swap_asked', 'shift_swap_approved', 'shift_swap_declined'],
        'shift_swap_undone',
      ].map((event) => ({ event, isOwn: false, choice: all })),
    )
    expect(quiet).toEqual({ kind: 'business' })
    expect(addresses.mail).toBe(reader.email)
    const ofOwner = (await settingsOf(owner)).events
    expect(ofOwner.slice(18)).toEqual([
      { event: 'invitation_accepted', isOwn: false, choice: all },
      { event: 'invitation_asked', isOwn: false, choice: { ...all, mail: true } },
      { event: 'join_asked', isOwn: false, choice: { ...all, mail: true } },
      { event: 'member_limited', isOwn: false, choice: all },
      { event: 'number_silent', isOwn: false, choice: all },
      { event: 'automation_failing', isOwn: false, choice: all },
      ...[
        'webhook_paused',
        'missed_digest',
        'number_quiet',
        'number_test_failed',
        'number_hole',
        'form_quiet',
        'campaign_quiet',
        'phone_unanswered',
        'telephony_cap',
        'telephony_credit',
      ].map((event) => ({
        ...{ event, isOwn: false, choice: { ...all, mail: true } },
      })),
    ])
  })

  test('a member who switched the app off gets no notification; other members do', async () => {
    const business = await newBusiness()
    const [off, on] = [await business.member('Owner'), await business.member('Owner')]
    const { events } = await change(off, { events: [...only({ app: false, popup: true })] })
    // A popup is possible only together with the notification panel.
    expect(events[0]).toEqual({
      event: 'receiving_a_lead',
      isOwn: true,
      choice: { ...all, app: false, popup: false, push: false },
    })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await received(on, 1)
    expect(await listOf(off)).toEqual([])
    await change(off, { events: [{ event: 'receiving_a_lead', choice: null }] })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    expect(await received(off, 1)).toHaveLength(1)
  })

  test('cover only their own leads if they choose so; and never leads that they may not read', async () => {
    const business = await newBusiness()
    const { campaignId } = business
    const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
    const stranger = await business.member('Writer', [await business.campaign()])
    await change(writer, { events: [...only({ onlyMine: true, mail: true })] })
    await change(stranger, { events: [...only({ mail: true })] })
    const key = await business.apiKey()
    await sendLead(key, { campaignId, name: 'Unassigned' })
    await sendLead(owner, { campaignId, name: 'Theirs', assignedTo: writer.userId })
    const [mine, ...others] = await received(writer, 1)
    expect([mine?.title, others]).toEqual(['New lead: Theirs', []])
    const [mail] = await waitFor(() => smtp.to(writer.email).length > 0 && smtp.to(writer.email))
    expect(mail?.subject).toMatch(/^New lead: Theirs · /)
    expect(smtp.to(writer.email)).toHaveLength(1)
    expect(await listOf(stranger)).toEqual([])
    expect(smtp.to(stranger.email)).toEqual([])
  })

  test('an Admin, who reads everything, can be notified of all leads', async () => {
    const business = await newBusiness()
    const [admin, untold] = [await business.member('Admin'), await business.member('Admin')]
    expect((await settingsOf(admin)).events[0]?.choice.app).toBe(false)
    await change(admin, { events: [...only({})] })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    await received(admin, 1)
    expect(await listOf(untold)).toEqual([])
  })

  test('without popups the notification is silent', async () => {
    const business = await newBusiness()
    const [silent, loud] = [await business.member('Owner'), await business.member('Owner')]
    await change(silent, { events: [...only({ popup: false, push: false })] })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    expect((await received(silent, 1))[0]?.isSilent).toBe(true)
    expect((await received(loud, 1))[0]?.isSilent).toBe(false)
  })

  test('mail and SMS reach a member who switched them on, even if no campaign lists them, once each', async () => {
    const business = await newBusiness()
    const { businessId, campaignId } = business
    const owner = await business.member('Owner')
    const phone = await withPhone(owner.userId)
    await change(owner, { events: [...only({ mail: true, sms: true })] })
    await sendLead(await business.apiKey(), { campaignId })
    const written = await sent(businessId, 2)
    expect(written.map(({ channel, recipient, language }) => [channel, recipient, language]).sort()).toEqual([
      ['mail', owner.email, 'en'],
      ['sms', phone, 'en'],
    ])
    // The author of a lead is not notified of it.
    await sendLead(owner, { campaignId })
    await sendLead(await business.apiKey(), { campaignId })
    expect(await sent(businessId, 4)).toHaveLength(4)
    // Switching on one channel sends nothing through the other.
    await change(owner, { events: [...only({ mail: false, sms: true })] })
    await sendLead(await business.apiKey(), { campaignId })
    const more = (await sent(businessId, 5)).slice(4)
    expect(more.map(({ channel, recipient }) => [channel, recipient])).toEqual([['sms', phone]])
  })

  test('a listed member who switched the channel off gets none; other listed addresses do', async () => {
    const business = await newBusiness()
    const { businessId } = business
    const reader = await business.member('Reader')
    const [phone, listed] = [await withPhone(reader.userId), `${newId()}@example.test`]
    const campaignId = await business.campaign({
      email_notifications: [reader.email, listed],
      sms_notifications: [phone],
    })
    expect((await settingsOf(reader)).events[0]?.choice).toMatchObject({ mail: true, sms: true })
    await change(reader, { events: [...only({ mail: false, sms: false })] })
    await sendLead(await business.apiKey(), { campaignId })
    const [one, ...others] = await sent(businessId, 1)
    expect([one?.recipient, others]).toEqual([listed, []])
    await change(reader, { events: [...only({ mail: false, sms: true })] })
    await sendLead(await business.apiKey(), { campaignId })
    const recipients = (await sent(businessId, 3)).map(({ recipient }) => recipient)
    expect(recipients.sort()).toEqual([phone, listed, listed])
  })
})

describe('quiet hours', () => {
  const now = { from: clockIn(-60), to: clockIn(90) }
  const later = { from: clockIn(60), to: clockIn(120) }

  test('the app shows it at once, silently; mail and SMS wait for the end', async () => {
    const business = await newBusiness()
    const { businessId, campaignId } = business
    const [quiet, awake] = [await business.member('Owner'), await business.member('Owner')]
    const phone = await withPhone(quiet.userId)
    await change(quiet, { quiet: { kind: 'own', hours: now }, events: [...only({ mail: true, sms: true })] })
    await change(awake, { quiet: { kind: 'own', hours: later }, events: [...only({ mail: true })] })
    await sendLead(await business.apiKey(), { campaignId })
    expect((await received(quiet, 1))[0]?.isSilent).toBe(true)
    expect((await received(awake, 1))[0]?.isSilent).toBe(false)
    await waitFor(() => smtp.to(awake.email).length > 0)
    expect(smtp.to(quiet.email)).toEqual([])
    const held = (await messages(businessId)).find(({ recipient }) => recipient === quiet.email)
    expect(held).toMatchObject({ state: 'queued' })
    const text = (await messages(businessId)).find(({ recipient }) => recipient === phone)
    expect(text).toMatchObject({ channel: 'sms', state: 'queued', dueAt: held?.dueAt })
    const minutes = (Date.parse(held?.dueAt ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(88)
    expect(minutes).toBeLessThanOrEqual(90)
    expect((await settingsOf(quiet)).deliveries.mail).toMatchObject({ state: 'held', at: held?.dueAt })
    skipped = 91 * 60_000
    await waitFor(() => smtp.to(quiet.email).length === 1)
    skipped = 0
    expect((await settingsOf(quiet)).deliveries.mail?.state).toBe('sent')
  })

  test('end with the first second of their last minute', async () => {
    const business = await newBusiness()
    const owner = await business.member('Owner')
    await change(owner, { quiet: { kind: 'own', hours: { from: clockIn(-60), to: clockIn(0) } } })
    await sendLead(await business.apiKey(), { campaignId: business.campaignId })
    expect((await received(owner, 1))[0]?.isSilent).toBe(false)
  })

  test('those of the business apply to members without their own, and to listed addresses', async () => {
    const business = await newBusiness()
    const { businessId } = business
    const listed = `${newId()}@example.test`
    const campaignId = await business.campaign({ email_notifications: [listed] })
    const [owner, never] = [await business.member('Owner'), await business.member('Owner')]
    await send(notificationSettingRoutes.changeBusiness, owner, { body: { quiet: now } })
    const { quiet } = await change(never, { quiet: { kind: 'none' } })
    expect(quiet).toEqual({ kind: 'none' })
    expect((await settingsOf(owner)).businessQuiet).toEqual(now)
    await sendLead(await business.apiKey(), { campaignId })
    expect((await received(owner, 1))[0]?.isSilent).toBe(true)
    expect((await received(never, 1))[0]?.isSilent).toBe(false)
    const [held] = await sent(businessId, 1)
    expect(Date.parse(held?.dueAt ?? '')).toBeGreaterThan(Date.now() + 60 * 60_000)
    await change(never, { quiet: { kind: 'business' } })
    expect((await settingsOf(never)).quiet).toEqual({ kind: 'business' })
  })

  test('mails of the team wait for the end, too', async () => {
    const business = await newBusiness()
    const [quiet, awake] = [await business.member('Owner'), await business.member('Owner')]
    await change(quiet, { quiet: { kind: 'own', hours: now } })
    const { body } = await send(waitingListRoutes.changeLink, quiet, { body: { isEnabled: true } })
    const key = body.link.url.split('/').at(-1) ?? ''
    await send(waitingListRoutes.ask, await it.person(), { params: { key }, body: {} })
    const mails = await sent(business.businessId, 2)
    const minutesFor = (email: string) =>
      (Date.parse(mails.find(({ recipient }) => recipient === email)?.dueAt ?? '') - Date.now()) / 60_000
    expect(minutesFor(quiet.email)).toBeGreaterThan(88)
    expect(minutesFor(awake.email)).toBeLessThanOrEqual(0)
  })

  test('begin and end must be times of day, and differ', async () => {
    const owner = await (await newBusiness()).member('Owner')
    for (const hours of [
      { from: '22:00', to: '22:00' },
      { from: '24:00', to: '07:00' },
      { from: 'x', to: '07:00' },
    ]) {
      const reply = await send(notificationSettingRoutes.changeOwn, owner, { body: { quiet: { kind: 'own', hours } } })
      expect(reply.status).toBe(422)
    }
  })
})

describe('a test', () => {
  test('is sent to oneself by the channel, and its delivery is shown', async () => {
    const business = await newBusiness()
    const reader = await business.member('Reader')
    const phone = await withPhone(reader.userId)
    expect((await settingsOf(reader)).deliveries).toEqual({ app: null, push: null, mail: null, sms: null })
    const ask = (channel: 'app' | 'popup' | 'mail' | 'sms') =>
      send(notificationSettingRoutes.test, reader, { body: { channel } })
    for (const channel of ['mail', 'sms', 'app'] as const) expect((await ask(channel)).status).toBe(200)
    const [mail] = await waitFor(() => smtp.to(reader.email).length > 0 && smtp.to(reader.email))
    expect(mail?.subject).toMatch(/^A test from /)
    const [silent] = await received(reader, 1)
    expect(silent).toMatchObject({ action: 'test', isSilent: true, title: 'Test notification: it works' })
    await ask('popup')
    expect((await received(reader, 2))[0]).toMatchObject({ action: 'test', isSilent: false })
    const sms = (await messages(business.businessId)).find(({ channel }) => channel === 'sms')
    expect(sms).toMatchObject({ recipient: phone, body: expect.stringMatching(/^Test: notifications of /) })
    const { deliveries } = await waitFor(async () => {
      const settings = await settingsOf(reader)
      return settings.deliveries.mail?.state === 'sent' && settings.deliveries.sms?.state === 'sent' && settings
    })
    expect(deliveries.app?.state).toBe('arrived')
  })

  test('three per channel in ten minutes; other channels are not affected', async () => {
    const reader = await (await newBusiness()).member('Reader')
    const ask = (channel: 'app' | 'mail') => send(notificationSettingRoutes.test, reader, { body: { channel } })
    for (const _ of [1, 2, 3]) expect((await ask('mail')).status).toBe(200)
    const refused = await ask('mail')
    expect([refused.status, Number(refused.headers['retry-after']) > 590]).toEqual([429, true])
    expect((await ask('app')).status).toBe(200)
  })

  test('shows why it failed', async () => {
    const reader = await (await newBusiness()).member('Reader')
    smtp.refuse(reader.email, 550)
    await send(notificationSettingRoutes.test, reader, { body: { channel: 'mail' } })
    const { deliveries } = await waitFor(async () => {
      const settings = await settingsOf(reader)
      return settings.deliveries.mail?.state === 'failed' && settings
    })
    expect(deliveries.mail?.reason).toBe('refused')
    // Refusals by the installation itself have reasons, too.
    for (const [refusal, reason] of [
      ['mail_limit_business', 'day_limit'],
      ['notices_limit', 'hour_limit'],
      ['phone_country_refused', 'country'],
      ['phone_kind_refused', 'phone_kind'],
    ]) {
      await deps.workerDb.updateTable('messages').set({ refusal }).where('recipient', '=', reader.email).execute()
      expect((await settingsOf(reader)).deliveries.mail?.reason).toBe(reason)
    }
  })
})

test('changes are logged with the values before and after; an unchanged save is not', async () => {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const choice = { ...all, mail: true }
  await change(owner, { events: [{ event: 'join_asked', choice }], quiet: { kind: 'none' } })
  await change(owner, { events: [{ event: 'join_asked', choice }], quiet: { kind: 'none' } })
  const [one, ...others] = await changes(business.businessId)
  expect(others).toEqual([])
  expect(one).toMatchObject({
    actor: { userId: owner.userId },
    // The personal data holds only the IP address.
    personal: { from: { ip: '127.0.0.1' } },
    payload: {
      userId: owner.userId,
      changes: { join_asked: [null, choice], quiet: [{ kind: 'business' }, { kind: 'none' }] },
    },
  })
})

test('settings of one business do not affect another', async () => {
  const [a, b] = [await newBusiness(), await newBusiness()]
  const owner = await a.member('Owner')
  await b.db
    .insertInto('memberships')
    .values({ business_id: b.businessId, user_id: owner.userId, role: 'Owner' })
    .execute()
  await change(owner, { events: [...only({ app: false })] })
  const there = { ...owner, 'x-business-id': b.businessId }
  expect((await settingsOf(there)).events[0]?.isOwn).toBe(false)
  expect((await settingsOf(owner)).events[0]?.isOwn).toBe(true)
})
