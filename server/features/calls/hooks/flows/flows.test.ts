import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../../../platform/ids.ts'
import { flowCall, flowOf, publishFlow, step } from '../../../../testing/features/test-flows.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testExchange, testNumber } from '../../../../testing/test-numbers.ts'

let moment: Date | undefined
const it = await testApp({ exchange: () => testExchange, now: () => moment ?? new Date() })
afterEach(() => {
  moment = undefined
})

const closed = { by: 'own', hours: { days: Array.from({ length: 7 }, () => []) } } as const
const [one, two] = ['+972501111111', '+972502222222']

async function world(steps: Parameters<typeof flowOf>[0], settings = {}) {
  const business = await it.newBusiness()
  const number = await testNumber(it, business)
  const flowId = await publishFlow(business, flowOf(steps, settings), { numberId: number.numberId })
  const republish = (content: Parameters<typeof flowOf>[0], version: number) =>
    publishFlow(business, flowOf(content), { flowId, version })
  return { ...business, ...number, flowId, republish, call: () => flowCall(number, aPhone()) }
}

describe('a menu', () => {
  const sales = [
    step.say('hi', 'Welcome'),
    step.menu('m', '12#'),
    step.ring('r1', [one], {}, 'm.1'),
    step.voicemail('v1', 'Leave word', 'm.1'),
    step.ring('r2', [two], {}, 'm.2'),
    step.message('e2', '', 'm.2'),
    step.hangup('e3', 'm.#'),
    step.message('o', 'Goodbye', 'm.otherwise'),
  ]

  test('a key, its phones, and voicemail', async () => {
    const call = await (await world(sales)).call()
    expect(call.xml).toMatch(
      /<Say [^>]+>Welcome<\/Say><Gather numDigits="1" timeout="5" action="[^"]+\/menu\/1" method="POST" finishOnKey="" actionOnEmptyResult="true"><Say [^>]+>Menu m<\/Say><\/Gather><\/Response>/,
    )
    expect(await call.row()).toMatchObject({ state: 'ringing', status: null, lead_id: expect.any(String) })
    await call.press('1')
    expect(call.rung()).toEqual([one])
    await call.unanswered()
    expect(call.xml).toMatch(/>Leave word<\/Say><Record /)
    expect(await call.row()).toMatchObject({ state: 'voicemail' })
    expect(await call.end()).toMatchObject({ status: 'Not Answered', reason: 'rang_out' })
  })

  test('the same hook again gets the same answer, and nothing happens twice', async () => {
    const it1 = await world(sales)
    const call = await it1.call()
    for (const act of [() => call.press('1'), () => call.unanswered()]) {
      const first = await act()
      const plan = (await call.row()).plan
      const [path, form] = call.sent.at(-1) ?? ['', {}]
      expect((await it1.hook(path, form)).xml).toBe(first)
      // Another key in a repeated report is not taken.
      if (form.Digits) expect((await it1.hook(path, { ...form, Digits: '2' })).xml).toBe(first)
      expect((await call.row()).plan).toEqual(plan)
    }
  })

  test('twenty reports of one turn with two keys, at the same moment, choose once', async () => {
    const it1 = await world(sales)
    const call = await it1.call()
    const form = { CallSid: call.sid, CallStatus: 'in-progress' }
    const path = call.hookOf('menu')
    const pressed = Array.from({ length: 20 }, (_, i) => it1.hook(path, { ...form, Digits: i % 2 ? '1' : '2' }))
    const answers = await Promise.all(pressed)
    expect(new Set(answers.map(({ xml }) => xml)).size).toBe(1)
    expect((await call.row()).plan).toMatchObject({ steps: [{ legs: [{ kind: 'phone' }] }] })
  })

  test('no key, and one that it does not have: repeated, then the branch of otherwise', async () => {
    const call = await (await world(sales.map((s) => (s.kind === 'menu' ? { ...s, repeats: 2 } : s)))).call()
    await call.press('')
    expect([call.said(), call.hookOf('menu')]).toEqual([['Menu m'], expect.stringMatching(/menu\/2$/)])
    await call.press('7')
    expect(call.said()).toEqual(['Menu m'])
    await call.press('9')
    expect(call.said()).toEqual(['Goodbye'])
    expect(await call.end()).toMatchObject({ status: 'Not Answered' })
  })

  test('a key stands for otherwise; # is a key; an empty message is the standard one', async () => {
    const steps = sales
      .filter(({ id }) => id !== 'o')
      .map((s) => (s.kind === 'menu' ? { ...s, otherwiseAs: '2' as const } : s))
    const it1 = await world(steps)
    const call = await it1.call()
    await call.press('')
    expect(call.rung()).toEqual([two])
    await call.unanswered()
    expect(call.said()).toEqual(['Sorry, we cannot take your call right now. We will call you back as soon as we can.'])
    const other = await it1.call()
    expect(await other.press('#')).toContain('<Response><Hangup/></Response>')
  })

  test('the caller hangs up: before a phone rang, and after', async () => {
    const it1 = await world([step.ring('r', [one]), ...sales])
    const early = await it1.call()
    await early.unanswered('busy')
    expect(early.said()).toEqual(['Welcome', 'Menu m'])
    expect(await early.row()).toMatchObject({ state: 'ringing' })
    expect(await early.end()).toMatchObject({ status: 'Caller Canceled', reason: 'hangup_while_waiting' })
    const it2 = await world(sales)
    const call = await it2.call()
    expect(await call.end()).toMatchObject({ status: 'Caller Canceled', reason: 'left_before_dial' })
  })

  test('within a menu, and on after a branch that does not end', async () => {
    const call = await (
      await world([
        step.menu('a', '1', { otherwiseAs: '1' }),
        step.menu('b', '5', { otherwiseAs: '5' }, 'a.1'),
        step.say('s', 'Five', 'b.5'),
        step.ring('r', [one]),
        step.voicemail('v'),
      ])
    ).call()
    await call.press('1')
    expect([call.said(), call.hookOf('menu')]).toEqual([['Menu b'], expect.stringMatching(/menu\/2$/)])
    await call.press('5')
    expect([call.said(), call.rung()]).toEqual([['Five'], [one]])
  })
})

test('a published change does not touch a call that goes on', async () => {
  const it1 = await world([
    step.menu('m', '1', { otherwiseAs: '1' }),
    step.ring('r', [one], {}, 'm.1'),
    step.hangup('h', 'm.1'),
  ])
  const call = await it1.call()
  await it1.republish([step.ring('x', [two]), step.message('y', 'New')], 2)
  await it1.db.updateTable('virtual_numbers').set({ flow_id: null }).where('id', '=', it1.numberId).execute()
  await call.press('1')
  expect(call.rung()).toEqual([one])
  await it1.db.updateTable('virtual_numbers').set({ flow_id: it1.flowId }).where('id', '=', it1.numberId).execute()
  expect((await it1.call()).rung()).toEqual([two])
})

test('a number whose flow was never published, or was taken away, follows its own routing', async () => {
  const it1 = await world([step.ring('r', [two]), step.hangup('h')])
  expect((await it1.call()).rung()).toEqual([two])
  await it1.db.updateTable('call_flows').set({ version: null }).where('id', '=', it1.flowId).execute()
  expect((await it1.call()).rung()).toEqual([one])
  await it1.db.updateTable('virtual_numbers').set({ flow_id: null }).where('id', '=', it1.numberId).execute()
  expect((await it1.call()).rung()).toEqual([one])
})

describe('closed', () => {
  test('the standard words of a closed business; what rings there and is not answered is Out of Time, what is answered is Answered', async () => {
    const it1 = await world([
      step.open('o', closed),
      step.ring('r', [one], {}, 'o.open'),
      step.message('e', '', 'o.open'),
      step.ring('c', [two], {}, 'o.closed'),
      step.voicemail('v', '', 'o.closed'),
    ])
    const call = await it1.call()
    expect([call.rung(), (await call.row()).state]).toEqual([[two], 'ringing'])
    await call.unanswered()
    expect(call.said()[0]).toMatch(/we are closed right now\. Please leave a message/)
    expect(await call.end()).toMatchObject({
      status: 'Out of Time',
      reason: 'out_of_time',
      lead_id: expect.any(String),
    })
    const answered = await it1.call()
    await answered.answer()
    await answered.send(answered.hookOf('dial'), {
      ...{ CallSid: answered.sid, CallStatus: 'completed', DialCallStatus: 'completed', DialBridged: 'true' },
    })
    expect(await answered.end()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  })

  test('only the first open step counts; a call that is refused before anything was said is busy', async () => {
    const it1 = await world([
      step.open('a', { by: 'business' }),
      step.hangup('h', 'a.closed'),
      step.open('b', closed, 'a.open'),
      step.message('m', 'Later', 'b.closed'),
      step.message('n', 'Now', 'b.open'),
    ])
    const call = await it1.call()
    expect(call.said()).toEqual(['Later'])
    expect(await call.end()).toMatchObject({ status: 'Not Answered' })
    await hours(it1, [])
    const refused = await it1.call()
    expect(refused.xml).toContain('<Response><Reject reason="busy"/></Response>')
    expect(await refused.row()).toMatchObject({ status: 'Out of Time', state: 'ended' })
  })

  test('by the hours of the campaign, else those of the business', async () => {
    const it1 = await world([
      step.open('a', { by: 'campaign' }),
      step.message('y', 'Open', 'a.open'),
      step.message('n', 'Shut', 'a.closed'),
    ])
    const said = async () => (await it1.call()).said()[0]
    expect(await said(), 'no hours are written yet').toBe('Open')
    await hours(it1, [])
    expect(await said()).toBe('Shut')
    await hours(it1, [[-3_600, 3_600]], it1.campaignId)
    expect(await said()).toBe('Open')
    await hours(
      it1,
      [
        [-7_200, -3_600],
        [60, 3_600],
      ],
      it1.campaignId,
    )
    expect(await said()).toBe('Shut')
  })

  /** Writes when the business, or a campaign, is open, in seconds from now. */
  async function hours(
    it1: Awaited<ReturnType<typeof world>>,
    periods: [number, number][],
    campaign: string | null = null,
  ) {
    const own = { business_id: it1.businessId, campaign_id: campaign }
    const owner = campaign ?? it1.businessId
    await it1.db.deleteFrom('open_periods').where('owner_id', '=', owner).execute()
    await it1.db.deleteFrom('working_hours').where('owner_id', '=', owner).execute()
    await it1.db
      .insertInto('working_hours')
      .values({ ...own, hours: '{}', written_until: '2100-01-01T00:00:00Z' })
      .execute()
    const iso = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
    for (const [opens, closes] of periods)
      await it1.db
        .insertInto('open_periods')
        .values({ ...own, opens_at: iso(opens), closes_at: iso(closes) })
        .execute()
  }
})

describe('shifts', () => {
  /** Dana is on shift now, Amir is not, Noa has no shifts. */
  async function people(it1: Awaited<ReturnType<typeof it.newBusiness>>) {
    const made = []
    for (const [starts, ends] of [[-1, 1], [1, 2], []] as const) {
      const { userId } = await it1.member('Writer', [it1.campaignId])
      const own = { business_id: it1.businessId, user_id: userId }
      const iso = (inHours: number) => new Date(Date.now() + inHours * 3_600_000).toISOString()
      if (starts !== undefined && ends !== undefined) {
        await it1.db
          .insertInto('shift_plans')
          .values({ ...own, written_until: '2100-01-01T00:00:00Z' })
          .execute()
        await it1.db
          .insertInto('shift_periods')
          .values({ ...own, is_on_call: false, starts_at: iso(starts), ends_at: iso(ends) })
          .execute()
      }
      made.push({ kind: 'softphone' as const, userId })
    }
    const [dana, amir, noa] = made
    if (!dana || !amir || !noa) throw new Error('three people')
    return { dana, amir, noa }
  }
  const who = (rung: (string | undefined)[], among: Record<string, { userId: string }>) =>
    rung.map(
      (identity) =>
        Object.keys(among).find((name) => identity?.startsWith(`u_${among[name]?.userId.replaceAll('-', '')}_`)) ??
        identity,
    )

  test('only people on shift ring, those without shifts too, and phones that belong to no person', async () => {
    const it1 = await world([step.hangup('x')])
    const { dana, amir, noa } = await people(it1)
    const all = { dana, amir, noa }
    await it1.republish([step.ring('r', [amir, dana, noa, one], { onShiftOnly: true }), step.hangup('h')], 2)
    expect(who((await it1.call()).rung(), all)).toEqual(['dana', 'noa', one])
    await it1.republish([step.ring('r', [], { whom: { by: 'campaign' }, onShiftOnly: true }), step.hangup('h')], 3)
    expect(who((await it1.call()).rung(), all).toSorted()).toEqual(['dana', 'noa'])
    await it1.republish([step.ring('r', [], { whom: { by: 'campaign' } }), step.hangup('h')], 4)
    expect(who((await it1.call()).rung(), all).toSorted()).toEqual(['amir', 'dana', 'noa'])
  })

  test('all people of a step is off shift: Out of Time, and the caller hears the closing', async () => {
    const it1 = await world([step.hangup('x')])
    const { amir } = await people(it1)
    await it1.republish([step.ring('r', [amir], { onShiftOnly: true }), step.voicemail('v')], 2)
    const call = await it1.call()
    expect(call.xml).toContain('<Record ')
    expect(await call.end()).toMatchObject({ status: 'Out of Time', lead_id: expect.any(String) })
  })

  test('a condition by shifts', async () => {
    const it1 = await world([
      step.open('a', { by: 'shifts' }),
      step.message('y', 'On', 'a.open'),
      step.message('n', 'Off', 'a.closed'),
    ])
    const off = await it1.call()
    expect(off.said(), 'the campaign has no people').toEqual(['Off'])
    await people(it1)
    expect((await it1.call()).said()).toEqual(['On'])
  })
})

test('a phone outside, and a loop is not dialled', async () => {
  const it1 = await world([step.say('s', 'One moment'), step.forward('f', one)])
  const call = await it1.call()
  expect([call.said(), call.rung()]).toEqual([['One moment'], [one]])
  expect(call.xml).toContain('timeout="25"')
  await call.unanswered()
  expect(call.said()[0]).toMatch(/cannot take your call/)
  // A number of this installation, of another business.
  const other = await world([step.hangup('x')])
  const virtual = `+97237${String(Date.now()).slice(-6)}`
  await other.db.updateTable('virtual_numbers').set({ phone: virtual }).where('id', '=', other.numberId).execute()
  await it1.republish([step.forward('f', virtual)], 2)
  const looped = await it1.call()
  expect([looped.rung(), looped.said()[0]]).toEqual([[], expect.stringMatching(/cannot take your call/)])
})

describe('another flow', () => {
  test('with its settings, as it is published when the call reaches it', async () => {
    const it1 = await world([step.hangup('x')])
    const other = await publishFlow(it1, flowOf([step.ring('r', [two]), step.message('m')], { language: 'he' }))
    await it1.republish(
      [step.menu('m', '1', { otherwiseAs: '1' }), step.say('s', 'On', 'm.1'), step.flow('f', other, 'm.1')],
      2,
    )
    const call = await it1.call()
    const screened = flowOf([step.ring('r', [one]), step.message('m')], {
      language: 'he',
      screening: true,
      recording: true,
    })
    await publishFlow(it1, screened, { flowId: other, version: 2 })
    await call.press('1')
    expect([call.said(), call.rung()]).toEqual([['On'], [one]])
    expect(call.xml).toMatch(/<Dial [^>]*record="record-from-answer-dual"/)
    // Answered by a machine that does not press 1: the call goes on.
    const heard = await it1.hook(call.hookOf('whisper'), {
      CallSid: 'CAx',
      ParentCallSid: call.sid,
      CallStatus: 'in-progress',
    })
    expect(heard.xml).toContain('לקבלת השיחה יש להקיש 1.')
    await call.answer()
    await call.send(call.hookOf('dial'), { CallSid: call.sid, CallStatus: 'in-progress', DialCallStatus: 'completed' })
    expect(call.said()[0]).toContain('מצטערים')
    expect(await call.end()).toMatchObject({ status: 'Not Answered' })
  })

  test('at once; one that is gone, or that leads back, ends with the standard message', async () => {
    const it1 = await world([step.hangup('x')])
    const other = await publishFlow(it1, flowOf([step.ring('r', [two]), step.hangup('h')]))
    await it1.republish([step.flow('f', other)], 2)
    expect((await it1.call()).rung()).toEqual([two])
    await it1.republish([step.say('s', 'Round'), step.flow('f', it1.flowId)], 3)
    const round = await it1.call()
    expect(round.said()).toEqual([...Array.from({ length: 6 }, () => 'Round'), expect.stringMatching(/cannot take/)])
    await it1.republish([step.flow('f', newId())], 4)
    expect((await it1.call()).said()[0]).toMatch(/cannot take/)
  })
})

test('who answered is suspended while they speak: the next phone of the step rings', async () => {
  const it1 = await world([step.hangup('x')])
  const { userId } = await it1.member('Writer', [it1.campaignId])
  const people = [{ kind: 'softphone', userId } as const, two]
  await it1.republish(
    [step.menu('m', '1', { otherwiseAs: '1' }), step.ring('r', people, { order: 'in_order' }), step.voicemail('v')],
    2,
  )
  const call = await it1.call()
  await call.press('1')
  await call.answer()
  await it1.db
    .updateTable('memberships')
    .set({ suspended_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .execute()
  const done = { DialCallStatus: 'completed', DialBridged: 'true' }
  await call.send(call.hookOf('dial'), { CallSid: call.sid, CallStatus: 'in-progress', ...done })
  expect([call.rung(), call.said()[0]]).toEqual([[two], expect.stringMatching(/connect you to a colleague/)])
  await call.unanswered()
  expect(call.said()[0]).toMatch(/we were cut off/)
})

test('a key that is reported after the end of the call changes nothing', async () => {
  const it1 = await world([
    step.menu('m', '1', { otherwiseAs: '1' }),
    step.ring('r', [one], {}, 'm.1'),
    step.voicemail('v'),
  ])
  const call = await it1.call()
  const ended = await call.end()
  await call.press('1')
  expect([call.rung(), await call.row()]).toEqual([[], ended])
})

test('a sound that is played is fetched at an address of our own, and nowhere else', async () => {
  const it1 = await world([step.hangup('x')])
  const soundId = newId()
  const wav = Buffer.concat([Buffer.alloc(44, 1), Buffer.alloc(16_000, 2)])
  await it1.db
    .insertInto('call_sounds')
    .values({ business_id: it1.businessId, id: soundId, name: 'Hi', seconds: 1, wav })
    .execute()
  const spoken = { by: 'sound', soundId } as const
  await it1.republish(
    [{ ...step.menu('m', '1', { otherwiseAs: '1' }), spoken } as never, step.voicemail('v', '', 'm.1')],
    2,
  )
  const call = await it1.call()
  const [, address = ''] = /<Play>([^<]+)<\/Play><\/Gather>/.exec(call.xml) ?? []
  const url = address.replaceAll('&amp;', '&').replace(it.env.publicUrl, '')
  expect(url).toMatch(new RegExp(`^/hooks/voice/${it1.connectionId}/sound/${soundId}\\?s=`))
  const reply = await it.app.inject({ method: 'GET', url })
  expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload.equals(wav)]).toEqual([
    200,
    'audio/wav',
    true,
  ])
  const other = await world([step.hangup('x')])
  for (const wrong of [
    url.slice(0, -1),
    url.replace(it1.connectionId, other.connectionId),
    url.replace('?s=', '?p=1&s='),
  ])
    expect((await it.app.inject({ method: 'GET', url: wrong })).statusCode).toBe(404)
})
