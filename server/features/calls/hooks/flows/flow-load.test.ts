import { expect, test } from 'vitest'
import { flowCall, flowOf, publishFlow, step } from '../../../../testing/features/test-flows.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testExchange, testNumber } from '../../../../testing/test-numbers.ts'
import { identityOf } from '../../../softphone/softphone.rules.ts'

// Sunday, 22 November 2026, 10:00 in Israel.
const START = Date.parse('2026-11-22T08:00:00Z')
let now = START
const it = await testApp({ exchange: () => testExchange, now: () => new Date(now) })

const [PEOPLE, CALLS, MINUTES] = [10, 200, 10]
const [RING_SECONDS, MUSIC_SECONDS] = [20, 15]

/** A generator of numbers in [0, 1): Lehmer's, the same in each run. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

type Call = Awaited<ReturnType<typeof flowCall>>
/** Acts in the order of their times, in seconds from the start. */
function timeline() {
  const due: { at: number; act: () => Promise<void> }[] = []
  return {
    plan: (at: number, act: () => Promise<void>) => void due.push({ at, act }),
    async run() {
      for (;;) {
        const next = due.reduce<(typeof due)[number] | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined)
        if (!next) return
        due.splice(due.indexOf(next), 1)
        now = START + next.at * 1_000
        await next.act()
      }
    },
  }
}

test('200 calls in ten minutes over ten people: no one rings twice while a colleague is idle, and no caller passes another', async () => {
  now = START
  const random = randomOf(17)
  const between = (from: number, to: number) => from + random() * (to - from)
  const business = await it.newBusiness()
  const people: { kind: 'softphone'; userId: string }[] = []
  for (let i = 0; i < PEOPLE; i += 1)
    people.push({ kind: 'softphone', userId: (await business.member('Writer', [business.campaignId])).userId })
  const number = await testNumber(it, business)
  const wait = { ring: { order: 'round_robin', seconds: RING_SECONDS }, seconds: 1_800, tellsPlace: true } as const
  await publishFlow(business, flowOf([step.wait('w', people, wait), step.voicemail('v')]), number)
  const names = people.map(({ userId }) => identityOf(userId, business.businessId))

  const { plan, run } = timeline()
  const seconds = () => (now - START) / 1_000
  /** When each person rang last, and whether they ring or speak now. */
  const lastRung = names.map(() => Number.NEGATIVE_INFINITY)
  const isBusy = names.map(() => false)
  const waiting = new Set<number>()
  let [answered, placesHeard] = [0, 0]

  const goOn = async (i: number, call: Call) => {
    const rung = call.rung().map((name) => names.indexOf(name ?? ''))
    if (call.said().some((words) => words?.startsWith('You are number'))) placesHeard += 1
    if (!rung.length) {
      expect(call.hookOf('wait'), `call ${i} waits`).not.toBe('')
      waiting.add(i)
      return plan(seconds() + MUSIC_SECONDS, async () => {
        waiting.delete(i)
        await call.press()
        await goOn(i, call)
      })
    }
    const [person = -1] = rung
    expect(rung, `call ${i} rings one person`).toEqual([expect.any(Number)])
    expect(isBusy[person], `person ${person} is idle`).toBe(false)
    const longer = names.map((_, p) => p).filter((p) => !isBusy[p] && (lastRung[p] ?? 0) < (lastRung[person] ?? 0))
    expect(longer, `idle for longer than ${person}`).toEqual([])
    // Each caller who came before, and hears music, finds a phone at the next turn.
    const before = [...waiting].filter((other) => other < i).length
    expect(isBusy.filter((busy) => !busy).length, `idle, with ${before} callers before ${i}`).toBeGreaterThan(before)
    lastRung[person] = seconds()
    isBusy[person] = true
    if (random() < 0.15)
      return plan(seconds() + RING_SECONDS, async () => {
        isBusy[person] = false
        await call.unanswered()
        await goOn(i, call)
      })
    plan(seconds() + between(2, 12), () => talk(call, person))
  }
  const talk = async (call: Call, person: number) => {
    const hook = call.hookOf('dial')
    const leg = await call.answer()
    answered += 1
    plan(seconds() + between(5, 30), async () => {
      isBusy[person] = false
      await call.leg('completed', leg)
      const ended = { CallSid: call.sid, CallStatus: 'completed', DialCallStatus: 'completed', DialBridged: 'true' }
      await call.send(hook, ended)
      expect((await call.end()).status).toBe('Answered')
    })
  }
  for (let i = 0; i < CALLS; i += 1)
    plan(((i + random()) * MINUTES * 60) / CALLS, async () => goOn(i, await flowCall(number, aPhone())))
  await run()
  expect(answered).toBe(CALLS)
  // The load is such that callers wait: else nothing would be shown about the line.
  expect(placesHeard).toBeGreaterThan(20)
  const left = await business.db
    .selectFrom('waiting_callers')
    .select('call_id')
    .where('business_id', '=', business.businessId)
    .execute()
  expect(left).toEqual([])
}, 120_000)
