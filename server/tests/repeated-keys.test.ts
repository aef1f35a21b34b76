import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { routes } from '#contract/index.ts'
import { clickIdFields, utmFields } from '#contract/leads/attribution.ts'
import type { Route } from '#contract/route.ts'
import { newId } from '../platform/ids.ts'
import { propertiesOf } from '../testing/routes/route-shapes.ts'
import { testApp } from '../testing/test-app.ts'
import { readForm, testForms } from '../testing/test-forms.ts'
import { testLeads } from '../testing/test-leads.ts'

const FORM = 'application/x-www-form-urlencoded'
let time = Date.parse('2026-11-20T10:00:00Z')
const it = await testApp({ now: () => new Date(time) })
const { make, get, post } = testForms(it)
const { page, get: getLead } = testLeads(it)

test('the first value of a repeated key in a form’s address applies, on each of its pages', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const form = await make(owner, business.campaignId)
  const carried = [...utmFields.map((name) => `utm_${name}`), ...clickIdFields, 'landingPage', 'referrer']
  const query = ['lang', 'embed', ...carried].map((name) => `${name}=en&${name}=he`).join('&')
  for (const path of ['', '/thanks', '/embed.js'])
    expect((await get(`/f/${form.key}${path}?${query}`)).statusCode, path).toBe(200)
  const opened = readForm((await get(`/f/${form.key}?${query}`)).body)
  expect(opened.values).toMatchObject(Object.fromEntries(carried.map((name) => [name, 'en'])))

  time += 5_000
  const typed = `${new URLSearchParams(opened.values)}&name=Dana&name=Other&phone=0724441234&phone=0724449999&utm_source=late`
  const sent = await post(`${opened.action}&lang=he&embed=1&embed=2`, typed)
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/f/${form.key}/thanks?lang=en&embed=1`])
  const [lead] = (await page(owner)).body.leads
  expect(lead).toMatchObject({ name: 'Dana', phone: '+972724441234' })
  const [enquiry] = (await getLead(owner, lead?._id ?? '')).body.lead.enquiries
  expect(enquiry?.utm.source).toBe('en')
  expect(JSON.parse(enquiry?.raw ?? '')).toMatchObject({ name: 'Dana', phone: '0724441234' })
  expect(it.errors).toEqual([])
})

test('a short link forwards the first of repeated click ids', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const body = { name: 'Kitchens', links: [{ url: 'https://alon.example/', label: 'Site' }] }
  const [link] = (await it.send(campaignRoutes.create, owner, { body })).body.campaign.links
  const { statusCode, headers } = await get(`${new URL(link?.shortUrl ?? '').pathname}?gclid=first&gclid=second`)
  expect([statusCode, headers.location]).toEqual([302, 'https://alon.example/?gclid=first'])
})

test('a form sent with an API key uses the first of repeated fields', async () => {
  const business = await it.newBusiness()
  const { authorization } = await business.apiKey()
  const reply = await it.app.inject({
    method: 'POST',
    url: '/api/lead',
    headers: { authorization, 'content-type': FORM },
    payload: `campaignId=${business.campaignId}&phone=0724445678&phone=1&name=First&name=Second`,
  })
  expect([reply.statusCode, reply.json().lead]).toEqual([
    201,
    expect.objectContaining({ name: 'First', phone: '+972724445678' }),
  ])
})

test('a list uses the first of repeated values', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { authorization, 'x-business-id': businessId } = owner
  const reply = await it.app.inject({
    url: `/api/lead?limit=1&limit=50&campaignId=${business.campaignId}&page=1&page=x`,
    headers: { authorization, 'x-business-id': businessId },
  })
  expect([reply.statusCode, reply.json().pagination.limit]).toEqual([200, 1])
})

const asked = Object.entries(routes).flatMap(([feature, of]) =>
  Object.entries(of)
    .map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route }))
    .filter(({ route }) => route.query),
)
test.each(asked)('no repeated key causes a server error: $name', async ({ route }) => {
  const { authorization, 'x-business-id': businessId } = await (await it.newBusiness()).member('Owner')
  const query = Object.keys(propertiesOf(route.query)).flatMap((name) => [`${name}=1`, `${name}=2`])
  const url = `/api${route.path.replace(/:\w+/g, newId())}?${query.join('&')}`
  const { statusCode } = await it.app.inject({
    method: route.method,
    url,
    headers: { authorization, 'x-business-id': businessId },
  })
  expect(statusCode).toBeLessThan(500)
})
