import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMIT_MAX } from '#contract/common.ts'
import { newId } from '../../../platform/ids.ts'
import { insertRows } from '../../../testing/factories.ts'
import { testApp } from '../../../testing/test-app.ts'
import { someOptions, testLeadFields } from '../../../testing/test-lead-fields.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { page } = testLeads(it)
const { made } = testLeadFields(it)

const options = ['kitchen', 'bath', 'roof']
const some = fc.subarray(options, { minLength: 1 })
const lead = fc.record({
  work: fc.constantFrom(null, ...options),
  needs: fc.subarray(options),
  created_at: fc.constantFrom('2026-01-10T12:00:00Z', '2026-01-11T12:00:00Z', '2026-01-12T12:00:00Z'),
  deleted_at: fc.constantFrom(null, null, '2026-01-14T00:00:00Z'),
  campaign: fc.nat(1),
})
/** Holds for every lead; with it the list is not read by the index of options. */
const ALL = { field: 'date', op: 'notEmpty' }

test(
  'a list by options alone, which an index of options gives, is that of the leads that have one of them',
  {
    timeout: 60_000,
  },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(lead, { minLength: 8, maxLength: 30 }), some, some, async (leads, work, needs) => {
        const business = await it.newBusiness()
        const owner = await business.member('Owner')
        const reader = await business.member('Reader', [business.campaignId])
        const campaigns = [business.campaignId, await business.campaign()]
        await made(owner, { nameEn: 'Work', type: 'choice', options: someOptions('Kitchen', 'Bath', 'Roof') })
        await made(owner, { nameEn: 'Needs', type: 'choices', options: someOptions('Kitchen', 'Bath', 'Roof') })
        const rows = leads.map(({ campaign, work: kind, needs: needed, ...values }, at) => ({
          ...{ ...values, business_id: business.businessId, id: newId(), email: `${at}@example.test`, name: 'Dana' },
          ...{ campaign_id: campaigns[campaign] as string, status_id: business.statusIds.new, source: 'meta' },
          fields: JSON.stringify({ ...(kind && { work: [kind] }), ...(needed.length && { needs: needed }) }),
        }))
        await insertRows(business.db, 'leads', rows)
        const ids = async (as: typeof owner, query: object) => {
          const { status, body } = await page(as, { limit: LIMIT_MAX, ...query })
          expect(status, JSON.stringify(body)).toBe(200)
          expect(body.pagination.total).toBe(body.leads.length)
          return body.leads.map(({ _id }) => _id)
        }
        const days = [{}, { from: '2026-01-11' }, { to: '2026-01-11' }]
        for (const as of [owner, reader])
          for (const sort of ['date', '-date'])
            for (const day of days)
              for (const rule of [
                { field: 'fields.work', op: 'in', value: work },
                { field: 'fields.needs', op: 'in', value: needs },
              ]) {
                const by = (...rules: object[]) => ids(as, { sort, filters: { ...day, where: { all: rules } } })
                const found = await by(rule)
                expect(found).toEqual(await by(rule, ALL))
                const [one] = rule.value
                if (rule.value.length === 1)
                  expect(await ids(as, { sort, filters: { ...day, option: { field: rule.field, key: one } } })).toEqual(
                    found,
                  )
              }
      }),
      { numRuns: 6 },
    ),
)
