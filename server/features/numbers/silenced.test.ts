import { beforeEach, describe, expect, test } from 'vitest'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { aRouting, testExchange, testNumber } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp({ exchange: () => testExchange })
let world: Awaited<ReturnType<typeof newWorld>>
beforeEach(async () => {
  world = await newWorld()
})

/** Only the writer answers the first number; the writer and the Owner answer the second. */
async function newWorld() {
  const business = await it.newBusiness()
  const [owner, other, writer] = [
    await business.member('Owner'),
    await business.member('Owner'),
    await business.member('Writer'),
  ]
  const target = (userId: string) => ({ kind: 'softphone' as const, userId })
  const mobile = { kind: 'phone' as const, phone: aPhone(), userId: writer.userId }
  const ringing = (...targets: ReturnType<typeof aRouting>['ring']['targets']) =>
    testNumber(it, business, { routing: { ring: { ...aRouting().ring, targets } } })
  const alone = await ringing(target(writer.userId), mobile)
  await ringing(target(writer.userId), target(owner.userId))
  const received = async (as = other) =>
    (await it.send(notificationRoutes.list, as, { query: {} })).body.data.filter(
      ({ action }) => action === 'number_silent',
    )
  const by = { params: { id: writer.userId } }
  return { ...business, owner, other, writer, alone, received, by, ringing }
}

describe('Owners are notified of a number that has no phone left to ring', () => {
  test('who would leave it so is known before: the dialog names the numbers', async () => {
    const { owner, other, by, alone } = world
    const { body } = await it.send(teamRoutes.assignees, owner, by)
    expect(body.silencedNumbers).toEqual([{ _id: alone.numberId, phone: alone.phone, label: '' }])
    const ofOwner = await it.send(teamRoutes.assignees, owner, { params: { id: other.userId } })
    expect(ofOwner.body.silencedNumbers).toEqual([])
  })

  test('a member is warned before leaving or deleting the account, unless the session may not enter the business', async () => {
    const { owner, writer, alone, businessId, db } = world
    const { name } = await db.selectFrom('businesses').select('name').executeTakeFirstOrThrow()
    const leaving = async ({ authorization }: { authorization: string }) =>
      (await it.send(teamRoutes.leaving, { authorization }, {})).body.silencedNumbers
    expect(await leaving(writer)).toEqual([
      { _id: alone.numberId, phone: alone.phone, label: '', business: { _id: businessId, name } },
    ])
    expect(await leaving(owner)).toEqual([])
    await db.updateTable('businesses').set({ requires_two_factor: true }).execute()
    expect(await leaving(writer)).toEqual([])
  })

  test.each([
    ['suspended', () => it.send(teamRoutes.suspend, world.owner, world.by)],
    ['removed', () => it.send(teamRoutes.remove, world.owner, { ...world.by, body: { takeOver: null } })],
    ['left', () => it.send(teamRoutes.leave, world.writer, {})],
  ])('its only person was %s', async (_how, act) => {
    expect((await act()).status).toBe(200)
    const received = await waitFor(async () => {
      const all = await world.received()
      return all.length ? all : undefined
    })
    expect(received).toHaveLength(1)
    expect(received[0]?.title).toMatch(/has no destination/)
    expect(received[0]?.title.replaceAll(/\D/g, '')).toContain(world.alone.phone.slice(-7))
  })

  test('but not the Owner who suspended its only person', async () => {
    const { owner, by, received } = world
    await it.send(teamRoutes.suspend, owner, by)
    await waitFor(async () => (await received()).length > 0)
    expect(await received(owner)).toEqual([])
  })

  test('the number’s page shows which members of its list do not ring', async () => {
    const { owner, by, alone } = world
    const people = async () =>
      (await it.send(numberRoutes.get, owner, { params: { id: alone.numberId } })).body.number.people
    expect(await people()).toMatchObject([{ _id: by.params.id }])
    expect((await people())[0]).not.toHaveProperty('isSuspended')
    await it.send(teamRoutes.suspend, owner, by)
    expect(await people()).toMatchObject([{ _id: by.params.id, isSuspended: true }])
  })

  test('not of one whose campaign is off, nor once more for one that was silent already', async () => {
    const { owner, by, db, campaignId, received, drain } = { ...world, drain: it.drain }
    await db.updateTable('campaigns').set({ is_enabled: false }).where('id', '=', campaignId).execute()
    expect((await it.send(teamRoutes.assignees, owner, by)).body.silencedNumbers).toEqual([])
    await it.send(teamRoutes.suspend, owner, by)
    await db.updateTable('campaigns').set({ is_enabled: true }).where('id', '=', campaignId).execute()
    await it.send(teamRoutes.remove, owner, { ...by, body: { takeOver: null } })
    await drain()
    expect(await received()).toEqual([])
  })
})
