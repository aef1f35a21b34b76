import { beforeAll, describe, expect, test } from 'vitest'
import type { WhereRule } from '#contract/leads/lead-where.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

/** Saturday noon in Jerusalem. */
const NOW = new Date('2026-11-21T10:00:00Z')
const it = await testApp({ now: () => NOW })
const { add, change, comment, page, names } = testLeads(it)

let owner: TestMember
let member: TestMember
let business: Awaited<ReturnType<typeof it.newBusiness>>
let other: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  business = await it.newBusiness()
  const { campaignId, statusIds, db } = business
  other = await business.campaign()
  ;[owner, member] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
  const key = await business.apiKey()
  const leads = [
    { name: 'Dana', phone: '+972541234567', utm_source: 'Google', utm_medium: 'cpc', source: 'website' },
    { name: 'דנה', phone: '+972541234567', email: 'dana@example.test', campaignId: other },
    { name: 'Ron', email: 'ron@example.test', utm_source: 'fb', utm_campaign: 'q4', utm_content: 'a', utm_term: 'b c' },
    { name: '', email: 'DANA@example.test', source: 'meta' },
    { name: '100%', phone: '+972724440001' },
  ]
  for (const lead of leads) ids[lead.name || 'Nameless'] = (await add(key, { phone: '', campaignId, ...lead }))._id
  await change(owner, ids.Dana as string, { value: 500, tags: ['Hot', 'חם'], assignedTo: member.userId })
  await change(owner, ids.Ron as string, { statusId: statusIds.won, value: 900, assignedTo: owner.userId })
  await change(owner, ids['100%'] as string, { tags: ['hot'], value: 0 })
  const days: Record<string, string> = {
    Dana: '2026-11-20T22:30:00Z', // the 21st in Jerusalem
    דנה: '2026-11-20T21:30:00Z', // the 20th
    Ron: '2026-11-14T22:00:00Z', // Sunday the 15th, 00:00
    Nameless: '2026-11-14T21:59:59Z', // Saturday the 14th
    '100%': '2026-10-31T10:00:00Z',
  }
  for (const [name, at] of Object.entries(days))
    await db
      .updateTable('leads')
      .set({ created_at: at, last_activity_at: at })
      .where('id', '=', ids[name] as string)
      .execute()
  await db
    .updateTable('leads')
    .set({ lost_reason: 'The price' })
    .where('id', '=', ids.Ron as string)
    .execute()
  await comment(owner, ids['100%'] as string, 'Called')
})

const of = async (where: unknown, query: object = {}, as = owner) =>
  (await names(as, { ...query, filters: { where } })).map((name) => name || 'Nameless').sort()
const by = (rule: WhereRule) => of({ all: [rule] })
const everyone = ['100%', 'Dana', 'Nameless', 'Ron', 'דנה']

describe('each field', () => {
  test.each<[WhereRule['field'], WhereRule['op'], WhereRule['value'], string[]]>([
    ['name', 'is', 'dana', ['Dana']],
    ['name', 'isNot', 'DANA', ['100%', 'Nameless', 'Ron', 'דנה']],
    ['name', 'contains', 'AN', ['Dana']],
    ['name', 'contains', '%', ['100%']],
    ['name', 'notContains', 'an', ['100%', 'Nameless', 'Ron', 'דנה']],
    ['name', 'empty', undefined, ['Nameless']],
    ['name', 'notEmpty', undefined, ['100%', 'Dana', 'Ron', 'דנה']],
    ['phone', 'is', '054-123-4567', ['Dana', 'דנה']],
    ['phone', 'contains', '054-12', ['Dana', 'דנה']],
    ['phone', 'contains', '4440', ['100%']],
    ['phone', 'notContains', '4567', ['100%', 'Nameless', 'Ron']],
    ['phone', 'empty', undefined, ['Nameless', 'Ron']],
    ['email', 'is', 'DANA@EXAMPLE.TEST', ['Nameless', 'דנה']],
    ['email', 'empty', undefined, ['100%', 'Dana']],
    ['source', 'in', ['meta', 'website'], ['Dana', 'Nameless', 'Ron']],
    ['source', 'notIn', ['meta', 'website'], ['100%', 'דנה']],
    ['statusType', 'in', ['Won', 'Lost'], ['Ron']],
    ['statusType', 'notIn', ['Open'], ['Ron']],
    ['assigned', 'empty', undefined, ['100%', 'Nameless', 'דנה']],
    ['assigned', 'notEmpty', undefined, ['Dana', 'Ron']],
    ['assigned', 'in', ['none'], ['100%', 'Nameless', 'דנה']],
    ['assigned', 'notIn', ['none'], ['Dana', 'Ron']],
    ['tag', 'in', ['HOT'], ['100%', 'Dana']],
    ['tag', 'notIn', ['חם'], ['100%', 'Nameless', 'Ron', 'דנה']],
    ['tag', 'empty', undefined, ['Nameless', 'Ron', 'דנה']],
    ['tag', 'notEmpty', undefined, ['100%', 'Dana']],
    ['value', 'eq', 0, ['100%']],
    ['value', 'gte', 500, ['Dana', 'Ron']],
    ['value', 'lte', 500, ['100%', 'Dana']],
    ['value', 'between', [1, 899], ['Dana']],
    ['value', 'empty', undefined, ['Nameless', 'דנה']],
    ['value', 'notEmpty', undefined, ['100%', 'Dana', 'Ron']],
    ['unread', 'is', true, ['100%', 'Dana', 'Nameless', 'Ron', 'דנה']],
    ['unread', 'is', false, []],
    ['duplicate', 'is', true, ['Dana', 'Nameless', 'דנה']],
    ['duplicate', 'is', false, ['100%', 'Ron']],
    ['utmSource', 'is', 'google', ['Dana']],
    ['utmSource', 'isNot', 'google', ['100%', 'Nameless', 'Ron', 'דנה']],
    ['utmMedium', 'notEmpty', undefined, ['Dana']],
    ['utmCampaign', 'contains', 'Q', ['Ron']],
    ['utmContent', 'is', 'a', ['Ron']],
    ['utmTerm', 'contains', 'b c', ['Ron']],
    ['utmTerm', 'empty', undefined, ['100%', 'Dana', 'Nameless', 'דנה']],
    ['date', 'on', '2026-11-21', ['Dana']],
    ['date', 'before', '2026-11-15', ['100%', 'Nameless']],
    ['date', 'after', '2026-11-15', ['Dana', 'דנה']],
    ['date', 'between', ['2026-11-14', '2026-11-15'], ['Nameless', 'Ron']],
    ['date', 'preset', 'today', ['Dana']],
    ['date', 'preset', 'yesterday', ['דנה']],
    ['date', 'preset', 'thisWeek', ['Dana', 'Ron', 'דנה']],
    ['date', 'preset', 'lastWeek', ['Nameless']],
    ['date', 'preset', 'thisMonth', ['Dana', 'Nameless', 'Ron', 'דנה']],
    ['date', 'preset', 'lastMonth', ['100%']],
    ['date', 'preset', 'allTime', everyone],
    ['date', 'withinDays', 1, ['Dana']],
    ['date', 'withinDays', 7, ['Dana', 'Ron', 'דנה']],
    ['date', 'olderThanDays', 7, ['100%', 'Nameless']],
    ['date', 'notEmpty', undefined, everyone],
    ['lastActivity', 'after', '2026-11-20', ['100%', 'Dana']],
    ['firstResponse', 'preset', 'today', ['100%', 'Ron']],
    ['firstResponse', 'empty', undefined, ['Dana', 'Nameless', 'דנה']],
    ['lostReason', 'contains', 'PRICE', ['Ron']],
    ['lostReason', 'empty', undefined, ['100%', 'Dana', 'Nameless', 'דנה']],
  ])('%s %s %j', async (field, op, value, expected) => {
    expect(await by({ field, op, ...(value !== undefined && { value }) })).toEqual(expected)
  })

  test('by id: campaign, status, user', async () => {
    expect(await by({ field: 'campaign', op: 'in', value: [other] })).toEqual(['דנה'])
    expect(await by({ field: 'campaign', op: 'notIn', value: [other] })).toEqual(['100%', 'Dana', 'Nameless', 'Ron'])
    expect(await by({ field: 'status', op: 'in', value: [business.statusIds.won] })).toEqual(['Ron'])
    expect(await by({ field: 'assigned', op: 'in', value: [member.userId] })).toEqual(['Dana'])
    expect(await by({ field: 'assigned', op: 'in', value: [member.userId, 'none'] })).toEqual([
      '100%',
      'Dana',
      'Nameless',
      'דנה',
    ])
    expect(await by({ field: 'assigned', op: 'notIn', value: [member.userId] })).toEqual([
      '100%',
      'Nameless',
      'Ron',
      'דנה',
    ])
  })
})

describe('together', () => {
  const hot: WhereRule = { field: 'tag', op: 'in', value: ['hot'] }
  const won: WhereRule = { field: 'statusType', op: 'in', value: ['Won'] }
  const rich: WhereRule = { field: 'value', op: 'gte', value: 500 }
  test('all, any, and nested groups', async () => {
    expect(await of({ all: [hot, rich] })).toEqual(['Dana'])
    expect(await of({ any: [hot, won] })).toEqual(['100%', 'Dana', 'Ron'])
    expect(await of({ all: [rich, { any: [hot, won] }] })).toEqual(['Dana', 'Ron'])
    expect(await of({ any: [won, { all: [hot, { field: 'value', op: 'lte', value: 0 }] }] })).toEqual(['100%', 'Ron'])
  })

  test('with a search by letters and by digits, other filters, campaigns and pages', async () => {
    expect(await of({ all: [{ field: 'tag', op: 'empty' }] }, { search: 'example.test' })).toEqual([
      'Nameless',
      'Ron',
      'דנה',
    ])
    expect(await of({ all: [hot] }, { search: '4567' })).toEqual(['Dana'])
    expect(await of({ all: [hot] }, { search: '05412' })).toEqual(['Dana'])
    expect(await of({ any: [hot, won] }, { campaignId: business.campaignId, search: 'ron@' })).toEqual(['Ron'])
    expect(await names(owner, { filters: { where: { any: [hot, won] }, source: ['website'] } })).toEqual(['Dana'])
    const second = await page(owner, { filters: { where: { any: [hot, won] } }, limit: 2, page: 2, sort: 'date' })
    expect(second.body).toMatchObject({
      leads: [{ name: 'Dana' }],
      pagination: { total: 3, totalIsExact: true, pages: 2 },
    })
  })

  test('the shorthand filters: assigned, tag, duplicate', async () => {
    expect(await names(owner, { filters: { assigned: ['none'] } })).toEqual(['', '100%', 'דנה'])
    expect(await names(owner, { filters: { assigned: [owner.userId, member.userId] } })).toEqual(['Dana', 'Ron'])
    expect(await names(owner, { filters: { tag: ['hot', 'x'] } })).toEqual(['100%', 'Dana'])
    expect(await names(owner, { filters: { duplicate: true } })).toEqual(['', 'Dana', 'דנה'])
    expect(await names(owner, { filters: { duplicate: true, tag: ['hot'] }, search: 'dan' })).toEqual(['Dana'])
  })

  test('duplicates are decided among the leads that the reader may see', async () => {
    const marks = async (as: TestMember) =>
      Object.fromEntries(
        (await page(as, { limit: 100 })).body.leads.map(({ name, isDuplicate }) => [name || 'Nameless', isDuplicate]),
      )
    expect(await marks(owner)).toEqual({ Dana: true, דנה: true, Nameless: true, Ron: false, '100%': false })
    expect(await marks(member)).toEqual({ Dana: false, Nameless: false, Ron: false, '100%': false })
    expect(await names(member, { filters: { duplicate: true } })).toEqual([])
    expect(await of({ all: [{ field: 'duplicate', op: 'is', value: false }] }, {}, member)).toHaveLength(4)
  })
})

describe('is refused, with its path', () => {
  const rule = (value: unknown, field = 'name', op = 'is') => ({ all: [{ field, op, value }] })
  const nineteen = Array.from({ length: 19 }, () => ({ field: 'name', op: 'is', value: 'a' }))
  test.each<[string, unknown]>([
    ['an unknown field', rule('a', 'colour')],
    ['an unknown operator', rule('a', 'name', 'sounds')],
    ['an operator of another kind', rule(5, 'name', 'gte')],
    ['a text of nothing', rule('  ')],
    ['a text that cannot be stored', rule('a\0b')],
    ['a source that cannot be stored', rule(['\ud83d'], 'source', 'in')],
    ['a missing value', { all: [{ field: 'name', op: 'is' }] }],
    ['a value where none belongs', rule('a', 'name', 'empty')],
    ['a wrong kind of value', rule(5)],
    ['no values', rule([], 'source', 'in')],
    ['no id', rule(['x'], 'status', 'in')],
    ['no such type', rule(['Won', 'Gone'], 'statusType', 'in')],
    ['a broken number', rule(1.5, 'value', 'eq')],
    ['a range the wrong way', rule([5, 4], 'value', 'between')],
    ['no day', rule('2026-02-30', 'date', 'on')],
    ['days the wrong way', rule(['2026-02-02', '2026-02-01'], 'date', 'between')],
    ['the preset of a range of one’s own', rule('custom', 'date', 'preset')],
    ['no days', rule(0, 'date', 'withinDays')],
    ['an empty group', { all: [] }],
    ['both', { all: nineteen, any: nineteen }],
    ['a further field', { all: [{ field: 'name', op: 'is', value: 'a', x: 1 }] }],
    ['more than two levels', { all: [{ any: [{ all: nineteen }] }] }],
    ['more than twenty rules', { all: [...nineteen, { any: nineteen.slice(0, 2) }] }],
    ['no tree', 'name = 1'],
  ])('%s', async (_, where) => {
    const { status, code, issues } = refusal(await page(owner, { filters: { where } }))
    expect([status, code]).toEqual([422, 'invalid_input'])
    expect(Object.keys(issues).every((path) => path.startsWith('filters.where'))).toBe(true)
  })

  test('twenty are accepted, and SQL in a value is plain text', async () => {
    expect(await of({ all: [...nineteen.slice(0, 19), { field: 'name', op: 'isNot', value: 'a' }] })).toEqual([])
    expect(await of(rule("'; drop table leads; --"))).toEqual([])
    expect(await by({ field: 'utmTerm', op: 'contains', value: "' or 1=1" })).toEqual([])
  })
})
