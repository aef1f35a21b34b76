import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationSettingRoutes } from '#contract/notifications/notification-settings.ts'
import { startVendor } from '../../testing/fake-vendor.ts'
import { testSpeedToLead, withoutLoops } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import { testForms } from '../../testing/test-forms.ts'
import { nextPhone } from '../../testing/test-leads.ts'
import { testExchange } from '../../testing/test-numbers.ts'
import { lookAtDue } from '../assignment/assigning.ts'
import { ringForDue } from './ringing.ts'

// Sunday, 29 November 2026, 10:00 in Israel.
const START = Date.parse('2026-11-29T08:00:00Z')
let time = START
const vendor = startVendor(testExchange)
const softphoneKey = (_identity: string, now: Date) => ({ kind: 'local' as const, token: 't', expiresAt: now })
const it = await testApp({
  exchange: () => ({ ...testExchange, baseUrl: vendor.url(), softphoneKey }),
  now: () => new Date(time),
  env: withoutLoops,
})
const forms = testForms(it)
const { leads, world } = testSpeedToLead(it, { vendor, now: () => time })
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  time = START
  it.deps.caches.endAll()
})

describe('a lead arrives', () => {
  test("by the API: the first person's browser rings, and who accepts talks with the lead, whose lead it becomes", async () => {
    const it1 = await world(2, { settings: { ringSeconds: 17 }, routing: { recording: true } })
    const lead = await it1.arrive({ name: 'Noa Katz' })
    const [sent] = vendor.state().calls
    expect(it1.called()).toEqual(['A'])
    expect(sent).toMatchObject({ From: it1.number.phone, Timeout: '17' })
    expect(sent?.To).toMatch(/\?callId=[\w-]+$/)
    const { call, xml } = await it1.talk(lead._id)
    expect(xml).toContain(`callerId="${it1.number.phone}"`)
    expect(xml).toContain('record="record-from-answer-dual"')
    expect(xml).toContain(`>${lead.phone}</Number>`)
    const [row, ...others] = await it1.rows(lead._id)
    expect(others).toEqual([])
    expect(row).toMatchObject({ id: call.id, status: 'Answered', direction: 'outbound', talk_s: 30 })
    expect(row).toMatchObject({ answered_by: it1.writers[0]?.userId, called: lead.phone })
    const now = await it1.leadOf(lead._id)
    expect(now.assignedTo?._id).toBe(it1.writers[0]?.userId)
    expect(Date.parse(now.firstResponseAt ?? '')).toBe(Date.parse(row?.answered_at ?? ''))
    expect(await it1.said(lead._id)).toEqual([{ outcome: 'accepted', people: [it1.writers[0]?.name] }])
  })

  test('by a form: it rings, too; a source that is not chosen, a lead by hand and one without a phone do not', async () => {
    const it1 = await world(1, { settings: { sources: ['form'] } })
    await it1.arrive()
    await leads.add(it1.owner, { campaignId: it1.campaignId })
    await it1.settle()
    expect(it1.called()).toEqual([])
    const form = await forms.make(it1.owner, it1.campaignId)
    const { action, values } = await forms.open(form)
    // As a person who fills it in.
    time += 5_000
    const posted = await forms.post(action, { ...values, name: 'Dana Levi', phone: nextPhone() })
    expect(posted.statusCode, posted.body).toBe(303)
    await it1.settle()
    expect(it1.called()).toEqual(['A'])
    const second = await world(1)
    await leads.add(second.sender, { campaignId: second.campaignId, email: 'dana@example.com' })
    await second.settle()
    expect(vendor.state().calls).toHaveLength(1)
  })

  test('no one accepts: each person is rung once, in turn, then the lead is in Today and its history says who', async () => {
    const it1 = await world(4)
    const lead = await it1.arrive()
    await it1.decline()
    await it1.decline(lead._id, 'no-answer')
    await it1.decline()
    expect(it1.called()).toEqual(['A', 'B', 'C'])
    await it1.settle()
    expect(it1.called()).toHaveLength(3)
    const names = it1.writers.slice(0, 3).map(({ name }) => name)
    expect(await it1.said(lead._id)).toEqual([{ outcome: 'unanswered', people: names }])
    expect((await it1.leadOf(lead._id)).firstResponseAt).toBeNull()
    const { body } = await it.send(todayRoutes.sections, it1.owner, { query: {} as never })
    expect(JSON.stringify(body)).toContain(lead._id)
    // The next lead begins with who was rung longest ago.
    await it1.arrive()
    expect(it1.called().at(-1)).toBe('D')
    await it1.decline()
    expect(it1.called().at(-1)).toBe('A')
  })

  test('the lead does not answer the person who accepted: no further person is rung, and the lead is theirs', async () => {
    const it1 = await world(2)
    const lead = await it1.arrive()
    await it1.talk(lead._id, 0)
    expect(it1.called()).toEqual(['A'])
    const now = await it1.leadOf(lead._id)
    expect([now.assignedTo?._id, now.firstResponseAt]).toEqual([it1.writers[0]?.userId, null])
    expect(await it1.said(lead._id)).toMatchObject([{ outcome: 'accepted' }])
  })
})

describe('a mobile', () => {
  test.each([
    ['en', 'Noa', /New lead, .+, Noa\. To talk, press 1\./],
    ['he', 'נועה', /ליד חדש, .+, נועה\. לחיבור יש להקיש 1\./],
    ['en', '', /New lead, [^,]+\. To talk, press 1\./],
  ] as const)('hears the lead in the language of the number (%s, %s); 1 connects', async (language, name, words) => {
    const it1 = await world(1, { routing: { language } })
    const phone = await it1.mobile(it1.writers[0] as never)
    const lead = await it1.arrive({ name })
    expect(it1.called()).toEqual([phone])
    const call = await it1.live()
    const { xml } = await it1.answer()
    expect(xml).toMatch(words)
    expect(xml).not.toContain(lead.phone as string)
    const taken = await it1.report(call, 'accept', { CallStatus: 'in-progress', Digits: '1' })
    expect(taken.xml).toContain(`>${lead.phone}</Number>`)
    await it1.settle()
    expect((await it1.leadOf(lead._id)).assignedTo?._id).toBe(it1.writers[0]?.userId)
  })

  test('whose voicemail answers: the lead is not rung, and the next person is', async () => {
    const it1 = await world(2)
    const phone = await it1.mobile(it1.writers[0] as never)
    const lead = await it1.arrive()
    const call = await it1.live()
    await it1.answer()
    await it1.report(call, 'accept', { CallStatus: 'in-progress' })
    await it1.report(call, 'accept-again', { CallStatus: 'in-progress' })
    await it1.report(call, 'status', { CallStatus: 'completed', CallDuration: '20' })
    await it1.settle()
    expect(it1.called()).toEqual([phone, 'B'])
    expect(await it1.rows(lead._id)).toMatchObject([{ reason: 'agent_no_answer' }, { status: null }])
  })
})

describe('once', () => {
  test('leads of one moment ring different people, whatever looks at them; no person is rung twice at a time', async () => {
    const it1 = await world(3)
    for (let i = 0; i < 5; i += 1) await leads.add(it1.sender, { campaignId: it1.campaignId })
    await it1.relay()
    await Promise.all(Array.from({ length: 6 }, () => ringForDue(it.deps)))
    await it1.settle()
    expect(it1.called().sort()).toEqual(['A', 'B', 'C'])
    const rung = async () => (await it1.rows()).map(({ lead_id }) => lead_id)
    expect(new Set(await rung()).size).toBe(3)
    // One takes a lead: after that talk, a lead that waited rings the person who is free.
    const [first] = await rung()
    await it1.talk(first as string)
    time += 6_000
    await it1.settle()
    expect(it1.called()).toHaveLength(4)
    expect(new Set(await rung()).size).toBe(4)
  })

  test('while all are in calls a lead waits two minutes, and then says so', async () => {
    const it1 = await world(1)
    await it1.arrive()
    const waits = await it1.arrive()
    time += 119_000
    await it1.present(it1.writers[0] as never)
    await it1.settle()
    expect(await it1.said(waits._id)).toEqual([])
    time += 6_000
    await it1.settle()
    expect(await it1.said(waits._id)).toEqual([{ outcome: 'all_busy', people: [] }])
  })

  test('a person in a call, away, off shift or without a phone is skipped', async () => {
    const it1 = await world(4)
    const [a, b, c] = it1.writers
    if (!a || !b || !c) throw new Error('There are four')
    const other = await leads.add(it1.owner, { campaignId: it1.campaignId })
    const dialled = await it.send(outgoingRoutes.dial, a, { body: { leadId: other._id, via: 'softphone' } })
    expect(dialled.status).toBe(200)
    await it1.present(b, 'away')
    await it1.db
      .insertInto('shift_plans')
      .values({ business_id: it1.businessId, user_id: c.userId, plan: '{}' } as never)
      .execute()
    await it1.arrive()
    expect(it1.called()).toEqual(['A', 'D'])
  })

  test('a person in their own quiet hours is skipped until these end; those of the business skip no one on shift', async () => {
    const it1 = await world(2)
    const [a] = it1.writers
    const quiet = (from: string, to: string) =>
      it.send(notificationSettingRoutes.changeOwn, a, { body: { quiet: { kind: 'own', hours: { from, to } } } })
    const hours = { quiet: { from: '09:00', to: '11:00' } }
    expect((await it.send(notificationSettingRoutes.changeBusiness, it1.owner, { body: hours as never })).status).toBe(
      200,
    )
    // It is 10:00.
    expect((await quiet('09:30', '10:01')).status).toBe(200)
    await it1.arrive()
    expect(it1.called()).toEqual(['B'])
    await it1.decline()
    expect(it1.called()).toEqual(['B'])
    await quiet('09:30', '10:00')
    await it1.arrive()
    expect(it1.called()).toEqual(['B', 'A'])
  })
})

describe('who is rung', () => {
  test('with a rule of assignment in its order: first the assignee, who has it by the rule, then the next by the rule', async () => {
    const it1 = await world(3, { settings: { peopleMax: 2 } })
    const members = [2, 0, 1].map((place) => ({ userId: it1.writers[place]?.userId as string, weight: 1 }))
    const rule = { ...noRule, mode: 'roundRobin' as const, members }
    const set = await it.send(assignmentRoutes.change, it1.owner, {
      params: { id: it1.campaignId },
      body: { rule, expected: 0 },
    })
    expect(set.status).toBe(200)
    const first = await leads.add(it1.sender, { campaignId: it1.campaignId })
    await it1.relay()
    await lookAtDue(it.deps)
    expect((await it1.leadOf(first._id)).assignedTo?._id).toBe(members[0]?.userId)
    await it1.settle()
    expect(it1.called()).toEqual(['C'])
    await it1.decline()
    // By the rule it is A's turn, whom the lead then belongs to: the rule's choice gives way to who took it.
    expect(it1.called()).toEqual(['C', 'A'])
    await it1.talk(first._id)
    expect((await it1.leadOf(first._id)).assignedTo?._id).toBe(it1.writers[0]?.userId)
    const { body } = await leads.history(it1.owner, first._id)
    expect(body.history.map(({ byRule }) => byRule)).toContain('accepted')
  })

  test('a lead that a person assigned rings its person alone, and stays theirs', async () => {
    const it1 = await world(3)
    const b = it1.writers[1]?.userId as string
    const lead = await leads.add(it1.sender, { campaignId: it1.campaignId })
    await leads.change(it1.owner, lead._id, { assignedTo: b })
    await it1.settle()
    expect(it1.called()).toEqual(['B'])
    await it1.decline()
    expect(it1.called()).toEqual(['B'])
    expect(await it1.said(lead._id)).toMatchObject([{ outcome: 'unanswered' }])
    // Assigned to another while the phone rings: the talk leaves it with them.
    const second = await it1.arrive()
    const answers = it1.called().at(-1)
    expect(answers).toBe('A')
    await leads.change(it1.owner, second._id, { assignedTo: b })
    await it1.settle()
    await it1.talk(second._id)
    expect((await it1.leadOf(second._id)).assignedTo?._id).toBe(b)
  })

  test('without people of its own, Owners and Admins of the business', async () => {
    const it1 = await world(0)
    await it1.present(it1.owner)
    await it1.arrive()
    expect(vendor.state().calls[0]?.To).toContain(it1.owner.userId.replaceAll('-', ''))
  })

  test('a partner who sees masks: in the browser alone, without the number; a member kept to own leads gets the lead', async () => {
    const it1 = await world(0)
    await it1.db.updateTable('businesses').set({ masks_contacts: true, own_leads_only: true }).execute()
    const partner = await it1.member('Affiliate', [it1.campaignId])
    await it1.mobile(partner)
    const kept = await it1.member('Writer', [it1.campaignId])
    it.deps.caches.endAll()
    const none = await it1.arrive()
    expect(await it1.said(none._id)).toMatchObject([{ outcome: 'no_people' }])
    await it1.present(partner)
    const lead = await it1.arrive({ name: 'Noa' })
    const { id } = await it1.live()
    const ringing = await it.send(softphoneRoutes.ringing, partner, { params: { id } })
    expect(ringing.body.call).toMatchObject({ isNewLead: true, making: 'agent', lead: { name: 'Noa' } })
    const hidden = (lead.phone as string).slice(5)
    expect(JSON.stringify([ringing.body, vendor.state().calls.map(({ To }) => To)])).not.toContain(hidden)
    await it1.present(kept)
    await it1.decline()
    expect(vendor.state().calls.at(-1)?.To).toContain(kept.userId.replaceAll('-', ''))
    await it1.talk(lead._id)
    expect((await it.send(leadRoutes.get, kept, { params: { id: lead._id } })).status).toBe(200)
  })
})
