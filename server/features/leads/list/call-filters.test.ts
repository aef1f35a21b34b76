import { beforeAll, describe, expect, test } from 'vitest'
import { leadBoardRoutes } from '#contract/leads/lead-board.ts'
import type { WhereRule } from '#contract/leads/lead-where.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { newId } from '../../../platform/ids.ts'
import { pastCalls } from '../../../testing/past-calls.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { testOwnLeads } from '../../../testing/test-own-leads.ts'

type As = Partial<Credentials>
const NOW = new Date('2026-11-21T10:00:00Z')
const it = await testApp({ now: () => NOW })
const { add, page, names } = testLeads(it)
const calls = pastCalls(it)

let business: Awaited<ReturnType<typeof it.newBusiness>>
let owner: TestMember
let second: string
const ids: Record<string, string> = {}

async function record(callId: string, state: 'stored' | 'purged') {
  const row = { business_id: business.businessId, id: newId(), call_id: callId, provider_sid: newId() }
  await business.db
    .insertInto('recordings')
    .values({ ...row, kind: 'dial', state, seconds: 90 })
    .execute()
}

beforeAll(async () => {
  business = await it.newBusiness()
  second = await business.campaign()
  owner = await business.member('Owner')
  const { campaignId } = business
  const key = await business.apiKey()
  for (const name of ['Answered', 'Missed', 'Again', 'Silent']) ids[name] = (await add(key, { name, campaignId }))._id
  ids.Second = (await add(key, { name: 'Second', campaignId: second }))._id
  const ring = (name: string, call: { at: string; status: 'Answered' | 'Busy' | 'Not Answered'; talk?: number }) =>
    calls.ring(business, { campaignId: name === 'Second' ? second : campaignId, leadId: ids[name] as string, ...call })
  await record(await ring('Answered', { at: '2026-11-20T10:00:00Z', status: 'Answered', talk: 90 }), 'stored')
  await record(await ring('Missed', { at: '2026-11-19T10:00:00Z', status: 'Not Answered' }), 'purged')
  // The last call of this lead was not answered, the one before was.
  await record(await ring('Again', { at: '2026-11-10T10:00:00Z', status: 'Answered', talk: 300 }), 'stored')
  await ring('Again', { at: '2026-11-11T10:00:00Z', status: 'Busy' })
  await record(await ring('Second', { at: '2026-11-21T08:00:00Z', status: 'Answered', talk: 59 }), 'stored')
  // Calls of another business.
  const other = await it.newBusiness()
  await calls.ring(other, { campaignId: other.campaignId, at: '2026-11-20T10:00:00Z', status: 'Answered', talk: 90 })
})

const of = async (where: unknown, as: As = owner) => (await names(as, { filters: { where } })).sort()
const by = (rule: WhereRule) => of({ all: [rule] })
const recorded = { field: 'callRecording', op: 'is', value: true } as const
const answered = { field: 'callStatus', op: 'in', value: ['Answered'] } as const

describe('leads are filtered by their calls', () => {
  test.each<[WhereRule['field'], WhereRule['op'], WhereRule['value'], string[]]>([
    ['callStatus', 'in', ['Answered'], ['Answered', 'Second']],
    ['callStatus', 'in', ['Busy', 'Not Answered'], ['Again', 'Missed']],
    ['callStatus', 'notIn', ['Answered', 'Busy'], ['Missed', 'Silent']],
    ['callStatus', 'empty', undefined, ['Silent']],
    ['callStatus', 'notEmpty', undefined, ['Again', 'Answered', 'Missed', 'Second']],
    ['callStart', 'on', '2026-11-20', ['Answered']],
    ['callStart', 'before', '2026-11-19', ['Again']],
    ['callStart', 'withinDays', 2, ['Answered', 'Second']],
    ['callStart', 'empty', undefined, ['Silent']],
    ['callDuration', 'gte', 60, ['Answered']],
    ['callDuration', 'eq', 59, ['Second']],
    ['callDuration', 'lte', 59, ['Again', 'Missed', 'Second']],
    ['callDuration', 'between', [59, 90], ['Answered', 'Second']],
    ['callDuration', 'empty', undefined, ['Silent']],
    ['callCount', 'eq', 1, ['Answered', 'Missed', 'Second']],
    ['callCount', 'gte', 2, ['Again']],
    ['callCount', 'gte', 0, ['Again', 'Answered', 'Missed', 'Second', 'Silent']],
    ['callCount', 'lte', 1, ['Answered', 'Missed', 'Second', 'Silent']],
    ['callCount', 'eq', 0, ['Silent']],
    ['callCount', 'between', [0, 1], ['Answered', 'Missed', 'Second', 'Silent']],
    ['callCount', 'between', [2, 5], ['Again']],
    ['callCount', 'empty', undefined, ['Silent']],
    ['callCount', 'notEmpty', undefined, ['Again', 'Answered', 'Missed', 'Second']],
    ['callRecording', 'is', true, ['Again', 'Answered', 'Second']],
    ['callRecording', 'is', false, ['Missed', 'Silent']],
  ])('%s %s %j', async (field, op, value, expected) => {
    expect(await by({ field, op, ...(value !== undefined && { value }) })).toEqual(expected)
  })

  test('together with other conditions, sorts, the board and an operation on all that match', async () => {
    const named = { field: 'name', op: 'is', value: 'Silent' } as const
    expect(await of({ any: [answered, named, { field: 'callCount', op: 'gte', value: 2 }] })).toEqual([
      'Again',
      'Answered',
      'Second',
      'Silent',
    ])
    const where = { all: [recorded, { field: 'callDuration', op: 'gte', value: 59 }] }
    const sorted = await page(owner, { filters: { where }, sort: 'name' })
    expect(sorted.body).toMatchObject({ leads: [{ name: 'Answered' }, { name: 'Second' }], pagination: { total: 2 } })
    const board = await it.send(leadBoardRoutes.get, owner, { query: { filters: JSON.stringify({ where }) } })
    expect(board.body.total).toBe(2)
    const body = { action: { kind: 'tag', add: ['talked'] }, all: true, filters: { where } } as never
    expect((await it.send(operationRoutes.create, owner, { body })).body.operation.total).toBe(2)
  })

  test.each<[string, WhereRule['field'], WhereRule['op'], unknown]>([
    ['no status of a call', 'callStatus', 'in', ['Gone']],
    ['a text for a duration', 'callDuration', 'gte', '60'],
    ['a negative count', 'callCount', 'gte', -1],
    ['a list for a flag', 'callRecording', 'is', ['true']],
  ])('%s is refused', async (_, field, op, value) => {
    expect(refusal(await page(owner, { filters: { where: { all: [{ field, op, value }] } } })).status).toBe(422)
  })
})

describe('rights', () => {
  const refused = async (as: As, rule: object) => {
    const { status, issues } = refusal(await page(as, { filters: { where: { any: [rule] } } }))
    return status === 422 && Object.keys(issues)
  }

  test('recordings count only where the reader hears calls; who hears none cannot ask', async () => {
    const writer = await business.member('Writer', [business.campaignId, second])
    expect(await of({ all: [answered] }, writer)).toEqual(['Answered', 'Second'])
    expect(await refused(writer, recorded)).toEqual(['filters.where.callRecording'])
    expect(await refused(writer, { ...recorded, value: false })).toEqual(['filters.where.callRecording'])
    await business.letHear(writer, [second])
    expect(await of({ all: [recorded] }, writer)).toEqual(['Second'])
  })

  test('a Writer kept to their own leads finds no other by its calls', async () => {
    const world = await testOwnLeads(it).world()
    const { campaignId, own, others, writer, chief } = world
    for (const { _id } of [own, others])
      await calls.ring(world, { campaignId, leadId: _id, at: '2026-11-20T10:00:00Z', status: 'Answered', talk: 60 })
    expect(await of({ all: [answered] }, chief)).toEqual(['Dana Cohen', 'Dana Levi'])
    expect(await of({ all: [answered] }, writer)).toEqual(['Dana Levi'])
    expect(await of({ any: [{ field: 'callCount', op: 'gte', value: 1 }] }, writer)).toEqual(['Dana Levi'])
  })

  test('an API key needs the scope for calls, and knows those of its campaigns', async () => {
    const blind = await business.apiKey(['leads:read'])
    for (const field of ['callStatus', 'callStart', 'callDuration', 'callCount'])
      expect(await refused(blind, { field, op: 'notEmpty' })).toEqual([`filters.where.${field}`])
    expect(await refused(blind, recorded)).toEqual(['filters.where.callRecording'])
    const seeing = await business.apiKey(['leads:read', 'calls:read'], [second])
    expect(await of({ all: [answered] }, seeing)).toEqual(['Second'])
    expect(await of({ all: [recorded] }, seeing)).toEqual(['Second'])
    const whole = await business.apiKey(['leads:read', 'calls:read'])
    expect(await of({ all: [recorded] }, whole)).toEqual(['Again', 'Answered', 'Second'])
  })
})
