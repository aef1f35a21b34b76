import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AutomationTemplate, automationTemplates } from '#contract/leads/automations/automation-templates.ts'
import { automationRoutes } from '#contract/leads/automations/automations.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { automationWorld } from '../../testing/automation-world.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { writeAhead } from '../working-hours/open-periods.service.ts'
import { watch } from './engine/watching.ts'

// Sunday, 29 November 2026, 10:00 in Israel: open, and no quiet.
const START = Date.parse('2026-11-29T08:00:00Z')
const DAY = 1_440
const clock = { time: START }
const it = await testApp({ now: () => new Date(clock.time), own: true })
const leads = testLeads(it)

async function world() {
  clock.time = START
  const made = await automationWorld(it, clock)
  const { businessId, campaignId, db, now, settle, owner, arrive, runs, lead } = made
  await writeAhead(it.deps.workerDb, businessId, { now: new Date(START), isMoved: false })
  /** Makes a draft of the template and publishes it. */
  const start = async (template: AutomationTemplate) => {
    const { status, body } = await it.send(automationRoutes.createFrom, await now(), {
      body: { name: `From ${template}`, template, language: 'he' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.automation.draft?.trigger.kind).toBe(automationTemplates[template])
    const params = { id: body.automation._id }
    expect((await it.send(automationRoutes.publish, await now(), { params, body: { expected: 0 } })).status).toBe(200)
    return body.automation._id
  }
  const pass = async (minutes: number) => {
    clock.time += minutes * 60_000
    await settle()
  }
  /** The steps of the only run, as `step outcome reason`. */
  const did = async (id: string) => {
    const [run, ...others] = await runs(id)
    expect(others).toEqual([])
    return run?.steps.map(({ stepId, outcome, reason }) => [stepId, outcome, reason].filter(Boolean).join(' '))
  }
  const followUps = async (leadId: string) => {
    const { body } = await it.send(followUpRoutes.list, await now(), { params: { id: leadId } })
    return body.followUps.map(({ action, dueAt }) => `${action} ${dueAt}`)
  }
  const messages = async (leadId: string) => {
    const { body } = await it.send(conversationRoutes.messages, await now(), { params: { id: leadId }, query: {} })
    return body.messages.map(({ origin, state, text }) => ({ origin, state, text }))
  }
  const notices = async () => {
    await settle()
    const { body } = await it.send(notificationRoutes.list, await now(), { query: {} })
    return body.data.filter(({ action }) => action === 'automation_notice').map(({ title }) => title)
  }
  /** A lead of the Owner, who then works on it. */
  const owned = async (values: object = {}) => arrive({ assignedTo: owner.userId, ...values })
  const happens = (name: 'message.received' | 'meeting.cancelled' | 'call.ended', leadId: string, payload: object) =>
    emit(db, { kind: 'system', businessId }, name, { campaignId, leadId, ...payload } as never)
  const look = async () => {
    await watch(it.deps, businessId)
    await settle()
  }
  const actAt = (leadId: string, iso: string) =>
    sql`update leads set last_activity_at = ${iso} where id = ${leadId}`.execute(it.deps.workerDb)
  return { ...made, start, pass, did, followUps, messages, notices, owned, happens, look, actAt, lead }
}

test('thanks: a new lead gets an SMS and its person a call in half an hour', async () => {
  const { start, owned, settle, did, followUps, messages } = await world()
  const id = await start('thanks')
  const leadId = await owned({ name: 'Dana Levi' })
  await settle()
  expect(await did(id)).toEqual(['a skipped has_assignee', 'b done', 'c done'])
  expect(await followUps(leadId)).toEqual(['Call Back 2026-11-29T08:30:00Z'])
  const [message, ...others] = await messages(leadId)
  expect([message?.origin, others]).toEqual(['automation', []])
  expect(message?.text).toMatch(/^שלום Dana, תודה על הפנייה/)
})

test('a template of a name that the business has sends the text of the business', async () => {
  const { start, now } = await world()
  const templates = async () => (await it.send(messageTemplateRoutes.list, await now(), {})).body.templates
  const before = (await templates()).map(({ nameEn }) => nameEn)
  await start('missed_call')
  await start('missed_call')
  const after = (await templates()).map(({ nameEn }) => nameEn)
  expect(after.filter((name) => !before.includes(name))).toEqual(['We missed your call'])
  await start('thanks')
  expect(await templates()).toHaveLength(Math.max(after.length, before.length + 2))
})

test('assign_and_call: a lead without a person and without a rule says so; with one it gets a call', async () => {
  const { start, owned, arrive, settle, runs, followUps } = await world()
  const id = await start('assign_and_call')
  const [without, withOne] = [await arrive(), await owned()]
  await settle()
  const said = (await runs(id)).map((run) => [run.lead?._id, run.steps.map(({ reason, outcome }) => reason ?? outcome)])
  expect(Object.fromEntries(said)).toEqual({
    [without]: ['no_rule', 'no_assignee'],
    [withOne]: ['has_assignee', 'done'],
  })
  expect(await followUps(withOne)).toEqual(['Call Back 2026-11-29T08:10:00Z'])
})

test('call_at_opening: a lead of the night is called when it opens', async () => {
  const { start, owned, settle, pass, runs, followUps } = await world()
  const id = await start('call_at_opening')
  clock.time = Date.parse('2026-11-29T20:00:00Z')
  const leadId = await owned()
  await settle()
  expect(await runs(id)).toMatchObject([{ state: 'waiting', dueAt: '2026-11-30T06:00:00Z' }])
  await pass(10 * 60)
  expect(await followUps(leadId)).toEqual(['Call Back 2026-11-30T06:05:00Z'])
})

test('missed_call: the caller gets an SMS and is called back, once for each call', async () => {
  const { start, owned, happens, settle, did, followUps, messages } = await world()
  const leadId = await owned()
  await settle()
  const id = await start('missed_call')
  const callId = newId()
  for (const status of ['Answered', 'Not Answered', 'Not Answered'])
    await happens('call.ended', leadId, {
      ...{ callId: status === 'Answered' ? newId() : callId, status, numberId: null, source: 'call', counts: [] },
      calls: [],
    })
  await settle()
  expect(await did(id)).toEqual(['a done', 'b skipped has_assignee', 'c done'])
  expect(await followUps(leadId)).toEqual(['Call Back 2026-11-29T08:15:00Z'])
  expect(await messages(leadId)).toMatchObject([{ text: expect.stringMatching(/לא הספקנו לענות/) }])
})

test('repeat_enquiry: a tag, a notification and a call', async () => {
  const { start, owned, arrive, settle, did, lead, notices } = await world()
  const phone = '+972724440901'
  const leadId = await owned({ phone })
  await settle()
  const id = await start('repeat_enquiry')
  await arrive({ phone })
  await settle()
  expect(await did(id)).toEqual(['a done', 'b done', 'c done'])
  expect((await lead(leadId)).tags).toEqual(['פנייה חוזרת'])
  expect(await notices()).toEqual(['פנייה חוזרת: Dana Levi'])
})

test('untouched: the person is notified after a working day, the Owners a day later, unless it was won', async () => {
  const { start, owned, look, actAt, pass, did, notices, settle } = await world()
  const leadId = await owned()
  await settle()
  await actAt(leadId, '2026-11-29T08:00:00Z')
  const id = await start('untouched')
  await look()
  clock.time = Date.parse('2026-11-30T07:00:00Z')
  await look()
  expect(await notices()).toEqual(['ליד מחכה לטיפול: Dana Levi'])
  await pass(DAY)
  expect(await did(id)).toEqual(['a done', 'b waits', 'c yes', 'd done'])
  expect(await notices()).toEqual(['ליד עדיין מחכה לטיפול: Dana Levi', 'ליד מחכה לטיפול: Dana Levi'])
})

test('untouched: the Owners do not hear of a lead on which work went on', async () => {
  const { start, owned, look, actAt, pass, did, notices, settle } = await world()
  const leadId = await owned()
  await settle()
  await actAt(leadId, '2026-11-29T08:00:00Z')
  const id = await start('untouched')
  await look()
  clock.time = Date.parse('2026-11-30T07:00:00Z')
  await look()
  await actAt(leadId, '2026-11-30T09:00:00Z')
  await pass(DAY)
  expect(await did(id)).toEqual(['a done', 'b waits', 'c no'])
  expect(await notices()).toEqual(['ליד מחכה לטיפול: Dana Levi'])
})

test('long_silence: an SMS and a call after a working week', async () => {
  const { start, owned, look, actAt, did, settle, messages } = await world()
  const leadId = await owned()
  await settle()
  await actAt(leadId, '2026-11-29T08:00:00Z')
  const id = await start('long_silence')
  await look()
  clock.time = Date.parse('2026-12-06T13:00:00Z')
  await look()
  expect(await did(id)).toEqual(['a done', 'b done'])
  expect(await messages(leadId)).toMatchObject([{ text: expect.stringMatching(/עדיין רלוונטית/) }])
})

test('after_offer and large_deal: a value sets a call in two days; a large one a tag and a notification', async () => {
  const { start, owned, settle, did, now, followUps, lead, notices } = await world()
  const leadId = await owned()
  await settle()
  const [offer, large] = [await start('after_offer'), await start('large_deal')]
  await leads.change(await now(), leadId, { value: 100_000 })
  await settle()
  expect(await did(offer)).toEqual(['a done'])
  expect(await did(large)).toBe(undefined)
  expect(await followUps(leadId)).toEqual(['Call Back 2026-12-01T08:00:00Z'])
  clock.time += 120_000
  await leads.change(await now(), leadId, { value: 2_000_000 })
  await settle()
  expect(await did(large)).toEqual(['a done', 'b done'])
  expect((await lead(leadId)).tags).toEqual(['VIP'])
  expect(await notices()).toEqual(['עסקה גדולה: Dana Levi'])
})

test('won_thanks and referral: thanks at once, a task after a week', async () => {
  const { start, owned, settle, did, now, statusIds, messages, followUps, pass } = await world()
  const leadId = await owned()
  await settle()
  const [thanks, referral] = [await start('won_thanks'), await start('referral')]
  expect((await leads.change(await now(), leadId, { statusId: statusIds.won })).status).toBe(200)
  await settle()
  expect(await did(thanks)).toEqual(['a done'])
  expect(await messages(leadId)).toMatchObject([{ text: expect.stringMatching(/תודה שבחרתם/) }])
  await pass(7 * DAY)
  expect(await did(referral)).toEqual(['a waits', 'b done'])
  expect(await followUps(leadId)).toEqual(['None 2026-12-06T09:00:00Z'])
})

test('win_back: a lead that was lost is called after 60 days, unless it came back', async () => {
  const { start, owned, settle, pass, runs, now, statusIds, followUps } = await world()
  const [lost, back] = [await owned(), await owned()]
  await settle()
  const id = await start('win_back')
  for (const one of [lost, back]) await leads.change(await now(), one, { statusId: statusIds.lost })
  await settle()
  await leads.change(await now(), back, { statusId: statusIds.ongoing })
  await pass(60 * DAY)
  expect((await runs(id)).map(({ reason }) => reason).sort()).toEqual(['exit', null].sort())
  expect(await followUps(lost)).toEqual(['Call Back 2027-01-28T09:00:00Z'])
  expect(await followUps(back)).toEqual([])
})

test('answer_message: the person of the lead answers; without one the Owners hear of it', async () => {
  const { start, owned, arrive, happens, settle, runs, followUps, notices } = await world()
  const [mine, without] = [await owned(), await arrive({ name: 'Noam' })]
  await settle()
  const id = await start('answer_message')
  for (const leadId of [mine, without])
    await happens('message.received', leadId, { messageId: newId(), channel: 'sms', assignedTo: null })
  await happens('message.received', mine, { messageId: newId(), channel: 'sms', assignedTo: null, isWithdrawal: true })
  await settle()
  const said = (await runs(id)).map((run) => [run.lead?._id, run.steps.map(({ reason, outcome }) => reason ?? outcome)])
  expect(Object.fromEntries(said)).toEqual({ [mine]: ['no', 'done'], [without]: ['yes', 'no_rule', 'done'] })
  expect(said).toHaveLength(2)
  expect(await followUps(mine)).toEqual(['Send SMS 2026-11-29T08:15:00Z'])
  expect(await notices()).toEqual(['הודעה מליד בלי אחראי: Noam'])
})

test('meeting_declined: a call and a notification when the guest cancels', async () => {
  const { start, owned, happens, settle, did, followUps, notices } = await world()
  const leadId = await owned()
  await settle()
  const id = await start('meeting_declined')
  const meeting = { meetingId: newId(), startsAt: '2026-11-30T08:00:00Z', status: 'Meeting Cancelled', outcome: null }
  await happens('meeting.cancelled', leadId, meeting)
  await happens('meeting.cancelled', leadId, { ...meeting, byGuest: true })
  await settle()
  expect(await did(id)).toEqual(['a done', 'b done'])
  expect(await followUps(leadId)).toEqual(['Call Back 2026-11-29T08:30:00Z'])
  expect(await notices()).toEqual(['הפגישה בוטלה או נדחית: Dana Levi'])
})

test('handed_over: the new person has a call in two hours', async () => {
  const { start, arrive, settle, did, now, owner, followUps } = await world()
  const leadId = await arrive()
  await settle()
  const id = await start('handed_over')
  await leads.change(await now(), leadId, { assignedTo: owner.userId })
  await settle()
  expect(await did(id)).toEqual(['a done'])
  expect(await followUps(leadId)).toEqual(['Call Back 2026-11-29T10:00:00Z'])
})
