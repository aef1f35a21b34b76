import { expect, test } from 'vitest'
import { formRoutes } from '#contract/forms.ts'
import { fuzzDoors, type OpenApi, openFuzz } from '../testing/routes/fuzz.ts'
import { testApp } from '../testing/test-app.ts'
import { aForm } from '../testing/test-forms.ts'
import { testLeads } from '../testing/test-leads.ts'

const SEED = 20_261_123
const REQUESTS = 3_000
const AT_ONCE = 6

test('requests generated from the published reference, nearly valid or hostile, cause no server error', async () => {
  const it = await testApp({ env: { TRUST_PROXY: '1' } })
  const business = await it.newBusiness()
  let owner = await business.member('Owner')
  const { form } = (await it.send(formRoutes.create, owner, { body: { ...aForm(), campaignId: business.campaignId } }))
    .body
  const { _id: leadId } = await testLeads(it).add(owner, { campaignId: business.campaignId })
  const writer = await business.member('Writer', [business.campaignId])
  const key = await business.apiKey(['leads:write', 'leads:read'])
  const headersOf = ({ authorization, ...of }: { authorization: string; 'x-business-id'?: string }) => ({
    authorization,
    ...(of['x-business-id'] && { 'x-business-id': of['x-business-id'] }),
  })
  let visitors = 0
  const visitor = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}` })
  const fuzz = openFuzz({
    seed: SEED,
    api: (await it.app.inject('/api/openapi.json')).json<OpenApi>(),
    doors: fuzzDoors(form.key),
    callers: [() => headersOf(owner), () => headersOf(owner), () => headersOf(writer), () => headersOf(key), visitor],
    known: [business.campaignId, leadId, form._id, owner.userId, writer.userId, business.businessId],
  })

  const failures: unknown[] = []
  const statuses = new Set<number>()
  let accepted = 0
  const work = async () => {
    for (let i = 0; i < REQUESTS / AT_ONCE; i++) {
      // Some requests end sessions.
      if (i % 20 === 0) owner = { ...owner, ...(await it.signIn(owner.userId)) }
      const { method, url, headers, payload } = fuzz.next()
      const reply = await it.app.inject({
        ...{ method: method as 'GET', url, headers: { host: 'localhost', ...headers } },
        ...(payload !== undefined && { payload }),
      })
      statuses.add(reply.statusCode)
      if (method !== 'GET' && reply.statusCode < 300) accepted++
      if (reply.statusCode >= 500) failures.push({ status: reply.statusCode, method, url, headers, payload })
      fuzz.learn(reply.body)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(failures, `seed ${SEED}`).toEqual([])
  // Some pass validation, too: about 95 writes.
  expect(accepted).toBeGreaterThan(20)
  for (const status of [200, 302, 401, 403, 404, 415, 422]) expect(statuses, String(status)).toContain(status)
})
