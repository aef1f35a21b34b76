import { describe, expect, test } from 'vitest'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { leadQuietRoutes } from '#contract/working-hours/lead-quiet.ts'
import { usualQuiet } from '#contract/working-hours/quiet-terms.ts'
import { testConversations } from '../../testing/features/test-conversations.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { aForm, testForms } from '../../testing/test-forms.ts'
import { refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { contactHash } from '../consents/contact-hash.ts'
import { eraseConsents } from '../consents/personal-data.queries.ts'

/** A Tuesday noon in Israel, and the night after it. */
const NOON = Date.parse('2026-11-24T10:00:00Z')
const NIGHT = Date.parse('2026-11-24T20:30:00Z')
const MORNING = Date.parse('2026-11-25T06:00:00Z')
let time = NOON
const provider = await smsAccount()
const env = { DEMO: '0' }
const it = await testApp({ now: () => new Date(time), exchange: () => provider.account, own: true, env })
const { world, send, write, thread, inState, consents, consent, stateOf, page } = testConversations(it, provider)
const forms = testForms(it)
/** The person signs in again, as tokens end within the hour. */
const atTime = async (at: number, userId: string, businessId: string) => {
  time = at
  return { ...(await it.signIn(userId)), 'x-business-id': businessId }
}

describe('advertising', () => {
  test('needs consent, which a member enters with a proof, and bears its mark, its sender and a way out', async () => {
    time = NOON
    const { owner, lead, phone } = await world()
    await write(owner, lead._id, { purpose: 'advertising', text: 'Sale today' })
    expect(await inState(owner, lead._id, 'failed')).toMatchObject({ reason: 'no_consent' })
    expect(refusal(await consent(owner, lead._id, { act: 'given', note: '' })).issues).toHaveProperty('note')
    expect((await consent(owner, lead._id, { act: 'given' })).status).toBe(200)
    await write(owner, lead._id, { purpose: 'advertising', text: 'מבצע על מטבחים' })
    await inState(owner, lead._id, 'sent')
    const [sms] = provider.to(phone)
    expect(sms?.body.split('\n')[0]).toBe('פרסומת')
    expect(sms?.body).toMatch(/מבצע על מטבחים\n.+\nלהסרה: להשיב ״הסר״$/)
  })

  test('may be sent by those with the right alone', async () => {
    time = NOON
    const { owner, lead, member, campaignId } = await world()
    await consent(owner, lead._id, { act: 'given' })
    const writer = await member('Writer', [campaignId])
    expect(refusal(await send(writer, lead._id, { purpose: 'advertising' })).code).toBe('forbidden')
    expect(refusal(await consent(writer, lead._id, { act: 'given' })).code).toBe('forbidden')
    expect((await consent(writer, lead._id, { act: 'withdrawn' })).status).toBe(200)
  })

  test('by e-mail has the mark in its subject and a link, by which the receiver withdraws; opening it changes nothing', async () => {
    time = NOON
    const mails = it.deps.mail
    const { owner, lead, email } = await world()
    await consent(owner, lead._id, { channel: 'email', act: 'given' })
    const sent: { subject: string; unsubscribeUrl?: string }[] = []
    const take = async (mail: { subject: string; unsubscribeUrl?: string }) => {
      sent.push(mail)
      return 'sent' as const
    }
    it.deps.mail = { ...mails, isAvailable: true, send: take }
    await write(owner, lead._id, { channel: 'email', purpose: 'advertising', subject: 'News', text: 'Our news' })
    await inState(owner, lead._id, 'sent')
    it.deps.mail = mails
    expect(sent[0]?.subject).toBe('פרסומת: News')
    const token = sent[0]?.unsubscribeUrl?.split('/').at(-1) ?? ''
    const open = () => it.send(consentRoutes.open, undefined, { params: { token } })
    expect((await open()).body.consent).toMatchObject({ channel: 'email', state: 'wanted' })
    expect((await open()).body.consent.address).not.toBe(email)
    expect(await stateOf(owner, lead._id, 'email')).toBe('given')
    const decide = (wants: boolean) => it.send(consentRoutes.decide, undefined, { params: { token }, body: { wants } })
    expect((await decide(false)).body.consent.state).toBe('withdrawn')
    expect(await stateOf(owner, lead._id, 'email')).toBe('withdrawn')
    expect(await stateOf(owner, lead._id, 'sms')).toBe('none')
    const oneClick = await it.app.inject({ method: 'POST', url: `/u/${token}`, payload: 'List-Unsubscribe=One-Click' })
    expect(oneClick.statusCode).toBe(204)
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    expect((await it.send(consentRoutes.open, undefined, { params: { token: forged } })).status).toBe(404)
  })
})

describe('a withdrawal', () => {
  test.each(['הסר', ' הסירו. ', '״להסיר״', 'STOP', 'unsubscribe'])(
    'by the reply %s closes advertising at once, not service, and is confirmed once',
    async (word) => {
      time = NOON
      const { owner, lead, phone, reply } = await world()
      await consent(owner, lead._id, { act: 'given' })
      await write(owner, lead._id, { purpose: 'advertising', text: 'Sale' })
      await inState(owner, lead._id, 'sent', 'Sale')
      await reply(word)
      expect(await stateOf(owner, lead._id)).toBe('withdrawn')
      expect(await stateOf(owner, lead._id, 'sms', 'service')).toBe('none')
      await waitFor(() => provider.to(phone).length === 2)
      time += 1_000
      await write(owner, lead._id, { purpose: 'advertising', text: 'Another sale' })
      expect(await inState(owner, lead._id, 'failed', 'Another sale')).toMatchObject({ reason: 'withdrawn' })
      await write(owner, lead._id, { text: 'Your offer is ready' })
      await inState(owner, lead._id, 'sent', 'Your offer is ready')
      expect(provider.to(phone)).toHaveLength(3)
    },
  )

  test('beats a message that was scheduled before it', async () => {
    time = NOON
    const { owner, lead, phone, reply } = await world()
    await consent(owner, lead._id, { act: 'given' })
    const sendAt = new Date(NOON + 60_000).toISOString()
    await write(owner, lead._id, { purpose: 'advertising', text: 'Scheduled', sendAt })
    await write(owner, lead._id, { text: 'Hello' })
    await inState(owner, lead._id, 'sent', 'Hello')
    time = NOON + 59_000
    await reply('הסר')
    time = NOON + 60_000
    expect(await inState(owner, lead._id, 'failed', 'Scheduled')).toMatchObject({ reason: 'withdrawn' })
    expect(provider.to(phone).some(({ body }) => body.includes('Scheduled'))).toBe(false)
  })

  test('is lifted by the person alone', async () => {
    time = NOON
    const { owner, lead, reply } = await world()
    await write(owner, lead._id)
    await reply('הסר')
    expect(refusal(await consent(owner, lead._id, { act: 'given' })).code).toBe('consent_withdrawn')
    time += 1_000
    await reply('START')
    expect(await stateOf(owner, lead._id)).toBe('given')
  })

  test('outlives the erasure of the person as a keyed hash', async () => {
    time = NOON
    const { owner, lead, phone, reply, businessId } = await world()
    await write(owner, lead._id)
    await reply('הסר')
    const hashOf = (contact: string) => contactHash(it.env.secretKey, businessId, contact)
    const target = {
      leadIds: [],
      contacts: [phone],
      matchTexts: [],
      names: [],
      at: new Date(time).toISOString(),
      hashOf,
    }
    await it.deps.workerDb.transaction().execute((tx) => eraseConsents(tx, businessId, target))
    const rows = await it.deps.workerDb
      .selectFrom('consents')
      .selectAll()
      .where('business_id', '=', businessId)
      .execute()
    expect(rows.map((row) => [row.contact, row.wording])).toEqual([
      [null, ''],
      [null, ''],
    ])
    expect(await stateOf(owner, lead._id)).toBe('withdrawn')
  })
})

test('a form’s consent text is consent to advertising if it says so', async () => {
  time = NOON
  const { owner, campaignId } = await world()
  const texts = { he: '', en: 'I agree to get advertising by text message and email' }
  const filled = async (consentText: typeof texts, phone: string) => {
    const form = await forms.make(owner, campaignId, { texts: { ...aForm().texts, consent: consentText } })
    const { action, values } = await forms.open(form)
    time += 60_000
    await forms.post(action, { ...values, name: 'Noa', phone, consent: '1' })
    const { body } = await page(owner, { limit: 100 })
    return body.leads.find((one) => one.phone === phone)?._id ?? ''
  }
  const leadId = await filled(texts, '+972541230101')
  expect(await stateOf(owner, leadId)).toBe('given')
  expect((await consents(owner, leadId)).acts[0]).toMatchObject({ source: 'form', wording: texts.en })
  const other = await filled({ he: '', en: 'I accept the privacy policy' }, '+972541230102')
  expect(await stateOf(owner, other)).toBe('none')
})

describe('at night', () => {
  test('a message waits until the morning, says so, and goes then', async () => {
    time = NOON
    const { owner, lead, phone, businessId } = await world()
    const late = await atTime(NIGHT, owner.userId, businessId)
    const waiting = await write(late, lead._id, { text: 'Good evening' })
    expect(waiting).toMatchObject({ state: 'waiting', waitsFor: 'night', waitsUntil: '2026-11-25T06:00:00Z' })
    const [channel] = (await thread(late, lead._id)).channels
    expect(channel?.service).toMatchObject({ waitsFor: 'night' })
    const early = await atTime(MORNING + 1_000, owner.userId, businessId)
    await inState(early, lead._id, 'sent')
    expect(provider.to(phone)).toHaveLength(1)
  })

  test('an answer within the hour goes at once if the Owner switched that on, advertising never', async () => {
    time = NOON
    const { owner, lead, reply, businessId } = await world()
    await consent(owner, lead._id, { act: 'given' })
    const late = await atTime(NIGHT, owner.userId, businessId)
    await reply('Are you there?')
    expect(await write(late, lead._id, { text: 'Yes' })).toMatchObject({ state: 'waiting' })
    const quiet = { ...usualQuiet, answersAtOnce: true }
    const change = (expected: number) => it.send(leadQuietRoutes.change, late, { body: { quiet, expected } })
    expect((await change(0)).body).toMatchObject({ quiet, version: 1 })
    // Pressed twice it is no change, and with an old version another one is refused.
    expect((await change(0)).status).toBe(200)
    const other = { body: { quiet: usualQuiet, expected: 0 } }
    expect(refusal(await it.send(leadQuietRoutes.change, late, other)).code).toBe('changed_meanwhile')
    // What waits is looked at again.
    await inState(late, lead._id, 'sent', 'Yes')
    expect(await write(late, lead._id, { text: 'Buy now', purpose: 'advertising' })).toMatchObject({ state: 'waiting' })
    const later = await atTime(NIGHT + 61 * 60_000, owner.userId, businessId)
    expect(await write(later, lead._id, { text: 'Too late' })).toMatchObject({ state: 'waiting' })
  })
})
