import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { newId } from '../../platform/ids.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { notifyRecipients } from './notifications.jobs.ts'

const smtp = await testSmtp()
const { send, newBusiness, person, deps, errors } = await testApp({
  env: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Leadline <leads@leadline.test>',
    PUBLIC_URL: 'https://leads.example.test',
    DEMO: '1',
  },
})

type Body = { campaignId: string; name?: string; phone?: string; email?: string; message?: string; source?: string }
const sendLead = async (as: Partial<Credentials>, body: Body) => {
  const reply = await send(leadRoutes.create, as, { body: body as never })
  expect([200, 201]).toContain(reply.status)
  return reply.body.lead
}
const listOf = async (as: Partial<Credentials>, query = {}, headers = {}) =>
  (await send(notificationRoutes.list, as, { query }, headers)).body.data
const countsOf = async (as: Partial<Credentials>) => (await send(notificationRoutes.count, as, {})).body.result
/** Waits for the relay, which writes the notifications of an event to all recipients at once. */
const received = (as: Partial<Credentials>, count: number) =>
  waitFor(async () => {
    const list = await listOf(as)
    return list.length >= count && list
  })
const suspend = (business: Awaited<ReturnType<typeof newBusiness>>, userId: string, isSuspended = true) =>
  business.db
    .updateTable('memberships')
    .set({ suspended_at: isSuspended ? new Date().toISOString() : null })
    .where('business_id', '=', business.businessId)
    .where('user_id', '=', userId)
    .execute()

test('each Owner and each member of its campaign is notified of a lead, and no one else', async () => {
  const business = await newBusiness()
  const { campaignId } = business
  const other = await business.campaign()
  const owner = await business.member('Owner')
  const writer = await business.member('Writer', [campaignId])
  const ofOther = await business.member('Lead', [other])
  const suspended = await business.member('Reader', [campaignId])
  await suspend(business, suspended.userId)
  const stranger = await (await newBusiness()).member('Owner')
  const lead = await sendLead(await business.apiKey(), { campaignId, name: 'דנה לוי', phone: aPhone(), source: 'meta' })

  const [toOwner] = await received(owner, 1)
  expect(toOwner).toMatchObject({
    title: 'New lead: דנה לוי',
    isRead: false,
    action: 'receiving_a_lead',
    content: {
      businessId: business.businessId,
      campaignId,
      leadId: lead._id,
      leadName: 'דנה לוי',
      leadPhone: lead.phone,
      campaignName: 'Kitchens',
      source: 'meta',
    },
  })
  expect(toOwner?._id).toBe(toOwner?.id)
  expect(await listOf(writer)).toHaveLength(1)
  await suspend(business, suspended.userId, false) // later, no notification of events during the suspension appears
  for (const untold of [ofOther, suspended, stranger]) expect(await listOf(untold)).toEqual([])
  // No notification is stored for members without access at the time of the event, even if they gain access later.
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from notifications where content ->> 'leadId' = ${lead._id}`.execute(deps.workerDb)
  expect(rows.map(({ userId }) => userId).sort()).toEqual([owner.userId, writer.userId].sort())
})

test('the member who created the lead by hand is not notified of it, the others are', async () => {
  const business = await newBusiness()
  const { campaignId } = business
  const [owner, author] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
  await sendLead(author, { campaignId, name: 'By hand', phone: aPhone() })
  await received(owner, 1)
  expect(await listOf(author)).toEqual([])
})

test('a repeat enquiry is shown as such, in the language of the reader', async () => {
  const business = await newBusiness()
  const { campaignId } = business
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  const phone = aPhone()
  await sendLead(key, { campaignId, name: 'Dana', phone })
  await sendLead(key, { campaignId, name: 'Dana', phone, source: 'google_ads' })
  await received(owner, 2)
  const titles = async (language: string) =>
    (await listOf(owner, {}, { 'accept-language': language })).map(({ title }) => title)
  expect(await titles('en')).toEqual(['Repeat enquiry: Dana', 'New lead: Dana'])
  expect(await titles('he')).toEqual(['פנייה חוזרת: Dana', 'ליד חדש: Dana'])
  expect((await listOf(owner))[0]).toMatchObject({ action: 'repeat_enquiry', content: { source: 'google_ads' } })
})

test('a lead without a name goes by its phone, without that by its e-mail', async () => {
  const business = await newBusiness()
  const { campaignId } = business
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  const { phone } = await sendLead(key, { campaignId, phone: aPhone() })
  await sendLead(key, { campaignId, email: 'only@mail.test' })
  expect((await received(owner, 2)).map(({ title }) => title).sort()).toEqual([
    'New lead: only@mail.test',
    `New lead: \u2066072-444-${phone?.slice(-4)}\u2069`,
  ])
})

test('unread becomes read and unread again; all become read; only a read one is deleted', async () => {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  for (const name of ['First', 'Second', 'Third'])
    await sendLead(key, { campaignId: business.campaignId, name, phone: `${aPhone()}` })
  const [third, second] = await received(owner, 3)
  const id = second?.id as string
  const mark = (status: boolean) => send(notificationRoutes.read, owner, { body: { id, status } })

  expect(await countsOf(owner)).toEqual({ read: 0, unread: 3 })
  expect((await mark(true)).status).toBe(200)
  expect(await countsOf(owner)).toEqual({ read: 1, unread: 2 })
  expect((await listOf(owner, { read: 'true' })).map((one) => one.id)).toEqual([id])
  expect((await listOf(owner, { read: 'false' })).map((one) => one.id)).not.toContain(id)
  await mark(false)
  expect(await countsOf(owner)).toEqual({ read: 0, unread: 3 })

  const refused = await send(notificationRoutes.remove, owner, { body: { id } })
  expect([refused.status, refused.body]).toMatchObject([422, { issues: [{ path: 'id' }] }])
  expect((await send(notificationRoutes.markAllAsRead, owner, {})).status).toBe(200)
  expect(await countsOf(owner)).toEqual({ read: 3, unread: 0 })
  expect((await send(notificationRoutes.remove, owner, { body: { id } })).status).toBe(200)
  expect(await countsOf(owner)).toEqual({ read: 2, unread: 0 })
  expect((await listOf(owner, { before: third?.id })).map(({ title }) => title)).toEqual(['New lead: First'])
  expect(await listOf(owner, { limit: 1 })).toHaveLength(1)
})

test("another person's notification and one that never was are both not found", async () => {
  const business = await newBusiness()
  const [owner, reader] = [await business.member('Owner'), await business.member('Reader', [])]
  await sendLead(await business.apiKey(), { campaignId: business.campaignId, name: 'Dana', phone: aPhone() })
  const [one] = await received(owner, 1)
  for (const id of [one?.id as string, newId()]) {
    expect((await send(notificationRoutes.read, reader, { body: { id, status: true } })).status).toBe(404)
    expect((await send(notificationRoutes.remove, reader, { body: { id } })).status).toBe(404)
  }
  expect(await countsOf(owner)).toEqual({ read: 0, unread: 1 })
})

test('they are those of all businesses of the person, and of no business that has suspended them', async () => {
  const [a, b] = [await newBusiness(), await newBusiness()]
  const owner = await a.member('Owner')
  await b.db
    .insertInto('memberships')
    .values({ business_id: b.businessId, user_id: owner.userId, role: 'Owner' })
    .execute()
  for (const business of [a, b])
    await sendLead(await business.apiKey(), { campaignId: business.campaignId, name: 'Dana', phone: aPhone() })
  await received({ authorization: owner.authorization }, 2)
  expect(await listOf(owner)).toHaveLength(2)
  await suspend(b, owner.userId)
  expect((await listOf(owner)).map(({ content }) => content.businessId)).toEqual([a.businessId])
  expect(await countsOf(owner)).toEqual({ read: 0, unread: 1 })
})

test('bad values are refused, and so is a person whose phone is not verified', async () => {
  const owner = await (await newBusiness()).member('Owner')
  for (const query of [{ read: 'yes' }, { before: 'x' }, { limit: 0 }, { limit: 101 }]) {
    expect((await send(notificationRoutes.list, owner, { query: query as never })).status).toBe(422)
  }
  expect((await send(notificationRoutes.list, await person('Pending'), { query: {} })).status).toBe(403)
})

test('the recipients of the campaign get a mail each, in their language, with the link and without each other', async () => {
  const business = await newBusiness()
  const english = await business.member('Reader')
  const hebrew = `${newId()}@example.test`
  const campaignId = await business.campaign({ name: 'מטבחים', email_notifications: [hebrew, english.email] })
  const lead = await sendLead(await business.apiKey(), {
    campaignId,
    name: 'Dana <b>Levi</b>',
    phone: aPhone(),
    message: 'שלום,\nאשמח להצעה',
  })
  const link = `https://leads.example.test/b/${business.businessId}/c/${campaignId}/leads/${lead._id}`
  const [inHebrew, inEnglish] = await waitFor(() => {
    const both = [smtp.to(hebrew)[0], smtp.to(english.email)[0]] as const
    return both[0] && both[1] ? ([both[0], both[1]] as const) : undefined
  })
  expect(inHebrew.subject).toBe('ליד חדש: Dana <b>Levi</b> · מטבחים')
  expect(inEnglish.subject).toBe('New lead: Dana <b>Levi</b> · מטבחים')
  for (const mail of [inHebrew, inEnglish]) {
    expect(mail.text).toContain(link)
    expect(mail.text).toContain(lead.phone as string)
    expect(mail.text).toContain('שלום,\nאשמח להצעה')
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain('Dana &lt;b&gt;Levi&lt;/b&gt;')
    expect(mail.to).toHaveLength(1)
    expect(mail.headers).toMatchObject({ 'auto-submitted': 'auto-generated', from: 'Leadline <leads@leadline.test>' })
  }
  expect(inHebrew.html).toContain('dir="rtl"')
  expect(inEnglish.html).toContain('dir="ltr"')
  expect(JSON.stringify(inHebrew)).not.toContain(english.email)
  expect(JSON.stringify(inEnglish)).not.toContain(hebrew)
})

test('names and words of others bring no links or phones to recipients who are not members; members read them as they are', async () => {
  const business = await newBusiness()
  const [member, stranger, phone] = [await business.member('Reader'), `${newId()}@example.test`, aPhone()]
  const campaignId = await business.campaign({
    name: 'Sale www.evil.example',
    email_notifications: [stranger, member.email],
    sms_notifications: [phone],
  })
  const lead = { name: 'Call 050-123-4567', message: 'See https://evil.example/prize' }
  await sendLead(await business.apiKey(), { campaignId, phone: aPhone(), ...lead })
  const [toStranger, toMember] = await waitFor(() => {
    const both = [smtp.to(stranger)[0], smtp.to(member.email)[0]] as const
    return both[0] && both[1] ? ([both[0], both[1]] as const) : undefined
  })
  const text = await waitFor(async () => {
    const rows = await deps.workerDb.selectFrom('messages').select('body').where('recipient', '=', phone).execute()
    return rows[0]?.body
  })
  const harmful = /evil\.example|123-?4567/
  expect(`${toStranger.subject} ${toStranger.text} ${toStranger.html}`).not.toMatch(harmful)
  expect(text).not.toMatch(harmful)
  expect(toMember.text).toContain('https://evil.example/prize')
  expect(toMember.subject).toContain('050-123-4567')
})

test('a recipient gets one message for each enquiry, by SMS too, however often the job runs', async () => {
  const business = await newBusiness()
  const { businessId } = business
  const [mail, phone] = [`${newId()}@example.test`, aPhone()]
  const campaignId = await business.campaign({ name: 'Baths', email_notifications: [mail], sms_notifications: [phone] })
  const lead = await sendLead(await business.apiKey(), { campaignId, name: 'Dana', phone: '+972724440001' })
  await waitFor(() => smtp.to(mail).length)
  const events = await deps.workerDb.selectFrom('events').select('id').where('business_id', '=', businessId).execute()
  await notifyRecipients.run(deps, { businessId, eventIds: events.map(({ id }) => id) })

  const messages = await deps.workerDb
    .selectFrom('messages')
    .select(['channel', 'recipient', 'body'])
    .where('business_id', '=', businessId)
    .orderBy('channel')
    .execute()
  expect(messages.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ['mail', mail],
    ['sms', phone],
  ])
  const [body, wayOut] = messages[1]?.body?.split('\nלהפסקת ההתראות: ') ?? []
  expect(wayOut).toMatch(/^https:\/\/leads\.example\.test\/u\/[\w-]{43}$/)
  expect(body).toBe(
    `ליד חדש: Dana, \u200e+972724440001\nBaths\nhttps://leads.example.test/b/${businessId}/c/${campaignId}/leads/${lead._id}`,
  )
  expect(errors).toEqual([])
})

test.each([
  { channel: 'sms', most: 120 },
  { channel: 'mail', most: 600 },
] as const)(
  'a business sends its recipients at most $most $channel an hour; the other channel goes on',
  async ({ channel, most }) => {
    const [business, before] = [await newBusiness(), errors.length]
    const { businessId } = business
    const [mail, phone] = [`${newId()}@example.test`, aPhone()]
    const campaignId = await business.campaign({ email_notifications: [mail], sms_notifications: [phone] })
    const past = (minutes: number, count: number, isOfLead = true) =>
      deps.workerDb
        .insertInto('messages')
        .values(
          Array.from({ length: count }, () => ({
            id: newId(),
            business_id: businessId,
            channel,
            recipient: 'earlier',
            dedupe_key: isOfLead ? newId() : null,
            state: 'sent',
            created_at: new Date(Date.now() - minutes * 60_000).toISOString(),
          })),
        )
        .execute()
    await past(61, 30)
    await past(59, most - 1)
    // Team notifications, such as those of invitations, do not silence notifications of leads.
    await past(59, 30, false)
    const key = await business.apiKey()
    for (const name of ['First', 'Second']) await sendLead(key, { campaignId, name, phone: aPhone() })
    const messagesTo = (recipient: string) =>
      deps.workerDb
        .selectFrom('messages')
        .select(['state', 'refusal', 'body'])
        .where('recipient', '=', recipient)
        .orderBy('id')
        .execute()
    const sentTo = async (recipient: string) =>
      (await messagesTo(recipient)).filter(({ refusal }) => refusal === null).length
    await waitFor(() => errors.length > before)
    expect(String(errors.at(-1))).toContain(`Business ${businessId} has reached its messages of an hour.`)
    errors.length = before
    const [limited, other] = channel === 'sms' ? [phone, mail] : [mail, phone]
    await waitFor(async () => (await sentTo(other)) === 2)
    expect(await sentTo(limited)).toBe(1)
    expect((await messagesTo(limited))[1]).toEqual({ state: 'failed', refusal: 'notices_limit', body: null })
  },
)
