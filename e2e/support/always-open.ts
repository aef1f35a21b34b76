import type { APIRequestContext } from '@playwright/test'
import { expect, type World } from './fixtures.ts'

/** Opens the business around the clock, so that a journey does not depend on the hour. */
export async function openAlways(request: APIRequestContext, { accessToken, businessId }: World) {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId }
  const { hours, version } = await (await request.get('/api/business/working-hours', { headers })).json()
  const always = [{ from: '00:00', to: '00:00' }]
  const data = {
    hours: {
      ...hours,
      days: Array.from({ length: 7 }, () => always),
      shabbat: 'open',
      holidays: { ...hours.holidays, yom_tov: { rule: 'open' }, yom_tov_eve: { rule: 'open' } },
    },
    expected: version,
  }
  const reply = await request.put('/api/business/working-hours', { headers, data })
  expect(reply.status(), await reply.text()).toBe(200)
}
