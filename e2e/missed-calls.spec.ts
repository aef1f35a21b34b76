import type { APIRequestContext } from '@playwright/test'
import { expect, post, test, type World } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

type Scenario = 'answered' | 'cancel'
type Num = { _id: string; phone: string }

/** Orders a number for the journey's campaign, which rings a phone; `dial` plays a call of the same caller at it. */
async function aNumber(request: APIRequestContext, world: World) {
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const free = await (await request.get('/api/number/free?area=Mobile', { headers })).json()
  return { headers, free }
}
