import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { aSid, type Form, hooksIn, rfc2822, testExchange, testNumber } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { notifyRecipients } from './notifications.jobs.ts'

const it = await testApp({
  exchange: () => testExchange,
  env: { PUBLIC_URL: 'https://leads.example.test', DEMO: '1' },
})

const { relayed } = testLeads(it)

/** Creates a number of a campaign that lists two e-mail addresses, one of them of an English reader, and a phone. */
async function world(routing: Parameters<typeof testNumber>[2] = {}) {
  const business = await it.newBusiness()
  const { businessId } = business
  const english = await business.member('Reader')
  const [hebrew, phone] = [`${newId()}@example.test`, aPhone()]
  const campaignId = await business.campaign({
    name: 'מטבחים',
    email_notifications: [hebrew, english.email],
    sms_notifications: [phone],
  })
  const number = await testNumber(it, { ...business, campaignId }, routing)
  /** Messages of the outbox, oldest first. */
  const messages = () =>
    it.deps.workerDb
      .selectFrom('messages')
      .select(['recipient', 'subject', 'body'])
      .where('business_id', '=', businessId)
      .orderBy('id')
      .execute()
  const to = async (recipient: string) => (await messages()).filter((one) => one.recipient === recipient)
  /** Makes a call that ends with this dial report. */
  const call = async (from: string, dial: Form | null) => {
    const { sid } = await number.dial(from)
    const { id } = await number.row(sid)
    if (dial) await number.hook(`/${id}/dial/1`, { CallSid: sid, CallStatus: 'in-progress', ...dial })
    if (dial) await number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '30' })
    return number.row(sid)
  }
  const received = () =>
    waitFor(async () => {
      const all = await messages()
      return all.length >= 3 && all
    })
  return {
    ...business,
    ...number,
    campaignId,
    hebrew,
    english: english.email,
    mobile: phone,
    to,
    call,
    received,
    messages,
  }
}
const missed = { DialCallStatus: 'no-answer', DialBridged: 'false' }
const answered = { DialCallStatus: 'completed', DialBridged: 'true', DialCallDuration: '20' }

describe('a campaign’s recipients get messages about calls', () => {
  test('a missed call that made a lead is one message that says both, in the language of its reader', async () => {
    const { businessId, campaignId, phone, hebrew, english, mobile, call, received, to } = await world()
    const { lead_id: leadId } = await call('+972501234567', missed)
    expect(await received()).toHaveLength(3)
    const [[inHebrew], [inEnglish], [sms]] = [await to(hebrew), await to(english), await to(mobile)]
    const link = `https://leads.example.test/b/${businessId}/c/${campaignId}/leads/${leadId}`
    expect(inHebrew?.subject).toBe('שיחה שלא נענתה מליד חדש: \u2066050-123-4567\u2069 · מטבחים')
    expect(inEnglish?.subject).toBe('Missed call from a new lead: \u2066050-123-4567\u2069 · מטבחים')
    for (const line of ['טלפון: \u200e+972501234567', 'השיחה: לא נענתה', `המספר שחייגו אליו: \u200e${phone}`, link])
      expect(inHebrew?.body).toContain(line)
    for (const line of ['The call: Not answered', `Number called: \u200e${phone}`, link])
      expect(inEnglish?.body).toContain(line)
    expect(inEnglish?.body).toMatch(/Called at: \d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}/)
    const [body, wayOut] = sms?.body?.split('\nלהפסקת ההתראות: ') ?? []
    expect(body).toBe(`שיחה שלא נענתה מליד חדש: \u2066050-123-4567\u2069\nמטבחים\n${link}`)
    expect(wayOut).toMatch(/^https:\/\/leads\.example\.test\/u\/[\w-]{43}$/)
  })

  test('an answered call of an unknown caller is reported as a new lead when it has ended', async () => {
    const { english, call, received, to, messages, dial } = await world()
    await dial(aPhone())
    await call('+972501234567', answered)
    expect(await received()).toHaveLength(3)
    const [mail] = await to(english)
    expect(mail?.subject).toBe('New lead: \u2066050-123-4567\u2069 · מטבחים')
    expect(mail?.body).not.toContain('The call:')
    expect(await messages()).toHaveLength(3)
  })

  test('an unanswered call of a known lead is a missed call; an answered one is not reported', async () => {
    const { english, call, received, to } = await world()
    const caller = '+972501234567'
    await call(caller, answered)
    await received()
    await call(caller, answered)
    await call(caller, { DialCallStatus: 'busy', DialBridged: 'false' })
    await waitFor(async () => (await to(english)).length > 1)
    const [, mail, ...others] = await to(english)
    expect(mail?.subject).toBe('Missed call: \u2066050-123-4567\u2069 · מטבחים')
    expect(mail?.body).toContain('The call: Busy')
    expect(others).toEqual([])
  })

  test('outside business hours a call is over at once, and the message says so', async () => {
    const closed = { hours: { days: Array.from({ length: 7 }, () => []) } }
    const { english, call, received, to } = await world({ routing: closed })
    await call(aPhone(), null)
    await received()
    const [mail] = await to(english)
    expect(mail?.subject).toContain('Missed call from a new lead')
    expect(mail?.body).toContain('The call: Outside business hours')
  })

  test('a call whose status a late report mends is not reported again', async () => {
    const { dial, hook, row, received, messages } = await world()
    const { sid, xml } = await dial(aPhone())
    const phone = { CallSid: aSid('CA'), ParentCallSid: sid, Timestamp: rfc2822(Date.now()) }
    const says = (CallStatus: string, SequenceNumber: string) =>
      hook(hooksIn(xml)['leg/1/0'] ?? '', { ...phone, CallStatus, SequenceNumber })
    await says('busy', '1')
    await hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '30' })
    expect((await row(sid)).status).toBe('Busy')
    await received()
    await says('in-progress', '2')
    expect((await row(sid)).status).toBe('Answered')
    await relayed()
    await waitFor(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'notifyRecipients'`.execute(
        it.deps.workerDb,
      )
      return rows.length === 0
    })
    expect(await messages()).toHaveLength(3)
  })

  test('one message for each call, however often the job runs; none for withheld numbers or refused callers', async () => {
    const { db, businessId, call, received, messages } = await world()
    const kept = aPhone()
    await db
      .insertInto('blacklist')
      .values({ business_id: businessId, id: newId(), kind: 'number', phone: kept })
      .execute()
    await call(kept, null)
    await call('anonymous', missed)
    await call(aPhone(), missed)
    await received()
    const events = await it.deps.workerDb
      .selectFrom('events')
      .select(['id', 'name'])
      .where('business_id', '=', businessId)
      .execute()
    const ended = events.filter(({ name }) => name === 'call.ended').map(({ id }) => id)
    expect(ended).toHaveLength(3)
    await notifyRecipients.run(it.deps, { businessId, eventIds: ended })
    expect(await messages()).toHaveLength(3)
  })
})
