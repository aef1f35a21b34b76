import { describe, expect, test } from 'vitest'
import { swapRoutes } from '#contract/shifts/swaps.ts'
import { aShift, everyDay, testShifts } from '../../testing/features/test-shifts.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { testNotifications } from '../../testing/test-notifications.ts'
import { deleteOwnRows } from '../privacy/user-erasure.queries.ts'
import { eraseSwapsOfAccount, listOwnPlan, listOwnSwaps, listOwnWeeks } from './personal-data.queries.ts'
import { endShifts } from './shifts.jobs.ts'

// Wednesday, 25 November 2026, 12:00 in Israel. The week after begins on 29 November.
const START = Date.parse('2026-11-25T10:00:00Z')
let time = START
const it = await testApp({ now: () => new Date(time) })
const shifts = testShifts(it)
const { received } = testNotifications(it)

const WEEK = '2026-11-29'
const [MONDAY, TUESDAY] = ['2026-11-30', '2026-12-01']
const morning = aShift('08:00', '12:00')
const evening = aShift('16:00', '22:00')
const only = (days: Record<number, typeof morning>) => everyDay().map((_, i) => (days[i] ? [days[i]] : []))

/** Dana works on Monday morning, Yossi on Tuesday evening, in a published week. */
async function world() {
  time = START
  const business = await shifts.business()
  const { owner, dana, yossi } = business
  await shifts.draft(owner, dana.userId, { week: WEEK, days: only({ 1: morning }) })
  await shifts.draft(owner, yossi.userId, { week: WEEK, days: only({ 2: evening }) })
  await shifts.publish(owner, WEEK)
  const body = {
    gives: { day: MONDAY, from: '08:00' },
    partnerId: yossi.userId,
    takes: { day: TUESDAY, from: '16:00' },
    note: 'A medical examination',
  }
  const asked = async (changes: object = {}) => (await shifts.ask(dana, { ...body, ...changes })).body.swap.id
  const daysOf = async (userId: string) =>
    (await shifts.week(owner, WEEK)).rows
      .find((row) => row.userId === userId)
      ?.days.flatMap(({ day, shifts: held }) => (held?.length ? [`${day} ${held[0]?.from}`] : []))
  return { ...business, body, asked, daysOf }
}

describe('a stand-in', () => {
  const away = async (as: Awaited<ReturnType<typeof world>>, from = MONDAY, to = TUESDAY) => {
    const body = await shifts.read(as.dana)
    const plan = { weekly: body.shifts.plan.weekly, exceptions: [{ kind: 'sick' as const, from, to }] }
    expect((await shifts.set(as.dana, plan, body.version)).status).toBe(200)
  }
  /** Publishes other shifts of Dana for the week. */
  const give = async ({ owner, dana }: Awaited<ReturnType<typeof world>>, days: Parameters<typeof only>[0]) => {
    const row = (await shifts.week(owner, WEEK)).rows.find(({ userId }) => userId === dana.userId)
    const body = { week: WEEK, days: only(days), expected: row?.version ?? 0 }
    expect((await shifts.draft(owner, dana.userId, body)).status).toBe(200)
    await shifts.publish(owner, WEEK)
  }
  const stand = (as: Awaited<ReturnType<typeof world>>, changes: object = {}) =>
    it.send(swapRoutes.standIn, as.dana, {
      body: { from: MONDAY, to: TUESDAY, partnerId: as.yossi.userId, note: '', ...changes },
    })

  test('is asked for the published shifts of an absence; agreed to and approved, they are the colleague’s', async () => {
    const made = await world()
    const { owner, dana, yossi, daysOf, onShift } = made
    await give(made, { 1: morning, 2: morning })
    await away(made)
    expect(await onShift(`${MONDAY}T09:00:00+02:00`)).toEqual([owner.userId])
    const { status, body } = await stand(made)
    expect([status, body.left]).toEqual([200, []])
    expect(body.swaps.map(({ gives, takes, partner, state }) => [gives.day, takes, partner?._id, state])).toEqual([
      [MONDAY, null, yossi.userId, 'asked'],
      [TUESDAY, null, yossi.userId, 'asked'],
    ])
    // Asked twice is asked once.
    expect((await stand(made)).body.swaps.map(({ id }) => id)).toEqual(body.swaps.map(({ id }) => id))
    const [first, second] = body.swaps.map(({ id }) => id) as [string, string]
    await shifts.act(yossi, 'accept', first)
    await shifts.act(yossi, 'decline', second)
    expect((await shifts.act(owner, 'approve', first)).status).toBe(200)
    expect(await onShift(`${MONDAY}T09:00:00+02:00`)).toEqual([owner.userId, yossi.userId].sort())
    expect(await onShift(`${TUESDAY}T09:00:00+02:00`)).toEqual([owner.userId])
    expect(await daysOf(dana.userId)).toEqual([`${TUESDAY} 08:00`])
    expect((await received(yossi, 3)).filter(({ action }) => action === 'shift_swap_asked')).toHaveLength(2)
  })

  test('is asked only for what the colleague can take, and only while one is away', async () => {
    const made = await world()
    const { yossi } = made
    expect(refusal(await stand(made))).toMatchObject({ code: 'week_not_published' })
    await away(made, MONDAY, '2026-12-02')
    expect(refusal(await stand(made, { from: TUESDAY }))).toMatchObject({ code: 'week_not_published' })
    await give(made, { 1: morning, 2: aShift('15:00', '17:00') })
    // Yossi works on Tuesday from 16:00.
    const { body } = await stand(made)
    expect([body.swaps.map(({ gives }) => gives.day), body.left.map(({ day }) => day)]).toEqual([[MONDAY], [TUESDAY]])
    expect(refusal(await stand(made, { from: TUESDAY }))).toMatchObject({ code: 'swap_conflict' })
    const stranger = await (await it.newBusiness()).member('Owner')
    expect(refusal(await stand(made, { partnerId: stranger.userId }))).toMatchObject({ code: 'user_not_found' })
    expect(refusal(await stand(made, { from: TUESDAY, to: MONDAY }))).toMatchObject({ code: 'invalid_input' })
    expect((await shifts.swaps(yossi)).map(({ gives }) => gives.day)).toEqual([MONDAY])
  })
})

describe('a swap', () => {
  test('is asked, accepted and approved by three people; then both weeks change at once', async () => {
    const { owner, dana, yossi, body, daysOf, onShift, events } = await world()
    const { swap } = (await shifts.ask(dana, body)).body
    expect(swap).toMatchObject({
      ...{ state: 'asked', gives: { day: MONDAY, ...morning }, takes: { day: TUESDAY, ...evening }, note: body.note },
      asker: { _id: dana.userId },
      partner: { _id: yossi.userId },
      can: { accept: false, decline: false, withdraw: true, approve: false, undo: false },
    })
    expect(refusal(await shifts.act(owner, 'approve', swap.id))).toMatchObject({ code: 'swap_not_accepted' })
    expect((await shifts.act(yossi, 'accept', swap.id)).body.swap.state).toBe('accepted')
    expect(await daysOf(dana.userId)).toEqual([`${MONDAY} 08:00`])
    expect((await shifts.act(owner, 'approve', swap.id)).body.swap).toMatchObject({
      state: 'approved',
      decidedAt: '2026-11-25T10:00:00.000Z',
    })
    expect([await daysOf(dana.userId), await daysOf(yossi.userId)]).toEqual([[`${TUESDAY} 16:00`], [`${MONDAY} 08:00`]])
    const others = [owner.userId]
    expect(await onShift(`${MONDAY}T09:00:00+02:00`)).toEqual([yossi.userId, ...others].sort())
    expect(await onShift(`${TUESDAY}T17:00:00+02:00`)).toEqual([dana.userId, ...others].sort())
    const names = (await events()).map(({ name }) => name).filter((name) => name.startsWith('shift_swap'))
    expect(names).toEqual(['shift_swap.asked', 'shift_swap.accepted', 'shift_swap.approved'])
    expect(JSON.stringify(await events())).not.toContain('medical')
  })

  test('that was approved is undone in one step by an Owner: both have their shifts back and are notified', async () => {
    const { owner, dana, yossi, asked, daysOf, onShift, events } = await world()
    const id = await asked()
    await shifts.act(yossi, 'accept', id)
    expect(refusal(await shifts.act(owner, 'undo', id))).toMatchObject({ code: 'swap_decided' })
    await shifts.act(owner, 'approve', id)
    expect((await shifts.swaps(yossi)).find((swap) => swap.id === id)?.can.undo).toBe(false)
    expect((await shifts.act(yossi, 'undo', id)).status).toBe(403)
    expect((await shifts.swaps(owner)).find((swap) => swap.id === id)?.can).toMatchObject({
      undo: true,
      decline: false,
    })
    // Twice, as by a double click.
    const replies = await Promise.all([shifts.act(owner, 'undo', id), shifts.act(owner, 'undo', id)])
    expect(replies.map(({ status, body }) => [status, body.swap.state])).toEqual([
      [200, 'undone'],
      [200, 'undone'],
    ])
    expect([await daysOf(dana.userId), await daysOf(yossi.userId)]).toEqual([[`${MONDAY} 08:00`], [`${TUESDAY} 16:00`]])
    expect(await onShift(`${MONDAY}T09:00:00+02:00`)).toEqual([dana.userId, owner.userId].sort())
    expect((await events()).filter(({ name }) => name === 'shift_swap.undone')).toHaveLength(1)
    const actions = (await received(dana, 3)).map(({ action }) => action)
    expect(actions).toContain('shift_swap_undone')
    expect(refusal(await shifts.act(owner, 'approve', id))).toMatchObject({ code: 'swap_decided' })
  })

  test('is not undone once a shift of it has begun, was changed or would be worked twice', async () => {
    const changed = await world()
    const approve = async ({ asked, owner, yossi }: Pick<typeof changed, 'asked' | 'owner' | 'yossi'>) => {
      const id = await asked()
      await shifts.act(yossi, 'accept', id)
      expect((await shifts.act(owner, 'approve', id)).status).toBe(200)
      return id
    }
    const undone = async ({ owner }: Pick<typeof changed, 'owner'>, id: string) =>
      refusal(await shifts.act({ ...owner, ...(await it.signIn(owner.userId)) }, 'undo', id))
    const first = await approve(changed)
    // The Owner gave the evening that Dana got to another person.
    const row = (await shifts.week(changed.owner, WEEK)).rows.find(({ userId }) => userId === changed.dana.userId)
    await shifts.draft(changed.owner, changed.dana.userId, {
      ...{ week: WEEK, days: only({}), expected: row?.version ?? 0 },
    })
    await shifts.publish(changed.owner, WEEK)
    expect(await undone(changed, first)).toMatchObject({ code: 'swap_outdated' })
    const begun = await world()
    const second = await approve(begun)
    time = Date.parse(`${MONDAY}T08:00:00+02:00`)
    expect(await undone(begun, second)).toMatchObject({ code: 'swap_outdated' })
  })

  test('notifies the partner, then the Owners, then both', async () => {
    const { owner, dana, yossi, asked } = await world()
    const id = await asked()
    const actions = async (as: typeof owner, count: number) =>
      (await received(as, count)).map(({ action }) => action).filter((action) => action !== 'shifts_published')
    expect(await actions(yossi, 2)).toEqual(['shift_swap_asked'])
    await shifts.act(yossi, 'accept', id)
    expect(await actions(owner, 1)).toEqual(['shift_swap_accepted'])
    await shifts.act(owner, 'approve', id)
    expect(await actions(dana, 2)).toEqual(['shift_swap_approved'])
    expect(await actions(yossi, 3)).toEqual(['shift_swap_approved', 'shift_swap_asked'])
  })

  test('is declined by the partner or an Owner, withdrawn by the asker, and by no one else', async () => {
    const { owner, dana, yossi, memberOf, asked } = await world()
    const stranger = await memberOf('Writer')
    const first = await asked()
    for (const act of ['accept', 'decline', 'withdraw'] as const)
      expect(refusal(await shifts.act(stranger, act, first))).toMatchObject({ status: 404 })
    expect(refusal(await shifts.act(dana, 'accept', first))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(refusal(await shifts.act(yossi, 'withdraw', first))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await shifts.act(yossi, 'decline', first)).body.swap.state).toBe('declined')
    expect(refusal(await shifts.act(yossi, 'accept', first))).toMatchObject({ status: 409, code: 'swap_decided' })
    expect((await shifts.act(owner, 'decline', await asked())).body.swap.state).toBe('declined')
    expect((await shifts.act(dana, 'withdraw', await asked())).body.swap.state).toBe('withdrawn')
    expect(await shifts.swaps(stranger)).toEqual([])
    expect((await shifts.swaps(owner)).map(({ state }) => state).sort()).toEqual(['declined', 'declined', 'withdrawn'])
  })

  test('asked twice is asked once; another one for the same shift waits for the first', async () => {
    const { dana, body } = await world()
    const replies = await Promise.all([shifts.ask(dana, body), shifts.ask(dana, body)])
    expect(new Set(replies.map((reply) => reply.body.swap.id)).size).toBe(1)
    const other = await shifts.ask(dana, { ...body, takes: null })
    expect(refusal(other)).toMatchObject({ status: 409, code: 'swap_exists' })
  })
})

describe('races', () => {
  test('an open request is taken by one of two who accept at the same time', async () => {
    const { owner, dana, yossi, memberOf, asked } = await world()
    const noa = await memberOf('Writer')
    await shifts.draft(owner, noa.userId, { week: WEEK, days: everyDay() })
    await shifts.publish(owner, WEEK)
    const id = await asked({ partnerId: null, takes: null })
    expect((await shifts.swaps(noa)).map((swap) => [swap.id, swap.can.accept])).toEqual([[id, true]])
    const replies = await Promise.all([yossi, noa].map((as) => shifts.act(as, 'accept', id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = replies.find(({ status }) => status === 409)
    expect(lost && refusal(lost)).toMatchObject({ code: 'swap_decided' })
    const won = replies.find(({ status }) => status === 200)
    expect((await shifts.swaps(dana))[0]?.partner).toEqual(won?.body.swap.partner)
  })

  test('of approving and withdrawing at the same time one wins, and the weeks agree with it', async () => {
    const { owner, dana, yossi, asked, daysOf } = await world()
    const id = await asked()
    await shifts.act(yossi, 'accept', id)
    const replies = await Promise.all([shifts.act(owner, 'approve', id), shifts.act(dana, 'withdraw', id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [swap] = await shifts.swaps(owner)
    expect(await daysOf(dana.userId)).toEqual([swap?.state === 'approved' ? `${TUESDAY} 16:00` : `${MONDAY} 08:00`])
  })

  test('approved twice, also by two Owners, changes the weeks once', async () => {
    const { owner, yossi, memberOf, asked, daysOf, events } = await world()
    const other = await memberOf('Owner')
    const id = await asked()
    await shifts.act(yossi, 'accept', id)
    const replies = await Promise.all([owner, owner, other].map((as) => shifts.act(as, 'approve', id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await daysOf(yossi.userId)).toEqual([`${MONDAY} 08:00`])
    expect((await events()).filter(({ name }) => name === 'shift_swap.approved')).toHaveLength(1)
  })

  test('ends when a shift of it is changed meanwhile', async () => {
    const { owner, dana, yossi, asked, events } = await world()
    const id = await asked()
    await shifts.act(yossi, 'accept', id)
    await shifts.draft(owner, dana.userId, { week: WEEK, days: only({ 1: aShift('09:00', '12:00') }), expected: 2 })
    // A draft changes nothing yet.
    expect((await shifts.swaps(owner))[0]?.state).toBe('accepted')
    await shifts.publish(owner, WEEK)
    expect(refusal(await shifts.act(owner, 'approve', id))).toMatchObject({ status: 409, code: 'swap_decided' })
    expect((await shifts.swaps(dana))[0]?.state).toBe('ended')
    expect((await events()).map(({ name }) => name)).toContain('shift_swap.ended')
  })

  test('is refused when one of the two would work twice at a time or is away by now', async () => {
    const { owner, dana, yossi, asked } = await world()
    const id = await asked()
    await shifts.act(yossi, 'accept', id)
    await shifts.set(yossi, { weekly: [], exceptions: [{ kind: 'sick', from: MONDAY, to: MONDAY }] })
    expect(refusal(await shifts.act(owner, 'approve', id))).toMatchObject({ status: 409, code: 'swap_conflict' })
    await shifts.set(yossi, { weekly: [], exceptions: [] }, 1)
    await shifts.draft(owner, yossi.userId, {
      ...{ week: WEEK, expected: 2 },
      days: only({ 1: aShift('10:00', '14:00'), 2: evening }),
    })
    await shifts.publish(owner, WEEK)
    expect(refusal(await shifts.act(owner, 'approve', id))).toMatchObject({ status: 409, code: 'swap_conflict' })
    expect((await shifts.swaps(dana))[0]?.state).toBe('accepted')
  })

  test('cannot be decided once a shift has begun', async () => {
    const { dana, yossi, owner, asked } = await world()
    const id = await asked()
    time = Date.parse(`${MONDAY}T08:00:00+02:00`)
    const later = { ...yossi, ...(await it.signIn(yossi.userId)) }
    expect(refusal(await shifts.act(later, 'accept', id))).toMatchObject({ status: 409, code: 'swap_outdated' })
    const again = { ...owner, ...(await it.signIn(owner.userId)) }
    expect((await shifts.swaps(again))[0]).toMatchObject({ state: 'ended', asker: { _id: dana.userId } })
  })
})

describe('asking', () => {
  test('is for published shifts ahead, of oneself and of a colleague', async () => {
    const { dana, body, member, campaign } = await world()
    const far = await member('Writer', [await campaign()])
    const refusals = await Promise.all(
      [
        { gives: { day: '2026-12-07', from: '08:00' } },
        { gives: { day: MONDAY, from: '09:00' } },
        { partnerId: far.userId },
        { partnerId: dana.userId },
      ].map(async (changes) => refusal(await shifts.ask(dana, { ...body, ...changes })).code),
    )
    expect(refusals).toEqual(['week_not_published', 'swap_outdated', 'user_not_found', 'user_not_found'])
    expect((await shifts.ask(dana, { ...body, partnerId: null })).status).toBe(422)
  })

  test('offers the published shifts of colleagues, without days on which they are away', async () => {
    const { dana, yossi, member, campaign } = await world()
    const far = await member('Writer', [await campaign()])
    const choices = async () => (await it.send(swapRoutes.choices, dana, {})).body
    const { own, colleagues } = await choices()
    expect(own).toEqual([{ day: MONDAY, ...morning }])
    expect(colleagues.find(({ _id }) => _id === yossi.userId)?.shifts).toEqual([{ day: TUESDAY, ...evening }])
    expect(colleagues.map(({ _id }) => _id)).not.toContain(far.userId)
    await shifts.set(yossi, { weekly: [], exceptions: [{ kind: 'vacation', from: TUESDAY, to: TUESDAY }] })
    expect((await choices()).colleagues.find(({ _id }) => _id === yossi.userId)?.shifts).toEqual([])
  })
})

describe('a shift', () => {
  test('is never given to a person whose week is not published, where it would be lost', async () => {
    const { dana, owner, body, memberOf, daysOf } = await world()
    const noa = await memberOf('Writer')
    const toNoa = { ...body, partnerId: noa.userId, takes: null }
    expect(refusal(await shifts.ask(dana, toNoa))).toMatchObject({ status: 409, code: 'week_not_published' })
    const { id } = (await shifts.ask(dana, { ...toNoa, partnerId: null })).body.swap
    expect(refusal(await shifts.act(noa, 'accept', id))).toMatchObject({ status: 409, code: 'week_not_published' })
    expect(refusal(await shifts.act(owner, 'approve', id))).toMatchObject({ status: 409, code: 'swap_not_accepted' })
    expect(await daysOf(dana.userId)).toEqual([`${MONDAY} 08:00`])
  })

  test('can be asked for again once a request for it was too late', async () => {
    const { owner, dana, yossi, body } = await world()
    const next = '2026-12-07'
    await shifts.draft(owner, dana.userId, { week: '2026-12-06', days: only({ 1: morning }) })
    await shifts.draft(owner, yossi.userId, { week: '2026-12-06', days: only({ 2: evening }) })
    await shifts.publish(owner, '2026-12-06')
    const asked = { ...body, gives: { day: next, from: '08:00' } }
    const { id } = (await shifts.ask(dana, asked)).body.swap
    // Yossi's shift in return begins before anyone decided.
    time = Date.parse(`${TUESDAY}T16:00:00+02:00`)
    const later = { ...dana, ...(await it.signIn(dana.userId)) }
    const again = await shifts.ask(later, { ...asked, takes: null })
    expect([again.status, again.body.swap?.state]).toEqual([200, 'asked'])
    expect((await shifts.swaps(later)).map((swap) => [swap.id, swap.state])).toEqual([
      [again.body.swap.id, 'asked'],
      [id, 'ended'],
    ])
  })

  test('is offered to colleagues of campaigns in which both can have shifts', async () => {
    const { dana, body, member, campaign, campaignId, businessId, db } = await world()
    // A Reader of Dana's campaign, who works in another.
    const noa = await member('Writer', [await campaign()])
    const rows = { business_id: businessId, user_id: noa.userId, campaign_id: campaignId, role: 'Reader' as const }
    await db.insertInto('campaign_members').values(rows).execute()
    const { colleagues } = (await it.send(swapRoutes.choices, noa, {})).body
    expect(colleagues.map(({ _id }) => _id)).not.toContain(dana.userId)
    const toNoa = { ...body, partnerId: noa.userId, takes: null }
    expect(refusal(await shifts.ask(dana, toNoa))).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})

describe('people who go', () => {
  test('a member who was suspended has no open swaps', async () => {
    const { yossi, owner, asked, businessId, db } = await world()
    await asked()
    const suspended_at = new Date(time).toISOString()
    await db.updateTable('memberships').set({ suspended_at }).where('user_id', '=', yossi.userId).execute()
    await endShifts.run(it.deps, { businessId, userId: yossi.userId })
    expect((await shifts.swaps(owner))[0]?.state).toBe('ended')
  })

  test("a person's shifts are in their file, without what others wrote, and are erased with the account", async () => {
    const { dana, yossi, asked, businessId, db } = await world()
    await asked()
    await shifts.pause(yossi, '2026-11-25T14:00:00+02:00')
    const rows = (userId: string) => ({ userId, most: 10 })
    const [mine] = (await listOwnSwaps(db, businessId, rows(dana.userId))) as { note: string | null }[]
    const [theirs] = (await listOwnSwaps(db, businessId, rows(yossi.userId))) as { note: string | null }[]
    expect([mine?.note, theirs?.note]).toEqual(['A medical examination', null])
    expect(await listOwnWeeks(db, businessId, rows(dana.userId))).toMatchObject([
      { week: WEEK, days: only({ 1: morning }) },
    ])
    expect(await listOwnPlan(db, businessId, rows(yossi.userId))).toHaveLength(1)
    const account = { email: '', phone: null, emailVerifiedAt: null, phoneVerifiedAt: null }
    await eraseSwapsOfAccount(it.deps.workerDb, { userId: dana.userId, ...account })
    for (const table of ['shift_plans', 'shift_weeks', 'shift_periods'])
      await deleteOwnRows(it.deps.workerDb, table, dana.userId)
    expect(await db.selectFrom('shift_swaps').select('id').execute()).toEqual([])
    expect(await db.selectFrom('shift_weeks').select('user_id').execute()).toEqual([{ user_id: yossi.userId }])
  })
})
