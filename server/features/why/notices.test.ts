import { describe, expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import { type Choice, notificationSettingRoutes } from '#contract/notifications/notification-settings.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { newId } from '../../platform/ids.ts'
import { subscribed, testPushService } from '../../testing/accounts/test-push.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'
import { clockIn, testNotifications } from '../../testing/test-notifications.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { testOwnLeads } from '../../testing/test-own-leads.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deleteOldRows } from '../housekeeping/housekeeping.queries.ts'
import { retained } from '../index.ts'

type As = Partial<Credentials>

const smtp = await testSmtp()
const service = await testPushService()
const it = await testApp({
  push: service.push,
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadline <leads@leadline.test>', DEMO: '1' },
  exchange: () => testExchange,
})
const leads = testLeads(it)
const { change, received } = testNotifications(it)
const { world: ownLeads } = testOwnLeads(it)

const all: Choice = { app: true, popup: true, push: true, mail: false, sms: false, onlyMine: false }
const choose = (as: TestMember, choice: Partial<Choice>) =>
  change(as, { events: [{ event: 'receiving_a_lead', choice: { ...all, ...choice } }] })

/** The newest notice of a lead, once it is stored who was not notified. */
const noticeOf = (as: As, id: string, action = 'receiving_a_lead') =>
  waitFor(async () => {
    const { status, body } = await it.send(leadWhyRoutes.get, as, { params: { id }, query: {} })
    expect(status, JSON.stringify(body)).toBe(200)
    const notice = body.why.notices.find((one) => one.action === action)
    return notice?.isExplained && notice
  })
type Notice = Awaited<ReturnType<typeof noticeOf>>
/** State and reason by channel of a member or an address. */
const outcomeOf = ({ people }: Notice, who: string) =>
  Object.fromEntries(
    people
      .filter(({ user, address }) => user?._id === who || address === who)
      .flatMap(({ outcomes }) => outcomes.map(({ channel, state, reason }) => [channel, reason ?? state])),
  )

/** A business with an Owner, a Writer, an API key and an Admin. */
async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const [owner, writer, admin] = [await member('Owner'), await member('Writer', [campaignId]), await member('Admin')]
  const key = await business.apiKey()
  /** Sends a lead and waits for its notice. */
  const notice = async (values: object = {}, as: As = key) =>
    noticeOf(owner, (await leads.add(as, { campaignId, ...values }))._id)
  return { ...business, owner, writer, admin, key, notice }
}
const sendsMail = (owner: TestMember, mail: ('owners' | 'people' | 'listed')[]) =>
  it.send(notificationSettingRoutes.changeBusiness, owner, {
    body: { events: [{ event: 'receiving_a_lead', app: ['owners', 'people'], mail, sms: mail }] },
  })

describe('who was notified of a lead', () => {
  test('arrives in the app; only members who may read the lead are named', async () => {
    const { owner, writer, admin, member, campaign, notice } = await world()
    const elsewhere = await member('Writer', [await campaign()])
    const seen = await notice()
    expect(outcomeOf(seen, owner.userId)).toMatchObject({ app: 'arrived', push: 'no_device', mail: 'audience' })
    expect(outcomeOf(seen, writer.userId)).toMatchObject({ app: 'arrived', sms: 'audience' })
    expect(outcomeOf(seen, admin.userId)).toMatchObject({ app: 'audience', mail: 'audience' })
    expect(outcomeOf(seen, elsewhere.userId)).toEqual({})
  })

  test('a notification that was read, removed or shown without a popup', async () => {
    const { owner, writer, campaignId, key } = await world()
    await choose(writer, { popup: false })
    const lead = await leads.add(key, { campaignId })
    expect(outcomeOf(await noticeOf(owner, lead._id), writer.userId).app).toBe('silent')
    const [shown] = await received(owner, 1)
    await it.send(notificationRoutes.read, owner, { body: { id: shown?.id ?? '', status: true } })
    expect(outcomeOf(await noticeOf(owner, lead._id), owner.userId).app).toBe('seen')
    await it.send(notificationRoutes.remove, owner, { body: { id: shown?.id ?? '' } })
    expect(outcomeOf(await noticeOf(owner, lead._id), owner.userId).app).toBe('removed')
  })

  test('mail that was sent, and one that waits for the end of quiet hours', async () => {
    const { owner, writer, campaignId, key } = await world()
    await sendsMail(owner, ['owners', 'people'])
    await change(writer, { quiet: { kind: 'own', hours: { from: clockIn(-60), to: clockIn(60) } } })
    const lead = await leads.add(key, { campaignId })
    await waitFor(() => smtp.to(owner.email).length > 0)
    const seen = await waitFor(async () => {
      const found = await noticeOf(owner, lead._id)
      return outcomeOf(found, owner.userId).mail === 'sent' && found
    })
    expect(outcomeOf(seen, writer.userId)).toMatchObject({ app: 'silent', mail: 'held' })
  })

  test('a mail that failed says why', async () => {
    const { owner, businessId, campaignId, key } = await world()
    await sendsMail(owner, ['owners'])
    const lead = await leads.add(key, { campaignId })
    await waitFor(() => smtp.to(owner.email).length > 0)
    await it.deps.workerDb
      .updateTable('messages')
      .set({ state: 'failed', refusal: 'mail_limit_business' })
      .where('business_id', '=', businessId)
      .execute()
    expect(outcomeOf(await noticeOf(owner, lead._id), owner.userId).mail).toBe('day_limit')
  })

  test('a campaign’s address that has not confirmed; who may not edit the campaign sees a mask', async () => {
    const { owner, writer, campaignId, notice } = await world()
    const address = `${newId()}@outside.example`
    const body = { emailNotifications: [address, owner.email] }
    await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: body as never })
    const seen = await notice()
    expect(outcomeOf(seen, address)).toEqual({ mail: 'unconfirmed' })
    const ofWriter = await noticeOf(writer, (await leads.page(owner, { campaignId })).body.leads[0]?._id ?? '')
    expect(JSON.stringify(ofWriter)).not.toContain('outside.example')
    expect(ofWriter.people.some((one) => one.address?.includes('•'))).toBe(true)
  })
})

describe('who was not notified, and why', () => {
  test('the author, who entered the lead', async () => {
    const { owner, writer, notice } = await world()
    const seen = await notice({}, owner)
    expect(outcomeOf(seen, owner.userId)).toEqual({ app: 'author', mail: 'author', sms: 'author' })
    expect(outcomeOf(seen, writer.userId).app).toBe('arrived')
  })

  test('those who switched a channel off, or want only their own leads', async () => {
    const { owner, writer, notice } = await world()
    await choose(owner, { app: false, popup: false, push: false })
    await choose(writer, { onlyMine: true, mail: true })
    const seen = await notice()
    expect(outcomeOf(seen, owner.userId)).toEqual({ app: 'off', mail: 'off', sms: 'off' })
    expect(outcomeOf(seen, writer.userId)).toEqual({ app: 'only_mine', mail: 'only_mine', sms: 'off' })
    await choose(owner, { push: false })
    expect(outcomeOf(await notice(), owner.userId)).toMatchObject({ app: 'arrived', push: 'off' })
  })

  test('those without a phone, where the business sends text messages', async () => {
    const { owner, writer, notice, db } = await world()
    await sendsMail(owner, ['owners', 'people'])
    const proved = { phone: aPhone(), phone_verified_at: new Date().toISOString() }
    await db.updateTable('users').set(proved).where('id', '=', owner.userId).execute()
    await db.updateTable('users').set({ phone: null }).where('id', '=', writer.userId).execute()
    const seen = await notice()
    expect(outcomeOf(seen, writer.userId).sms).toBe('no_address')
    expect(outcomeOf(seen, owner.userId).sms).not.toBe('no_address')
  })

  test('members who read only own leads, of the leads of others', async () => {
    const { owner, writer, campaignId, apiKey } = await ownLeads()
    const lead = await leads.add(await apiKey(), { campaignId })
    expect(outcomeOf(await noticeOf(owner, lead._id), writer.userId)).toEqual({
      ...{ app: 'not_theirs', mail: 'not_theirs', sms: 'not_theirs' },
    })
  })

  test('a device without the second factor that the business requires', async () => {
    const { businessId, owner, writer, campaignId, key, db } = await world()
    await subscribed(it, service, owner)
    await subscribed(it, service, writer)
    const strong = it.deps.tenants.pool.updateTable('sessions').set({ second_factor: 'code' })
    await strong.where('id', '=', owner.sessionId).execute()
    await db
      .updateTable('businesses')
      .set({ requires_two_factor: true })
      .where('business_id', '=', businessId)
      .execute()
    it.deps.caches.endAll()
    const lead = await leads.add(key, { campaignId })
    const seen = await noticeOf(owner, lead._id)
    expect(outcomeOf(seen, writer.userId)).toMatchObject({ app: 'arrived', push: 'second_factor' })
    const pushed = await waitFor(async () => {
      const found = await noticeOf(owner, lead._id)
      return outcomeOf(found, owner.userId).push === 'sent' && found
    })
    expect(outcomeOf(pushed, owner.userId)).toMatchObject({ app: 'arrived', push: 'sent' })
  })

  test('the person whom a comment mentions: the author, and one who switched it off', async () => {
    const { owner, writer, campaignId, key } = await world()
    await change(writer, { events: [{ event: 'mention', choice: { ...all, app: false, popup: false, push: false } }] })
    const lead = await leads.add(key, { campaignId })
    await leads.comment(owner, lead._id, `<@${writer.userId}> <@${owner.userId}> look`)
    const seen = await noticeOf(owner, lead._id, 'mention')
    expect(outcomeOf(seen, writer.userId)).toEqual({ app: 'off', mail: 'off', sms: 'off' })
    expect(outcomeOf(seen, owner.userId).app).toBe('author')
  })

  test('of a call that made a lead: in the app at once, by mail when it ends', async () => {
    const business = await world()
    const { owner, writer } = business
    await sendsMail(owner, ['owners'])
    const number = await testNumber(it, business)
    const { sid } = await number.dial(nextPhone())
    const { id, lead_id: leadId } = await number.row(sid)
    const report = { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'no-answer', DialBridged: 'false' }
    await number.hook(`/${id}/dial/1`, report)
    await number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '30' })
    const missed = await waitFor(async () => {
      const found = await noticeOf(owner, leadId ?? '', 'missed_call')
      return outcomeOf(found, owner.userId).mail === 'sent' && found
    })
    expect(outcomeOf(missed, owner.userId)).toMatchObject({ app: 'arrived', mail: 'sent' })
    expect(outcomeOf(missed, writer.userId)).toMatchObject({ app: 'arrived', mail: 'audience' })
    const created = await noticeOf(owner, leadId ?? '')
    expect(outcomeOf(created, owner.userId)).toEqual({ app: 'arrived', push: 'no_device' })
  })
})

test('what was decided is kept as long as messages are', async () => {
  const { businessId, notice } = await world()
  await notice()
  const rows = () =>
    it.deps.workerDb.selectFrom('notice_decisions').select('event_id').where('business_id', '=', businessId).execute()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const ofDecisions = retained.filter(({ table }) => table === 'notice_decisions')
  await deleteOldRows(it.deps.workerDb, ofDecisions, inDays(29))
  expect(await rows()).toHaveLength(1)
  await deleteOldRows(it.deps.workerDb, ofDecisions, inDays(31))
  expect(await rows()).toEqual([])
})

test('erasing a person removes their address from what was decided, of all leads', async () => {
  const { owner, businessId, campaignId, key, notice } = await world()
  const address = `${newId()}@outside.example`
  const body = { emailNotifications: [address] }
  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: body as never })
  await notice()
  const own = await leads.add(key, { campaignId, name: 'Dana Levi', email: address })
  await noticeOf(owner, own._id)
  const holding = async () => {
    const rows = await it.deps.workerDb
      .selectFrom('notice_decisions')
      .select('decided')
      .where('business_id', '=', businessId)
      .execute()
    return rows.filter(({ decided }) => JSON.stringify(decided).includes(address)).length
  }
  expect(await holding()).toBe(2)
  const erased = await it.send(privacyRoutes.eraseLead, owner, {
    params: { id: own._id },
    body: { typed: 'Dana Levi' },
  })
  expect(erased.status).toBe(200)
  expect(await holding()).toBe(0)
})
