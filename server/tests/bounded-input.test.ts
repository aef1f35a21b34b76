import { describe, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import type { Failure } from '#contract/common.ts'
import { routes } from '#contract/index.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Route } from '#contract/route.ts'
import { newId } from '../platform/ids.ts'
import { type Schema, schemaOf } from '../testing/routes/route-shapes.ts'
import { testApp } from '../testing/test-app.ts'

const it = await testApp({ own: true })
const business = await it.newBusiness()
const { authorization, 'x-business-id': businessId } = await business.member('Owner')
const owner = { authorization, ...(businessId && { 'x-business-id': businessId }) }

const all = Object.entries(routes).flatMap(([feature, of]) =>
  Object.entries(of).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)
const pathOf = ({ path }: Route) => `/api${path.replace(/:\w+/g, newId())}`
const ask = (route: Route, rest: { query?: Record<string, string>; payload?: string }) =>
  it.app.inject({
    method: route.method,
    url: pathOf(route),
    headers: { ...owner, ...(rest.payload !== undefined && { 'content-type': 'application/json' }) },
    ...rest,
  })

/** Valid calendar days outside the product's range. */
const strangeDays = ['0000-01-01', '0001-01-01', '1899-12-31', '2201-01-01', '9999-12-31']

/** Valid for every route with days. */
const WEEK = { from: '2026-11-29', to: '2026-12-05' }
/** Reads whole weeks, few at once. */
const isOfWeeks = (name: string) => name === 'shifts.grid' || name === 'guestBookings.slots'

/** Query parameters that are days. */
const daysIn = (schema: Schema) =>
  Object.entries(schema.properties ?? {}).flatMap(([name, { format }]) => (format === 'date' ? [name] : []))
const dated = all
  .map(({ name, route }) => ({ name, route, days: daysIn(schemaOf(route.query, 'input')) }))
  .filter(({ days }) => days.length > 0)

describe('a day outside 1900 to 2200 is refused as invalid input', () => {
  test.each(dated)('in the query of $name', async ({ route, days }) => {
    for (const name of days)
      for (const day of strangeDays) {
        const { statusCode, body } = await ask(route, { query: { ...WEEK, [name]: day } })
        expect([statusCode, (JSON.parse(body) as Failure).issues?.[0]?.path], `${name}=${day}`).toEqual([422, name])
      }
  })

  test('in the filters of a list', async () => {
    const rule = (op: string, value: unknown) => ({ where: { all: [{ field: 'date', op, value }] } })
    const filters = (day: string) => [
      { from: day },
      { to: day },
      ...['on', 'before', 'after'].map((op) => rule(op, day)),
      rule('between', [day, day]),
    ]
    for (const filter of strangeDays.flatMap(filters)) {
      const { statusCode } = await ask(leadRoutes.list, { query: { filters: JSON.stringify(filter) } })
      expect(statusCode, JSON.stringify(filter)).toBe(422)
    }
  })

  test('in a body, as a day or as a moment', async () => {
    for (const day of strangeDays) {
      const campaign = await it.send(routes.campaigns.create, owner, { body: { name: 'Kitchens', startDate: day } })
      expect(campaign.status, day).toBe(422)
      const expiresAt = `${day}T12:00:00Z`
      const entry = await it.send(blacklistRoutes.create, owner, { body: { phone: '0724441234', expiresAt } })
      expect(entry.status, expiresAt).toBe(422)
    }
  })

  test('while the first and last day are accepted', async () => {
    const body = { name: 'Kitchens', startDate: '1900-01-01', endDate: '2200-12-31' }
    const { status, body: made } = await it.send(routes.campaigns.create, owner, { body })
    expect([status, made.campaign.startDate, made.campaign.endDate]).toEqual([201, '1900-01-01', '2200-12-31'])
    for (const { route } of dated.filter(({ name }) => !isOfWeeks(name)))
      expect((await ask(route, { query: { from: '1900-01-01', to: '2200-12-31' } })).statusCode, route.path).toBe(200)
  })

  test('and a stored campaign with an earlier day can still be read', async () => {
    const id = await business.campaign()
    const dates = { start_date: '0026-01-01', end_date: '9999-12-31' }
    await business.db.updateTable('campaigns').set(dates).where('id', '=', id).execute()
    const { status, body } = await it.send(routes.campaigns.get, owner, { query: { campaignId: id } })
    expect([status, body.campaign?.startDate]).toEqual([200, '0026-01-01'])
  })
})

describe('an empty change is refused', () => {
  test.each(all.filter(({ route }) => route.method === 'PATCH'))('$name', async ({ route }) => {
    for (const payload of ['{}', '{"nothingOfTheKind":1}', '{"expected":{}}']) {
      const { statusCode, body } = await ask(route, { payload })
      expect([statusCode, (JSON.parse(body) as Failure).issues?.length], payload).toEqual([422, expect.any(Number)])
    }
    for (const payload of ['', 'null', '[]', '1', '"text"'])
      expect((await ask(route, { payload })).statusCode, payload).toBe(422)
  })
})

const huge = [
  ['an object within 20,000 others', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['a list within 20,000 others', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a list of 50,000', JSON.stringify(Array(50_000).fill(newId()))],
] as const
test.each(huge)('%s is refused by every route, in every field', async (_, value) => {
  const failures: unknown[] = []
  for (const { name, route } of all.filter(({ route }) => route.body)) {
    const fields = Object.keys(schemaOf(route.body, 'input').properties ?? {})
    for (const payload of [value, `{${fields.map((field) => `"${field}":${value}`).join()}}`.slice(0, 2 ** 20)]) {
      const { statusCode } = await ask(route, { payload })
      if (statusCode >= 500) failures.push([name, statusCode])
    }
  }
  expect(failures).toEqual([])
  expect(it.errors).toEqual([])
})

test.each([
  ['page', ['0', '-1', '10000001', '9007199254740993', '1e300', '0x10', '1.5', '']],
  ['limit', ['0', '-1', '101', '9223372036854775808', 'NaN']],
])('%s has bounds on every list', async (field, values) => {
  for (const { name, route } of all) {
    if (!schemaOf(route.query, 'input').properties?.[field]) continue
    for (const value of values) {
      const { statusCode } = await ask(route, { query: { [field]: value } })
      expect(statusCode, `${name} ${field}=${value}`).toBeLessThan(500)
    }
    expect((await ask(route, { query: { page: '10000000', limit: '100' } })).statusCode, name).toBeLessThan(500)
  }
})
