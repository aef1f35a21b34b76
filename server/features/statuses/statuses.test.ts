import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { testStatuses } from '../../testing/test-statuses.ts'

const it = await testApp()
const { newBusiness } = it
const { add, change } = testLeads(it)
const { settings, shown, named, create, made, edit, put, drop } = testStatuses(it)

/** The fields of a payload that the tests read. */
type StatusPayload = { nameEn: string; changes: Record<string, [unknown, unknown]> }

/** A test business has the statuses New (default), In progress, Won and Lost. */
async function owned() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const events = async () => {
    const rows = await business.db
      .selectFrom('events')
      .select(['name', 'actor', 'payload'])
      .where('business_id', '=', business.businessId)
      .orderBy('id')
      .execute()
    return rows
      .filter(({ name }) => name.startsWith('status.'))
      .map(({ name, actor, payload }) => ({ name, actor, ...(payload as StatusPayload) }))
  }
  return { ...business, owner, events }
}

describe('rights', () => {
  test('only an Owner changes them', async () => {
    const { member, campaignId, statusIds } = await owned()
    for (const role of ['Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'] as const) {
      const other = await member(role, role === 'Admin' ? [] : [campaignId])
      expect((await create(other, { nameEn: 'Called' })).status).toBe(403)
      expect((await edit(other, statusIds.new, { nameEn: 'Fresh' })).status).toBe(403)
      expect((await put(other, statusIds.won, statusIds.new)).status).toBe(403)
      expect((await drop(other, statusIds.ongoing)).status).toBe(403)
    }
  })

  test('those of another business are not found', async () => {
    const [mine, theirs] = [await owned(), await owned()]
    expect((await edit(mine.owner, theirs.statusIds.ongoing, { nameEn: 'Mine now' })).status).toBe(404)
    expect((await put(mine.owner, theirs.statusIds.ongoing, null)).status).toBe(404)
    expect((await put(mine.owner, mine.statusIds.ongoing, theirs.statusIds.new)).status).toBe(404)
    expect((await drop(mine.owner, theirs.statusIds.ongoing)).status).toBe(404)
    expect(await named(theirs.owner)).toEqual(['New', 'In progress', 'Won', 'Lost'])
  })
})

describe('adding', () => {
  test('a new status stands after the others of its type, and all members read it', async () => {
    const { owner, member, campaignId, events, statusIds } = await owned()
    const status = await made(owner, { nameEn: 'Meeting set', nameHe: 'נקבעה פגישה', hue: 'pink' })
    expect(status).toMatchObject({ nameHe: 'נקבעה פגישה', hue: 'pink', type: 'Ongoing', isDefault: false, asks: null })
    expect(await named(owner)).toEqual(['New', 'In progress', 'Meeting set', 'Won', 'Lost'])
    const reader = await member('Reader', [campaignId])
    expect((await shown(reader)).map(({ nameEn }) => nameEn)).toEqual([
      'New',
      'In progress',
      'Meeting set',
      'Won',
      'Lost',
    ])
    expect(await events()).toEqual([
      {
        name: 'status.created',
        actor: { userId: owner.userId },
        campaignId: '00000000-0000-0000-0000-000000000000',
        statusId: status._id,
        nameHe: 'נקבעה פגישה',
        nameEn: 'Meeting set',
        changes: {
          nameHe: [null, 'נקבעה פגישה'],
          nameEn: [null, 'Meeting set'],
          hue: [null, 'pink'],
          type: [null, 'Ongoing'],
          asks: [null, null],
          campaignIds: [null, null],
          isDefault: [null, false],
        },
      },
    ])
    expect(statusIds.new).toBeDefined()
  })

  test('names have 3 to 50 characters in both languages, and are unique', async () => {
    const { owner } = await owned()
    expect(refusal(await create(owner, { nameEn: 'ab', nameHe: 'אב' })).issues).toEqual({
      nameEn: 'Minimum 3 characters required',
      nameHe: 'Minimum 3 characters required',
    })
    expect(refusal(await create(owner, { nameEn: 'a'.repeat(51), nameHe: 'א'.repeat(50) })).issues).toEqual({
      nameEn: 'Maximum 50 characters allowed',
    })
    expect(refusal(await create(owner, { nameEn: ' nEW ', nameHe: 'אחר' })).issues).toEqual({
      nameEn: 'Another status has this name already',
    })
    expect(refusal(await create(owner, { nameEn: 'Another', nameHe: 'חדש' })).issues).toEqual({
      nameHe: 'Another status has this name already',
    })
    expect((await create(owner, { nameEn: 'Call', nameHe: 'שיח', hue: 'gold' })).status).toBe(422)
    expect((await create(owner, { nameEn: 'Call', nameHe: 'שיח', type: 'Closed' })).status).toBe(422)
  })

  test('won statuses may ask for the amount, lost ones for the reason, others nothing', async () => {
    const { owner, statusIds } = await owned()
    const wrong = { asks: 'A status of this type cannot ask for that' }
    expect(refusal(await create(owner, { nameEn: 'Paused', type: 'On hold', asks: 'lost_reason' })).issues).toEqual(
      wrong,
    )
    expect(refusal(await create(owner, { nameEn: 'Gone', type: 'Lost', asks: 'sale_amount' })).issues).toEqual(wrong)
    expect((await made(owner, { nameEn: 'Gone', type: 'Lost', asks: 'lost_reason' })).asks).toBe('lost_reason')
    await edit(owner, statusIds.won, { asks: 'sale_amount' })
    // A change of type resets the question.
    expect((await edit(owner, statusIds.won, { type: 'Ongoing' })).body.status).toMatchObject({ asks: null })
  })

  test('a business has at most 40', async () => {
    const { owner } = await owned()
    for (let i = 5; i <= 40; i++) await made(owner, { nameEn: `Status ${i}`, nameHe: `סטטוס ${i}` })
    expect(refusal(await create(owner, { nameEn: 'One more' })).code).toBe('too_many_statuses')
  })
})

describe('changing', () => {
  test('a new name and colour, for the history of leads too', async () => {
    const { owner, campaignId, statusIds, events } = await owned()
    const { _id } = await add(owner, { campaignId })
    await change(owner, _id, { statusId: statusIds.ongoing })
    const { status, body } = await edit(owner, statusIds.ongoing, { nameEn: 'Working on it', hue: 'amber' })
    expect([status, body.status]).toMatchObject([200, { nameEn: 'Working on it', nameHe: 'בטיפול', hue: 'amber' }])
    const { history, get } = testLeads(it)
    expect((await get(owner, _id)).body.lead.status).toBe('Working on it')
    expect((await history(owner, _id)).body.history[0]?.changes).toEqual({ statusId: ['New', 'Working on it'] })
    expect((await events()).map(({ name, changes, nameEn }) => [name, nameEn, changes])).toEqual([
      ['status.changed', 'Working on it', { nameEn: ['In progress', 'Working on it'], hue: ['violet', 'amber'] }],
    ])
  })

  test('a change to the same values emits no event', async () => {
    const { owner, statusIds, events } = await owned()
    expect((await edit(owner, statusIds.new, { nameEn: 'New', campaignIds: null, isDefault: true })).status).toBe(200)
    expect(await events()).toEqual([])
  })

  test('the second of two concurrent changes of one field is refused; different fields are merged', async () => {
    const { owner, member, statusIds } = await owned()
    const second = await member('Owner')
    const expected = { nameEn: 'In progress', hue: 'violet' }
    expect((await edit(owner, statusIds.ongoing, { nameEn: 'Calling', expected })).status).toBe(200)
    expect(refusal(await edit(second, statusIds.ongoing, { nameEn: 'Working', expected })).code).toBe(
      'changed_meanwhile',
    )
    expect((await edit(second, statusIds.ongoing, { hue: 'pink', expected })).body.status).toMatchObject({
      nameEn: 'Calling',
      hue: 'pink',
    })
  })

  test('exactly one is the default: marking another removes the mark', async () => {
    const { owner, campaignId, statusIds, events } = await owned()
    expect((await edit(owner, statusIds.ongoing, { isDefault: true })).body.status.isDefault).toBe(true)
    const defaults = (await settings(owner)).statuses.filter(({ isDefault }) => isDefault)
    expect(defaults.map(({ nameEn }) => nameEn)).toEqual(['In progress'])
    expect((await add(owner, { campaignId })).status).toBe('In progress')
    expect((await events()).map(({ nameEn, changes }) => [nameEn, changes])).toEqual([
      ['New', { isDefault: [true, false] }],
      ['In progress', { isDefault: [false, true] }],
    ])
    expect((await edit(owner, statusIds.ongoing, { isDefault: false })).status).toBe(422)
    const { isDefault } = await made(owner, { nameEn: 'Fresh', type: 'Open', isDefault: true })
    expect(isDefault).toBe(true)
    expect((await add(owner, { campaignId })).status).toBe('Fresh')
  })

  test('the default is neither won nor lost, and in every campaign', async () => {
    const { owner, campaignId, statusIds } = await owned()
    const undecided = { type: 'A won or lost status cannot be the default' }
    expect(refusal(await edit(owner, statusIds.won, { isDefault: true })).issues).toEqual(undecided)
    expect(refusal(await create(owner, { nameEn: 'Gone', type: 'Lost', isDefault: true })).issues).toEqual(undecided)
    expect(refusal(await edit(owner, statusIds.new, { campaignIds: [campaignId] })).issues).toEqual({
      campaignIds: 'The default status must be available in every campaign',
    })
  })

  test('one Open status remains', async () => {
    const { owner, statusIds } = await owned()
    expect(refusal(await edit(owner, statusIds.new, { type: 'Ongoing' })).code).toBe('last_open_status')
    await made(owner, { nameEn: 'Fresh', type: 'Open' })
    expect((await edit(owner, statusIds.new, { type: 'Ongoing' })).status).toBe(200)
  })

  test('changes to or from Won only while no lead has it, not even in the trash', async () => {
    const { owner, campaignId, statusIds } = await owned()
    const { _id } = await add(owner, { campaignId, statusId: statusIds.won, value: 500 })
    expect(refusal(await edit(owner, statusIds.won, { type: 'Lost' })).code).toBe('status_sold')
    const { remove } = testLeads(it)
    await remove(owner, [_id])
    expect(refusal(await edit(owner, statusIds.won, { type: 'Lost' })).code).toBe('status_sold')
    expect((await edit(owner, statusIds.lost, { type: 'Won' })).status).toBe(200)
  })
})

describe('the order', () => {
  test('a status is moved before another, or to the end', async () => {
    const { owner, statusIds, events } = await owned()
    expect((await put(owner, statusIds.lost, statusIds.ongoing)).body.order).toEqual([
      statusIds.new,
      statusIds.lost,
      statusIds.ongoing,
      statusIds.won,
    ])
    await put(owner, statusIds.new, null)
    expect(await named(owner)).toEqual(['Lost', 'In progress', 'Won', 'New'])
    expect((await events()).map(({ name, nameEn, changes }) => [name, nameEn, changes])).toEqual([
      ['status.ordered', 'Lost', { position: [3, 1] }],
      ['status.ordered', 'New', { position: [0, 3] }],
    ])
    // Moving a status to its current position emits no event.
    await put(owner, statusIds.new, null)
    expect(await events()).toHaveLength(2)
    expect((await put(owner, statusIds.new, newId())).status).toBe(404)
  })

  test('concurrent moves by two Owners are both applied', async () => {
    const { owner, member, statusIds } = await owned()
    const second = await member('Owner')
    for (let i = 0; i < 5; i++) {
      const replies = await Promise.all([
        put(owner, statusIds.lost, statusIds.new),
        put(second, statusIds.won, statusIds.ongoing),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      expect(await named(owner)).toEqual(['Lost', 'New', 'Won', 'In progress'])
      await put(owner, statusIds.lost, null)
      await put(owner, statusIds.ongoing, statusIds.won)
      expect(await named(owner)).toEqual(['New', 'In progress', 'Won', 'Lost'])
    }
  })

  test('two statuses created concurrently are both in it', async () => {
    const { owner, member } = await owned()
    const second = await member('Owner')
    await Promise.all([made(owner, { nameEn: 'First' }), made(second, { nameEn: 'Second' })])
    expect((await named(owner)).sort()).toEqual(['First', 'In progress', 'Lost', 'New', 'Second', 'Won'])
    expect(new Set((await shown(owner)).map(({ position }) => position)).size).toBe(6)
  })
})
