import { afterEach, describe, expect, test } from 'vitest'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { flowCall, flowOf, publishFlow, step } from '../../../../testing/features/test-flows.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testExchange, testNumber } from '../../../../testing/test-numbers.ts'
import { identityOf } from '../../../softphone/softphone.rules.ts'
import { watchCalls } from '../call-watch.jobs.ts'

let moment: Date | undefined
const it = await testApp({ exchange: () => testExchange, now: () => moment ?? new Date() })
afterEach(() => {
  moment = undefined
})
const later = (seconds: number) => {
  moment = new Date((moment ?? new Date()).getTime() + seconds * 1_000)
}

/** A number whose flow rings the browsers of some members. */
async function world(members: number, steps: (people: { kind: 'softphone'; userId: string }[]) => FlowStep[]) {
  const business = await it.newBusiness()
  const people: { kind: 'softphone'; userId: string }[] = []
  for (let i = 0; i < members; i++)
    people.push({ kind: 'softphone', userId: (await business.member('Writer', [business.campaignId])).userId })
  const number = await testNumber(it, business)
  await publishFlow(business, flowOf(steps(people)), { numberId: number.numberId })
  const call = () => flowCall(number, aPhone())
  type Call = Awaited<ReturnType<typeof call>>
  /** The places in the list of the people whose phones ring. */
  const rung = (one: Call) =>
    one.rung().map((identity) => people.findIndex(({ userId }) => identityOf(userId, business.businessId) === identity))
  /** The phone that rings answers, speaks, and hangs up. */
  const talk = async (one: Call, seconds: number) => {
    const done = { CallSid: one.sid, CallStatus: 'completed', DialCallStatus: 'completed', DialBridged: 'true' }
    const [sid, hook] = [await one.answer(), one.hookOf('dial')]
    later(seconds)
    await one.leg('completed', sid)
    await one.send(hook, done)
    await one.end()
  }
  const waiting = () =>
    business.db.selectFrom('waiting_callers').select('call_id').where('business_id', '=', business.businessId).execute()
  return { ...business, ...number, people, call, rung, talk, waiting }
}

describe('orders that ask who is idle', () => {
  const inOrder =
    (order: 'round_robin' | 'longest_idle', more = {}) =>
    (people: { kind: 'softphone'; userId: string }[]) => [
      step.ring('r', people, { order, seconds: 20, ...more }),
      step.voicemail('v'),
    ]

  test('round robin: each is the first in turn, and all ring once before voicemail', async () => {
    const it1 = await world(3, inOrder('round_robin'))
    const first = await it1.call()
    expect(it1.rung(first)).toEqual([0])
    await first.unanswered()
    expect(it1.rung(first)).toEqual([1])
    later(1)
    const second = await it1.call()
    expect(it1.rung(second)).toEqual([2])
    await first.unanswered()
    // The third is rung by the other call: still, it is the only one that is left.
    expect(it1.rung(first)).toEqual([2])
    await first.unanswered()
    expect(first.xml).toContain('<Record ')
    expect(await first.end()).toMatchObject({ status: 'Not Answered' })
  })

  test('ten calls of one moment ring ten people', async () => {
    const it1 = await world(10, inOrder('round_robin'))
    const calls = await Promise.all(Array.from({ length: 10 }, () => it1.call()))
    expect(calls.flatMap(it1.rung).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('who speaks is not idle, and longest idle is the one who ended a conversation first', async () => {
    const it1 = await world(3, inOrder('longest_idle'))
    const [a, b, c] = [await it1.call(), await it1.call(), await it1.call()]
    expect([a, b, c].flatMap(it1.rung)).toEqual([0, 1, 2])
    await it1.talk(b, 5)
    await it1.talk(a, 5)
    await c.answer()
    later(60)
    const d = await it1.call()
    expect(it1.rung(d)).toEqual([1])
    await d.unanswered()
    expect(it1.rung(d)).toEqual([0])
    await d.unanswered()
    expect(it1.rung(d), 'who speaks comes last').toEqual([2])
  })

  test('while all speak, callers ring the busy ones in turn, also those who were never offered a call', async () => {
    const it1 = await world(2, inOrder('round_robin'))
    for (const call of [await it1.call(), await it1.call()]) await call.answer()
    await it1.db.deleteFrom('ring_turns').where('business_id', '=', it1.businessId).execute()
    const third = await it1.call()
    later(1)
    expect([it1.rung(third), it1.rung(await it1.call())]).toEqual([[0], [1]])
  })

  test('while all speak, a call passes over a person whom another call claims in the same moment', async () => {
    const it1 = await world(2, inOrder('round_robin'))
    for (const call of [await it1.call(), await it1.call()]) await call.answer()
    await it1.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('ring_turns')
        .selectAll()
        .where('business_id', '=', it1.businessId)
        .where('user_id', '=', it1.people[0]?.userId ?? '')
        .forUpdate()
        .execute()
      expect(it1.rung(await it1.call())).toEqual([1])
    })
  })

  test('a caller who hangs up frees the phone at once', async () => {
    const it1 = await world(2, inOrder('round_robin'))
    const [a, b] = [await it1.call(), await it1.call()]
    await a.end('no-answer')
    await b.end('no-answer')
    later(1)
    const c = await it1.call()
    later(1)
    expect([it1.rung(c), it1.rung(await it1.call())]).toEqual([[0], [1]])
  })

  test('who knows the caller is first, if idle', async () => {
    const it1 = await world(3, inOrder('round_robin', { knownFirst: true }))
    const caller = aPhone()
    const known = await flowCall(it1, caller)
    const row = await it1.row(known.sid)
    const answered_by = it1.people[2]?.userId ?? null
    await it1.db.updateTable('calls').set({ answered_by, status: 'Answered' }).where('id', '=', row.id).execute()
    later(60)
    const again = await flowCall(it1, caller)
    expect(it1.rung(again)).toEqual([2])
    expect(it1.rung(await flowCall(it1, caller))).toEqual([1])
  })
})

describe('waiting', () => {
  const line = (more: Parameters<typeof step.wait>[2]) => (people: { kind: 'softphone'; userId: string }[]) => [
    step.say('s', 'Welcome'),
    step.wait('w', people, more),
    step.voicemail('v'),
  ]

  test('a phone is free: rung at once; not answered: music, and rung again', async () => {
    const it1 = await world(1, line({}))
    const call = await it1.call()
    expect([call.said(), it1.rung(call), (await it1.waiting()).length]).toEqual([['Welcome'], [0], 1])
    await call.unanswered()
    expect(call.xml).toMatch(
      /<Gather [^>]*timeout="1"[^>]*\/wait\/\d+"[^>]*><Play>[^<]+\/sound\/music\?s=[^<]+<\/Play><\/Gather>/,
    )
    expect(await call.row()).toMatchObject({ state: 'ringing' })
    later(15)
    await call.press()
    expect(it1.rung(call)).toEqual([0])
    const sid = await call.answer()
    expect([await call.row(), await it1.waiting()]).toMatchObject([{ state: 'talking' }, []])
    await call.leg('completed', sid)
    await call.send(call.hookOf('dial'), {
      CallSid: call.sid,
      CallStatus: 'completed',
      DialCallStatus: 'completed',
      DialBridged: 'true',
    })
    expect(await call.end()).toMatchObject({ status: 'Answered' })
  })

  test('not answered: each idle colleague is rung at once, and music comes after the last', async () => {
    const it1 = await world(3, line({ ring: { order: 'round_robin' } }))
    const call = await it1.call()
    expect(it1.rung(call)).toEqual([0])
    await call.unanswered()
    expect(it1.rung(call)).toEqual([1])
    later(1)
    expect(it1.rung(await it1.call())).toEqual([2])
    later(1)
    await call.unanswered()
    expect([it1.rung(call), call.xml.includes('/sound/music')]).toEqual([[], true])
    later(15)
    await call.press()
    expect(it1.rung(call)).toEqual([0])
  })

  test('the one who came first is served first, and each hears the place in line when it changes', async () => {
    const it1 = await world(1, line({ tellsPlace: true }))
    const busy = await it1.call()
    const talk = await busy.answer()
    const [a, b] = [await it1.call(), await it1.call()]
    expect(a.said()).toEqual(['Welcome', 'You are number 1 in line.'])
    expect(b.said()).toEqual(['Welcome', 'You are number 2 in line.'])
    later(15)
    await b.press()
    expect(b.said(), 'the place is the same').toEqual([])
    await busy.leg('completed', talk)
    await busy.end()
    later(15)
    await b.press()
    expect([it1.rung(b), b.said()], 'the one before is not served yet').toEqual([[], []])
    await a.press()
    expect(it1.rung(a)).toEqual([0])
    await a.answer()
    later(15)
    await b.press()
    expect(b.said()).toEqual(['You are number 1 in line.'])
  })

  test('1: the caller is called back, and the row says so', async () => {
    const it1 = await world(1, line({ offersCallback: true }))
    const call = await it1.call()
    await call.unanswered()
    expect(call.said()).toEqual(['To be called back, press 1.'])
    await call.press('2')
    expect(await it1.waiting()).toHaveLength(1)
    await call.unanswered()
    await call.press('1')
    expect(call.xml).toMatch(/>Thank you\. We will call you back as soon as we can\.<\/Say><Hangup\/>/)
    expect(await it1.waiting()).toEqual([])
    const ended = await call.end()
    expect(ended).toMatchObject({ status: 'Not Answered', reason: 'callback_asked', callback_asked: true })
  })

  test('a caller who withholds the number cannot be called back, and is not offered it', async () => {
    const it1 = await world(1, line({ offersCallback: true }))
    const call = await flowCall(it1, 'anonymous')
    await call.unanswered()
    expect(call.said()).toEqual([])
    await call.press('1')
    expect(await it1.waiting()).toHaveLength(1)
  })

  test('a caller whose end was not reported no longer stands before the others', async () => {
    const it1 = await world(1, line({ seconds: 600 }))
    const gone = await it1.call()
    await gone.unanswered()
    later(60)
    const call = await it1.call()
    later(15)
    await call.press()
    expect(it1.rung(call), 'the one before is not served yet').toEqual([])
    later(120)
    await call.press()
    expect(it1.rung(call)).toEqual([0])
  })

  test('after a failed hook the call goes on after the steps that rang', async () => {
    const it1 = await world(2, (people) => [
      step.ring('r', people, { order: 'in_order', seconds: 20 }),
      step.voicemail('v'),
    ])
    const call = await it1.call()
    expect(it1.rung(call)).toEqual([0])
    await call.unanswered()
    await call.again()
    expect(it1.rung(call)).toEqual([1])
  })

  test('no phone answered in time: the next step; none can: at once', async () => {
    const it1 = await world(1, line({ seconds: 60 }))
    const call = await it1.call()
    await call.unanswered()
    later(61)
    await call.press()
    expect(call.xml).toContain('<Record ')
    expect(await it1.waiting()).toEqual([])
    const own = { business_id: it1.businessId, user_id: it1.people[0]?.userId ?? '' }
    await it1.db
      .insertInto('softphones')
      .values({ ...own, state: 'away', seen_at: new Date().toISOString() })
      .execute()
    const away = await it1.call()
    expect([away.said()[0], away.xml.includes('<Record ')]).toEqual(['Welcome', true])
    expect(await it1.waiting()).toEqual([])
  })

  test('the caller hangs up: the place in line is free, and the call canceled', async () => {
    const it1 = await world(1, line({}))
    const call = await it1.call()
    await call.unanswered()
    expect(await it1.waiting()).toHaveLength(1)
    expect(await call.end()).toMatchObject({ status: 'Caller Canceled', reason: 'hangup_while_waiting' })
    expect(await it1.waiting()).toEqual([])
  })

  test('the end of a call that waited is never reported: the watchdog takes it out of the line', async () => {
    const it1 = await world(1, line({}))
    const call = await it1.call()
    await call.unanswered()
    const row = await call.row()
    await it1.db
      .updateTable('calls')
      .set({ check_at: '2020-01-01T00:00:00Z', checks: 10 })
      .where('id', '=', row.id)
      .execute()
    await watchCalls.run(it.deps, {})
    expect([await it1.waiting(), (await call.row()).status]).toEqual([[], 'Unknown'])
  })

  test('two callers, two free people, all ring together: one each', async () => {
    const it1 = await world(2, line({}))
    const [busy, other] = [await it1.call(), await it1.call()]
    expect([it1.rung(busy), it1.rung(other)]).toEqual([[0, 1], []])
    await busy.end('no-answer')
    const third = await it1.call()
    expect(it1.rung(third), 'one of them is left for the caller before').toHaveLength(1)
    await other.press()
    expect(it1.rung(other)).toHaveLength(1)
    expect(it1.rung(other)).not.toEqual(it1.rung(third))
  })

  test('its own music, in parts', async () => {
    const it1 = await world(1, (people) => [
      step.wait('w', people, { music: { by: 'sound', soundId: crypto.randomUUID() } }),
      step.hangup('h'),
    ])
    const call = await it1.call()
    const parts: (string | undefined)[] = []
    for (let i = 0; i < 2; i++) {
      await call.unanswered()
      parts.push(/\?p=(\d+)&amp;s=/.exec(call.xml)?.[1])
      await call.press()
    }
    expect(parts).toEqual(['0', '1'])
  })
})

test('a repeated turn of waiting gets the same answer', async () => {
  const it1 = await world(1, (people) => [step.wait('w', people), step.voicemail('v')])
  const call = await it1.call()
  for (const act of [() => call.unanswered(), () => call.press()]) {
    const first = await act()
    const [path, form] = call.sent.at(-1) ?? ['', {}]
    expect((await it1.hook(path, form)).xml).toBe(first)
  }
})
