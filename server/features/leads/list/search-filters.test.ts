import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMIT_MAX } from '#contract/common.ts'
import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import { statusTypes } from '#contract/leads/lead-status.ts'
import { responseBuckets, targetStates } from '#contract/leads/responses/responses.ts'
import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { newId } from '../../../platform/ids.ts'
import { insertRows } from '../../../testing/factories.ts'
import { testApp } from '../../../testing/test-app.ts'
import { someOptions, testLeadFields } from '../../../testing/test-lead-fields.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { page } = testLeads(it)

const sources = ['meta', 'website', 'רדיו']
const tags = ['Hot', 'חם']
const phones = [null, '+972724440001', '+972724440002']
/** Around midnight in Jerusalem. */
const moments = ['2026-01-10T21:59:59.999Z', '2026-01-10T22:00:00Z', '2026-01-12T12:00:00Z']
const days = ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13']
/** A common text, a rarer one, and one without a trigram: the search uses a different plan for each. */
const texts = ['example', 'rarity', '---']

const sometimes = <T>(value: T) => fc.constantFrom(null, value)
const some = <T>(list: readonly T[]) => fc.subarray([...list], { minLength: 1 })
const lead = fc.record({
  name: fc.constantFrom('Dana', 'Rarity', '---', 'Rarity ---'),
  source: fc.constantFrom(...sources),
  created_at: fc.constantFrom(...moments),
  phone: fc.constantFrom(...phones),
  tags: fc.subarray(tags),
  value: fc.constantFrom(null, 0, 499, 500),
  read_at: sometimes('2026-01-13T00:00:00Z'),
  response_due_at: sometimes('2026-01-12T12:30:00Z'),
  first_response_at: sometimes('2026-01-12T12:10:00Z'),
  deleted_at: sometimes('2026-01-14T00:00:00Z'),
  campaign: fc.nat(1),
  status: fc.nat(3),
  isAssigned: fc.boolean(),
  fields: fc
    .constantFrom<object>({}, { work: ['kitchen'] }, { work: ['bath'] })
    .map((values) => JSON.stringify(values)),
})

async function start() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const campaigns = [business.campaignId, await business.campaign()]
  await testLeadFields(it).made(owner, { nameEn: 'Work', type: 'choice', options: someOptions('Kitchen', 'Bath') })
  return { ...business, owner, campaigns, statuses: Object.values(business.statusIds) }
}
type World = Awaited<ReturnType<typeof start>>
const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

/** Keyed by filter name, so that a filter that is added to the contract must be added here too. */
const filters: { [F in keyof LeadFilters]-?: (world: World) => fc.Arbitrary<NonNullable<LeadFilters[F]>> } = {
  status: ({ statuses }) => some(statuses),
  statusType: () => some(statusTypes),
  source: () => some(sources),
  assigned: ({ owner }) => some(['none' as const, owner.userId]),
  tag: () => some(tags),
  duplicate: () => fc.constant(true as const),
  from: () => fc.constantFrom(...days),
  to: () => fc.constantFrom(...days),
  weekday: () => some(weekdays),
  hour: () => some(hoursOfDay),
  unread: () => fc.constant(true as const),
  unanswered: () => fc.constant(true as const),
  late: () => fc.constant(true as const),
  response: () => some(responseBuckets),
  responseTarget: () => some(targetStates),
  trash: () => fc.constant(true as const),
  option: () =>
    fc.constantFrom({ field: 'fields.work' as const, key: 'kitchen' }, { field: 'fields.work' as const, key: null }),
  where: () => fc.constant({ all: [{ field: 'value', op: 'gte', value: 500 }] }),
}
const names = Object.keys(filters) as (keyof LeadFilters)[]

/**
 * A condition that holds for every lead. With it, a list reads the leads by `conditions()` and does not use the
 * counters.
 */
const ALL = { all: [{ field: 'date', op: 'notEmpty' }] }

async function listed({ owner }: World, query: Record<string, unknown>) {
  const { status, body } = await page(owner, { limit: LIMIT_MAX, ...query })
  expect(status, JSON.stringify(body)).toBe(200)
  return { rows: body.leads.map(({ _id, name, email }) => ({ _id, text: `${name} ${email}` })), ...body.pagination }
}

test(
  'a search finds the leads that the list with the same filters shows and that contain its text',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(lead, { minLength: 10, maxLength: 40 }), fc.gen(), async (leads, draw) => {
        const world = await start()
        const rows = leads.map(({ campaign, status, isAssigned, ...values }, i) => ({
          ...{
            ...values,
            business_id: world.businessId,
            id: newId(),
            email: `${i}@example.test`,
            has_duplicate_contact: true,
          },
          ...{ campaign_id: at(world.campaigns, campaign), status_id: at(world.statuses, status) },
          assigned_to: isAssigned ? world.owner.userId : null,
        }))
        await insertRows(world.db, 'leads', rows)
        for (const [name, text] of names.flatMap((one) => texts.map((text) => [one, text] as const))) {
          const more = draw(() => fc.subarray(names, { maxLength: 1 }))
          const given = Object.fromEntries(
            [name, ...more].map((one) => [one, draw((): fc.Arbitrary<unknown> => filters[one](world))]),
          )
          const campaignId = draw(() => fc.subarray(world.campaigns)).join()
          const query = campaignId ? { campaignId } : {}
          const all = await listed(world, { ...query, filters: { ...given, where: given.where ?? ALL } })
          const expected = all.rows.filter((row) => row.text.toLowerCase().includes(text))
          const found = await listed(world, { ...query, filters: given, search: text })
          expect([given, text, found.rows, found.total]).toEqual([given, text, expected, expected.length])
        }
      }),
      { numRuns: 10, endOnFailure: true },
    ),
)
