import { expect, test } from 'vitest'
import { LeadViewQuery } from '#contract/leads/saved-views/lead-views.ts'
import { parseSearch, stringifySearch } from '../../../lib/search.ts'
import { readableQuery } from '../../../shared/saved-views/view-list.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { idOf, OTHER_CAMPAIGN_ID } from '../../../testing/lead-fakes.ts'
import { LeadsSearch } from '../filters/leads-search.ts'
import { linkToView, showsSame, viewQueryOf } from './view-query.ts'

const query = (values: object) => LeadViewQuery.parse({ look: 'table', ...values })
const everything = query({
  look: 'cards',
  campaignId: OTHER_CAMPAIGN_ID,
  sort: 'date',
  search: 'דנה',
  filters: {
    status: [idOf(2), idOf(1)],
    statusType: ['Open'],
    source: ['tiktok, 2025', '100%'],
    assigned: ['none', idOf(5)],
    tag: ['a,b', 'ג׳ינס'],
    response: ['none'],
    unread: true,
    unanswered: true,
    duplicate: true,
    trash: true,
    date: 'thisWeek',
    where: {
      any: [{ field: 'name', op: 'contains', value: 'a;b~(c),d' }, { all: [{ field: 'value', op: 'gte', value: 5 }] }],
    },
  },
  columns: [{ key: 'phone', width: 120 }, { key: 'name' }],
})
/** As a browser reads the address of a view. */
function opened(view: LeadViewQuery) {
  const { to, search } = linkToView(BUSINESS_ID, { _id: idOf(1), query: view })
  const text = parseSearch(stringifySearch(search))
  return { to, search: LeadsSearch.parse(text), text }
}

test('a view, its address and the list say the same', () => {
  const { to, search, text } = opened(everything)
  expect(to).toBe(`/b/${BUSINESS_ID}/c/${OTHER_CAMPAIGN_ID}/cards`)
  expect(text).toMatchObject({ view: idOf(1), date: 'thisWeek', columns: 'phone:120,name' })
  const shown = viewQueryOf(search, { campaignId: OTHER_CAMPAIGN_ID, look: 'cards' })
  expect(showsSame(shown, everything)).toBe(true)
  expect(LeadViewQuery.parse(shown).filters.where).toEqual(everything.filters.where)
  expect(shown.filters.tag?.toSorted()).toEqual(['a,b', 'ג׳ינס'].toSorted())
})

test('a plain view has nothing but its id in the address', () => {
  expect(opened(query({})).text).toEqual({ view: idOf(1) })
})

test.each([
  { look: 'table' },
  { campaignId: null },
  { sort: '-date' },
  { search: 'noa' },
  { filters: { ...everything.filters, unread: undefined } },
  { filters: { ...everything.filters, tag: ['a', 'b'] } },
  { columns: [{ key: 'phone', width: 121 }, { key: 'name' }] },
  { columns: [{ key: 'name' }, { key: 'phone', width: 120 }] },
  { columns: undefined },
])('%j is a change', (changes) => {
  expect(showsSame({ ...everything, ...changes } as LeadViewQuery, everything)).toBe(false)
})

test('the order of chosen values is none', () => {
  const { status = [] } = everything.filters
  const turned = { ...everything, filters: { ...everything.filters, status: status.toReversed() } }
  expect(showsSame(turned, everything)).toBe(true)
})

test('a view of a campaign out of reach is shown over those in reach', () => {
  expect(readableQuery(everything, [{ _id: OTHER_CAMPAIGN_ID }])).toBe(everything)
  expect(readableQuery(everything, [{ _id: idOf(1) }]).campaignId).toBeNull()
  expect(readableQuery(everything, undefined)).toBe(everything)
})
