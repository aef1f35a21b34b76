import { beforeEach, describe, expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { recipientRoutes } from '#contract/notifications/recipients.ts'
import { newId } from '../../platform/ids.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'

const PUBLIC_URL = 'https://leads.example.test'
const HOUR_MS = 3_600_000
const smtp = await testSmtp()
let skipped = 0
beforeEach(() => {
  skipped += 100 * HOUR_MS
})
const it = await testApp({
  env: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Leadline <leads@leadline.test>',
    DEMO: '1',
    PUBLIC_URL,
    MAILS_PER_BUSINESS: '6',
  },
  now: () => new Date(Date.now() + skipped),
})
const { send, deps, app } = it
const leads = testLeads(it)

const anAddress = () => `${newId()}@outside.example`
const inCampaign = (campaignId: string) => ({ params: { id: campaignId } })
const save = async (as: TestMember, campaignId: string, body: object) =>
  expect((await send(campaignRoutes.change, as, { ...inCampaign(campaignId), body: body as never })).status).toBe(200)
const listed = async (as: TestMember, campaignId: string) =>
  (await send(recipientRoutes.list, as, inCampaign(campaignId))).body.recipients
const statesOf = async (as: TestMember, campaignId: string) =>
  Object.fromEntries((await listed(as, campaignId)).map(({ address, state }) => [address, state]))
const ask = (as: TestMember, campaignId: string, address: string, channel: 'mail' | 'sms' = 'mail') =>
  send(recipientRoutes.ask, as, { ...inCampaign(campaignId), body: { channel, address } })

const tokenIn = (text: string) => /\/u\/([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? ''
const asked = async (address: string, times = 1) => {
  const mails = await waitFor(() => smtp.to(address).length >= times && smtp.to(address))
  return tokenIn(mails.at(-1)?.text ?? '')
}
const answer = (token: string, wants: boolean) =>
  send(recipientRoutes.decide, undefined, { params: { token }, body: { wants } })
const messagesTo = (recipient: string) =>
  deps.workerDb.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('created_at').execute()
const kindsTo = async (recipient: string) => (await messagesTo(recipient)).map(({ kind }) => kind)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  /** Adds a lead and waits for the Owner's notice. All other notices are sent at the same time. */
  const lead = async (campaignId = business.campaignId) => {
    const before = smtp.to(owner.email).length
    const made = await leads.add(key, { campaignId })
    await waitFor(() => smtp.to(owner.email).length > before)
    return made
  }
  return { ...business, owner, key, lead }
}

describe('an address that is not a member’s', () => {
  test('is not asked if it was a member’s when listed: that would unmask a partner', async () => {
    const { campaignId, owner, db, member } = await world()
    const partner = await member('Affiliate', [campaignId])
    await db.updateTable('businesses').set({ masks_contacts: true }).execute()
    await db.updateTable('users').set({ email_verified_at: new Date().toISOString() }).execute()
    deps.caches.endAll()
    await save(partner, campaignId, { emailNotifications: [partner.email] })
    expect(await statesOf(owner, campaignId)).toEqual({ [partner.email]: 'member' })
    await db.updateTable('users').set({ email: anAddress() }).where('id', '=', partner.userId).execute()
    await save(partner, campaignId, { tags: ['saved by the partner'] })
    // Another save adds another address. Its request would be sent after one caused by the first save.
    const other = anAddress()
    await save(owner, campaignId, { emailNotifications: [partner.email, other] })
    await asked(other)
    expect(await messagesTo(partner.email)).toEqual([])
    expect(await statesOf(owner, campaignId)).toEqual({ [partner.email]: 'waiting', [other]: 'waiting' })
  })

  test('can refuse even above the limit of answers a day', async () => {
    const { campaignId, owner } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address] })
    const token = await asked(address)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await answer(token, i % 2 === 0)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(statuses[20]).toBe(429)
    expect((await answer(token, false)).status).toBe(200)
    expect(await statesOf(owner, campaignId)).toEqual({ [address]: 'refused' })
  })

  test('gets only one request for consent until it confirms by the link; then notices with that link', async () => {
    const { campaignId, owner, lead, db, businessId } = await world()
    await db.updateTable('businesses').set({ name: 'Prizes www.evil.example 050-123-4567' }).execute()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address, owner.email] })
    const token = await asked(address)
    const [question] = smtp.to(address)
    expect(question?.subject).toContain('Prizes')
    expect(`${question?.subject}${question?.text}${question?.html}`).not.toMatch(/evil\.example|123-?4567/)
    expect(question?.text).toContain(`${PUBLIC_URL}/u/${token}`)
    expect(question?.headers['list-unsubscribe']).toBeUndefined()
    const [row] = await messagesTo(address)
    expect(row).toMatchObject({ kind: 'stranger', account_id: owner.userId, business_id: businessId, language: 'en' })

    await lead()
    expect(await kindsTo(address)).toEqual(['stranger'])
    expect(await listed(owner, campaignId)).toMatchObject([
      { channel: 'mail', address, state: 'waiting', canAsk: false },
      { channel: 'mail', address: owner.email, state: 'member', askedAt: null, canAsk: false },
    ])

    const confirmed = await answer(token, true)
    expect(confirmed).toMatchObject({ status: 200, body: { recipient: { state: 'confirmed', address } } })
    expect(await statesOf(owner, campaignId)).toEqual({ [address]: 'confirmed', [owner.email]: 'member' })
    await lead()
    const notice = await waitFor(() => smtp.to(address)[1])
    expect(notice.subject).toContain('New lead')
    expect(notice.text).toContain(`Stop these notifications:\n${PUBLIC_URL}/u/${token}`)
    expect(notice.html).toContain(`href="${PUBLIC_URL}/u/${token}"`)
    expect(notice.headers['list-unsubscribe']).toBe(`<${PUBLIC_URL}/u/${token}>`)
    expect(notice.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    for (const mail of smtp.to(owner.email))
      expect(`${mail.text}${mail.headers['list-unsubscribe']}`).not.toContain('/u/')
    await waitFor(async () => (await messagesTo(address)).every(({ state }) => state === 'sent'))
    expect((await messagesTo(address)).map(({ unsubscribe_url }) => unsubscribe_url)).toEqual([null, null])
  })

  test('that refuses gets no more notices or requests, and may change its answer by the same link', async () => {
    const { campaignId, owner, lead } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address, owner.email] })
    const token = await asked(address)
    await answer(token, true)
    await lead()
    await waitFor(() => smtp.to(address).length === 2)
    const late = { kind: 'notice', channel: 'mail', recipient: address, subject: 'Late', body: 'Late' }
    const [stored] = await messagesTo(address)
    await deps.workerDb
      .insertInto('messages')
      .values({
        ...late,
        id: newId(),
        business_id: stored?.business_id ?? null,
        unsubscribe_url: 'x',
        due_at: new Date(Date.now() + skipped + HOUR_MS).toISOString(),
      })
      .execute()
    expect((await answer(token, false)).body.recipient.state).toBe('refused')
    const waiting = (await messagesTo(address)).at(-1)
    expect(waiting).toMatchObject({ state: 'failed', refusal: 'recipient_refused', body: null, unsubscribe_url: null })
    await lead()
    skipped += 50 * HOUR_MS
    Object.assign(owner, await it.signIn(owner.userId))
    expect(refusal(await ask(owner, campaignId, address))).toMatchObject({ status: 409, code: 'recipient_refused' })
    await save(owner, campaignId, { emailNotifications: [owner.email] })
    await save(owner, campaignId, { emailNotifications: [address, owner.email] })
    await lead()
    expect(smtp.to(address)).toHaveLength(2)
    expect(await statesOf(owner, campaignId)).toMatchObject({ [address]: 'refused' })

    await answer(token, true)
    await lead()
    await waitFor(() => smtp.to(address).length === 3)
  })

  test('is asked once by a business, however many campaigns list it; again by the button, once a day and three times in total', async () => {
    const { campaignId, campaign, owner, lead } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address, owner.email] })
    await asked(address)
    const { body } = await send(campaignRoutes.create, owner, {
      body: { name: 'Another', emailNotifications: [address, owner.email] },
    })
    await save(owner, campaignId, { notes: 'Saved again' })
    await lead(body.campaign._id)
    await lead(await campaign({ email_notifications: [owner.email] }))
    expect(await kindsTo(address)).toEqual(['stranger'])

    expect(refusal(await ask(owner, campaignId, address))).toMatchObject({ status: 429, code: 'too_many_requests' })
    const nextDay = async () => {
      skipped += 24 * HOUR_MS
      Object.assign(owner, await it.signIn(owner.userId))
    }
    for (const times of [2, 3]) {
      await nextDay()
      expect(await listed(owner, campaignId)).toMatchObject([{ canAsk: true }, {}])
      const again = await ask(owner, campaignId, address)
      expect(again.body.recipient).toMatchObject({ address, state: 'waiting', canAsk: false })
      await asked(address, times)
    }
    await nextDay()
    expect(refusal(await ask(owner, campaignId, address))).toMatchObject({
      status: 409,
      code: 'recipient_asked_enough',
    })
    expect(refusal(await ask(owner, campaignId, anAddress()))).toMatchObject({
      status: 404,
      code: 'recipient_not_found',
    })
    expect(new Set(smtp.to(address).map(({ text }) => tokenIn(text))).size).toBe(1)
  })

  test('a consent request that could not be sent does not count among the three', async () => {
    const { campaignId, owner } = await world()
    const address = anAddress()
    smtp.refuse(address, 550, 3)
    await save(owner, campaignId, { emailNotifications: [address] })
    const failures = async () => (await messagesTo(address)).filter(({ state }) => state === 'failed').length
    const nextDay = async () => {
      skipped += 24 * HOUR_MS
      Object.assign(owner, await it.signIn(owner.userId))
    }
    for (const failed of [1, 2, 3]) {
      await waitFor(async () => (await failures()) === failed)
      expect(refusal(await ask(owner, campaignId, address))).toMatchObject({ status: 429 })
      await nextDay()
      expect(await listed(owner, campaignId)).toMatchObject([{ canAsk: true }])
      expect((await ask(owner, campaignId, address)).status).toBe(200)
    }
    await asked(address, 1)
    for (const times of [2, 3]) {
      await nextDay()
      expect((await ask(owner, campaignId, address)).status).toBe(200)
      await asked(address, times)
    }
    await nextDay()
    expect(await listed(owner, campaignId)).toMatchObject([{ canAsk: false }])
    expect(refusal(await ask(owner, campaignId, address))).toMatchObject({
      status: 409,
      code: 'recipient_asked_enough',
    })
  })

  test('a third request that could not be sent leaves one more', async () => {
    const { campaignId, owner } = await world()
    const address = anAddress()
    const nextDay = async () => {
      skipped += 24 * HOUR_MS
      Object.assign(owner, await it.signIn(owner.userId))
    }
    await save(owner, campaignId, { emailNotifications: [address] })
    await asked(address, 1)
    await nextDay()
    expect((await ask(owner, campaignId, address)).status).toBe(200)
    await asked(address, 2)
    await nextDay()
    smtp.refuse(address, 550, 1)
    expect((await ask(owner, campaignId, address)).status).toBe(200)
    await waitFor(async () => (await messagesTo(address)).some(({ state }) => state === 'failed'))
    await nextDay()
    expect((await ask(owner, campaignId, address)).status).toBe(200)
    await asked(address, 3)
    await nextDay()
    expect(refusal(await ask(owner, campaignId, address)).code).toBe('recipient_asked_enough')
  })

  test('is asked and notified the same by SMS', async () => {
    const { campaignId, owner, lead } = await world()
    const phone = aPhone()
    await save(owner, campaignId, { smsNotifications: [phone], emailNotifications: [owner.email] })
    const [question] = await waitFor(async () => {
      const rows = await messagesTo(phone)
      return rows.length > 0 && rows
    })
    expect(question).toMatchObject({ kind: 'stranger', channel: 'sms' })
    await lead()
    expect(await kindsTo(phone)).toEqual(['stranger'])
    await answer(tokenIn(question?.body ?? ''), true)
    await lead()
    expect(await kindsTo(phone)).toEqual(['stranger', 'notice'])
  })
})

describe('a member’s own address', () => {
  test('needs no consent while proved and a member; after leaving it counts as a stranger’s', async () => {
    const { campaignId, owner, member, lead, db } = await world()
    const reader = await member('Reader', [campaignId])
    await save(owner, campaignId, { emailNotifications: [reader.email, owner.email] })
    await lead()
    await waitFor(() => smtp.to(reader.email).length === 1)
    expect(await kindsTo(reader.email)).toEqual(['notice'])
    await db
      .updateTable('memberships')
      .set({ suspended_at: new Date().toISOString() })
      .where('user_id', '=', reader.userId)
      .execute()
    await lead()
    expect(await listed(owner, campaignId)).toMatchObject([{ state: 'waiting', askedAt: null, canAsk: true }, {}])
    expect(smtp.to(reader.email)).toHaveLength(1)
    await ask(owner, campaignId, reader.email)
    await answer(await asked(reader.email, 2), true)
    await lead()
    await waitFor(() => smtp.to(reader.email).length === 3)
  })

  test('counts as a stranger’s until it is proved', async () => {
    const { campaignId, owner, member, lead } = await world()
    const reader = await member('Reader', [campaignId])
    await deps.tenants.pool
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', reader.userId)
      .execute()
    await save(owner, campaignId, { emailNotifications: [reader.email, owner.email] })
    await asked(reader.email)
    await lead()
    expect(await kindsTo(reader.email)).toEqual(['stranger'])
    expect(await statesOf(owner, campaignId)).toMatchObject({ [reader.email]: 'waiting' })
  })
})

describe('a link', () => {
  test('shows its business; opening it changes nothing', async () => {
    const { campaignId, owner, businessId, lead } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address, owner.email] })
    const token = await asked(address)
    const open = () => send(recipientRoutes.open, undefined, { params: { token } })
    const shown = { business: { _id: businessId }, channel: 'mail', address, language: 'en', state: 'asked' }
    for (let i = 0; i < 3; i++) expect((await open()).body.recipient).toMatchObject(shown)
    for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url: `/u/${token}` })
    expect((await open()).body.recipient.state).toBe('asked')
    await lead()
    expect(await kindsTo(address)).toEqual(['stranger'])
  })

  test('is unknown with one changed letter, and guessing is limited', async () => {
    const { campaignId, owner } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address] })
    const token = await asked(address)
    const swap = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    for (const wrong of [swap(3), swap(30), 'A'.repeat(43)]) {
      expect(refusal(await answer(wrong, true))).toMatchObject({ status: 404, code: 'recipient_not_found' })
      expect((await send(recipientRoutes.open, undefined, { params: { token: wrong } })).status).toBe(404)
    }
    expect((await send(recipientRoutes.open, undefined, { params: { token: 'short' } })).status).toBe(422)
    const tries = await Promise.all(Array.from({ length: 60 }, () => answer(swap(30), true)))
    expect(tries.some(({ status }) => status === 429)).toBe(true)
    expect(await statesOf(owner, campaignId)).toEqual({ [address]: 'waiting' })
  })

  test('of one business does not apply to another that lists the same address', async () => {
    const [one, other] = [await world(), await world()]
    const address = anAddress()
    await save(one.owner, one.campaignId, { emailNotifications: [address, one.owner.email] })
    const token = await asked(address)
    await save(other.owner, other.campaignId, { emailNotifications: [address, other.owner.email] })
    const otherToken = await asked(address, 2)
    expect(otherToken).not.toBe(token)
    await answer(token, true)
    expect(await statesOf(one.owner, one.campaignId)).toMatchObject({ [address]: 'confirmed' })
    expect(await statesOf(other.owner, other.campaignId)).toMatchObject({ [address]: 'waiting' })
    await other.lead()
    expect(await kindsTo(address)).toEqual(['stranger', 'stranger'])
    expect((await send(recipientRoutes.list, other.owner, inCampaign(one.campaignId))).status).toBe(404)
    expect((await ask(other.owner, one.campaignId, address)).status).toBe(404)
  })

  test('ends the notices by one request of a mail program (RFC 8058)', async () => {
    const { campaignId, owner, lead } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address, owner.email] })
    const token = await asked(address)
    await answer(token, true)
    const click = (to: string) =>
      app.inject({
        method: 'POST',
        url: `/u/${to}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await click(token)).statusCode).toBe(204)
    expect(await statesOf(owner, campaignId)).toMatchObject({ [address]: 'refused' })
    await lead()
    expect(smtp.to(address)).toHaveLength(1)
    expect((await click('A'.repeat(43))).statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('requests for consent', () => {
  test('count against the ceilings; one above them is stored with its reason, and more are refused', async () => {
    const { campaignId, owner } = await world()
    const addresses = Array.from({ length: 8 }, anAddress)
    await save(owner, campaignId, { emailNotifications: addresses })
    await waitFor(async () => {
      const rows = await Promise.all(addresses.map(messagesTo))
      return rows.flat().filter(({ state }) => state !== 'queued').length === 8
    })
    expect(addresses.filter((one) => smtp.to(one).length > 0)).toHaveLength(6)
    const reasons = (await listed(owner, campaignId)).flatMap(({ delivery }) => delivery?.reason ?? [])
    expect(reasons).toEqual(['day_limit', 'day_limit'])
    const before = await send(recipientRoutes.list, owner, inCampaign(campaignId))
    expect(before.body.recipients.every(({ state }) => state === 'waiting')).toBe(true)
    await it.deps.tenants
      .scope({ businessId: String(owner['x-business-id']) })
      .updateTable('listed_recipients')
      .set({ asked_at: new Date(0).toISOString() })
      .execute()
    expect(refusal(await ask(owner, campaignId, addresses[0] ?? ''))).toMatchObject({
      status: 429,
      code: 'mail_limit_business',
    })
    it.errors.length = 0
  })

  test('are not sent to phones of another country or kind; the campaign shows why', async () => {
    const { campaignId, owner } = await world()
    await save(owner, campaignId, { smsNotifications: ['+447700900123', '+9721900123456'] })
    const reasons = await waitFor(async () => {
      const found = (await listed(owner, campaignId)).flatMap(({ delivery }) => delivery?.reason ?? [])
      return found.length === 2 && found
    })
    expect(reasons).toEqual(['country', 'phone_kind'])
    expect(it.errors).toEqual([])
  })

  test('reach one address ten times a day at most, across businesses', async () => {
    const address = anAddress()
    const worlds = await Promise.all(Array.from({ length: 11 }, world))
    for (const { owner, campaignId } of worlds) {
      await save(owner, campaignId, { emailNotifications: [address] })
      await leads.relayed()
    }
    await waitFor(() => smtp.to(address).length === 10)
    const states = await Promise.all(worlds.map(({ owner, campaignId }) => listed(owner, campaignId)))
    expect(states.flat().filter(({ askedAt }) => askedAt === null)).toHaveLength(1)
  })

  test('are reserved to members who may edit the campaign and see full contacts', async () => {
    const { campaignId, owner, member, db } = await world()
    const address = anAddress()
    await save(owner, campaignId, { emailNotifications: [address] })
    await asked(address)
    const [writer, partner] = [await member('Writer', [campaignId]), await member('Affiliate', [campaignId])]
    expect((await send(recipientRoutes.list, writer, inCampaign(campaignId))).status).toBe(403)
    expect((await ask(writer, campaignId, address)).status).toBe(403)
    await db.updateTable('businesses').set({ masks_contacts: true }).execute()
    deps.caches.endAll()
    skipped += 24 * HOUR_MS
    Object.assign(partner, await it.signIn(partner.userId))
    expect(await listed(partner, campaignId)).toMatchObject([{ state: 'waiting', canAsk: false }])
    expect((await ask(partner, campaignId, address)).status).toBe(403)
  })
})
