import { describe, expect, test } from 'vitest'
import { spellingRoutes } from '#contract/duplicates/spellings.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { nameWords } from '#contract/values/name-key.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sweepOn } from './duplicates.jobs.ts'

const it = await testApp()
const leads = testLeads(it)
type As = Parameters<typeof leads.add>[0]
type Query = Record<string, unknown>

/** What a search offers, as texts with the totals of their lists. */
async function offers(as: As, search: string, { filters, ...query }: Query = {}) {
  const asked = { search, ...query, ...(filters !== undefined && { filters: JSON.stringify(filters) }) }
  const { status, body } = await it.send(spellingRoutes.find, as, { query: asked as never })
  expect(status, JSON.stringify(body)).toBe(200)
  return Object.fromEntries(body.spellings.map(({ text, total }) => [text, total]))
}
const wordsOf = async (businessId: string) => {
  const rows = await it.deps.workerDb
    .selectFrom('name_words')
    .select('word')
    .where('business_id', '=', businessId)
    .distinct()
    .orderBy('word')
    .execute()
  return rows.map(({ word }) => word)
}

/** A business with these leads, whose names have been read. */
async function world(...names: string[]) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const made = new Map<string, string>()
  for (const name of names) made.set(name, (await leads.add(owner, { name, campaignId: business.campaignId }))._id)
  await leads.relayed()
  const words = new Set(names.flatMap(nameWords).map(({ word }) => word))
  await waitFor(async () => (await wordsOf(business.businessId)).length === words.size)
  return { ...business, owner, idOf: (name: string) => made.get(name) as string }
}

let known: ReturnType<typeof world> | undefined
const people = () => (known ??= world('דנה לוי', 'רון לוי', 'חיים כהן', 'שלמה מזרחי', 'John Smith'))

describe('a search offers the spellings of names that leads have', () => {
  test.each<[string, string, Record<string, number>]>([
    ['Latin letters for Hebrew ones', 'Levi', { לוי: 2 }],
    ['two words', 'Dana Levi', { 'דנה לוי': 1 }],
    ['Hebrew letters for Latin ones', 'סמית', { smith: 1 }],
    ['het as ch', 'Chaim', { חיים: 1 }],
    ['het as h', 'haim', { חיים: 1 }],
    ['final letters', 'כהנ', { כהן: 1 }],
    ['full spelling for defective', 'שלומה', { שלמה: 1 }],
    ['niqqud', 'חַיָים', {}],
    ['letters that no name has', 'Qwxz', {}],
    ['an e-mail', 'levi@example.test', {}],
    ['digits', '054', {}],
    ['a part of a word', 'Lev', {}],
    ['four words', 'Dana Levi Dana Levi', {}],
  ])('%s: %s', async (_, search, expected) => {
    const { owner } = await people()
    expect(await offers(owner, search)).toEqual(expected)
  })
})

test('each offer has the total of its list, with the same filters and campaigns', async () => {
  const { owner, campaignId, campaign, statusIds, idOf } = await world('דנה לוי', 'רון לוי')
  await leads.change(owner, idOf('דנה לוי'), { statusId: statusIds.won })
  expect(await offers(owner, 'Levi', { filters: { status: [statusIds.won] } })).toEqual({ לוי: 1 })
  expect(await offers(owner, 'Levi', { filters: { status: [statusIds.lost] } })).toEqual({})
  expect(await offers(owner, 'Levi', { campaignId })).toEqual({ לוי: 2 })
  expect(await offers(owner, 'Levi', { campaignId: await campaign() })).toEqual({})
})

test('of several spellings those with the most leads come first', async () => {
  const { owner } = await world('דנה לוי', 'רון לוי', 'Ron Levy', 'נועה ליבי')
  const { body } = await it.send(spellingRoutes.find, owner, { query: { search: 'Levi' } })
  expect(body.spellings.map(({ text, total }) => `${text} ${total}`)).toEqual(['לוי 2', 'ליבי 1', 'levy 1'])
})

test('nothing is offered of leads out of sight, or of another business', async () => {
  const { owner, member, campaign, campaignId, idOf } = await world('דנה לוי', 'רון לוי')
  const [inside, outside] = [await member('Reader', [campaignId]), await member('Reader', [await campaign()])]
  expect([await offers(inside, 'Levi'), await offers(outside, 'Levi')]).toEqual([{ לוי: 2 }, {}])
  const other = await world('נועה כץ')
  expect(await offers(other.owner, 'Levi')).toEqual({})
  await leads.remove(owner, [idOf('דנה לוי')])
  expect(await offers(owner, 'Levi')).toEqual({ לוי: 1 })
})

test('an erased person’s words are forgotten at once, unless another lead has them', async () => {
  const { owner, businessId, idOf } = await world('אביגדור לוי', 'רון לוי')
  const erased = await it.send(privacyRoutes.eraseLead, owner, {
    params: { id: idOf('אביגדור לוי') },
    body: { typed: 'אביגדור לוי' },
  })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect(await wordsOf(businessId)).toEqual(['לוי', 'רון'])
})

test('a sweep reads names that no event reported, and forgets words that no name has had for a day', async () => {
  const { businessId, db, idOf } = await world('דנה לוי')
  await db.updateTable('leads').set({ name: 'רון כהן' }).where('id', '=', idOf('דנה לוי')).execute()
  const sweep = async (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000)
    let place: Parameters<typeof sweepOn>[1] | null = {
      businessId,
      startedAt: at.toISOString(),
      phase: 'names',
      after: null,
    }
    while (place) place = await sweepOn({ ...it.deps, now: () => at }, place)
    return wordsOf(businessId)
  }
  expect(await sweep(0)).toEqual(['דנה', 'כהן', 'לוי', 'רון'])
  expect(await sweep(0.9)).toEqual(['דנה', 'כהן', 'לוי', 'רון'])
  expect(await sweep(1.9)).toEqual(['כהן', 'רון'])
})
