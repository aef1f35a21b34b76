import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Failure } from '#contract/common.ts'
import type { Route, RouteInput } from '#contract/route.ts'
import { userRoutes } from '#contract/team/users.ts'
import { registration } from '../testing/accounts/test-accounts.ts'
import { type Credentials, testApp } from '../testing/test-app.ts'

const it = await testApp()
const { campaignId, member } = await it.newBusiness()
const owner = await member('Owner')
const params = { id: campaignId }

const saves: [string, Route, Credentials | undefined, (name: string) => object][] = [
  ['a new business', businessRoutes.create, owner, (name) => ({ body: { name } })],
  ['a business', businessRoutes.change, owner, (name) => ({ body: { name } })],
  ['a new campaign', campaignRoutes.create, owner, (name) => ({ body: { name } })],
  ['a campaign', campaignRoutes.change, owner, (name) => ({ params, body: { name } })],
  ['a person', userRoutes.update, owner, (name) => ({ body: { name } })],
  ['who registers', authRoutes.register, undefined, (name) => ({ body: { ...registration(), name } })],
]
const issueOf = async ([, route, as, input]: (typeof saves)[number], name: string, language: string) => {
  const { status, body } = await it.send(route, as, input(name) as RouteInput<Route>, { 'accept-language': language })
  const { issues = [] } = body as Failure
  return [status, ...issues.flatMap(({ path, message }) => [path, message])]
}

test.each(saves)(
  'the name of %s may contain no address or phone; the refusal is in the caller’s language',
  async (...save) => {
    const english = 'A name cannot contain a web address or a phone number'
    expect(await issueOf(save, 'Prizes at evil.com', 'en')).toEqual([422, 'name', english])
    expect(await issueOf(save, 'Call 050-123-4567', 'en')).toEqual([422, 'name', english])
    const hebrew = 'שם לא יכול להכיל כתובת אתר או מספר טלפון'
    expect(await issueOf(save, 'חייגו 0501234567', 'he')).toEqual([422, 'name', hebrew])
  },
)

test('names with dots and quotes are stored unchanged', async () => {
  for (const name of ['י. כהן ושות׳', 'A.B.C. Ltd', 'Node.js Experts', 'קיץ 2025-2026']) {
    const { status, body } = await it.send(campaignRoutes.create, owner, { body: { name } })
    expect([status, body.campaign.name]).toEqual([201, name])
  }
})
