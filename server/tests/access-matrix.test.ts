import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { scopes } from '#contract/auth/scopes.ts'
import type { Route } from '#contract/route.ts'
import {
  type AccessFixtures,
  everyRole,
  makeAccessFixtures,
  makeTeam,
  type Team,
} from '../testing/routes/access-fixtures.ts'
import { accessTable } from '../testing/routes/access-table.ts'
import { allRoutes, samples, unmatched } from '../testing/routes/all-samples.ts'
import type { RequestInput } from '../testing/routes/samples.ts'
import { type Credentials, testApp } from '../testing/test-app.ts'
import { testCalls } from '../testing/test-calls.ts'

const FILE = 'docs/access.md'

/** A route of a business that the caller does not belong to. */
const ELSEWHERE = '444444414'

let it: Awaited<ReturnType<typeof testApp>>
let team: Team
let places: { own: AccessFixtures; otherCampaign: AccessFixtures; otherBusiness: AccessFixtures }
let key: Credentials
beforeAll(async () => {
  it = await testApp()
  const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
  team = await makeTeam(ours)
  key = await ours.apiKey([...scopes], [ours.campaignId])
  const calls = await testCalls(it, ours)
  const given = { business: ours, owner: team.Owner, calls }
  places = {
    own: await makeAccessFixtures(it, { ...given, campaign: ours.campaignId }),
    otherCampaign: await makeAccessFixtures(it, { ...given, campaign: await ours.campaign() }),
    otherBusiness: await makeAccessFixtures(it, {
      ...{ business: theirs, owner: await theirs.member('Owner'), calls: await testCalls(it, theirs) },
      campaign: theirs.campaignId,
    }),
  }
})

const askers = [...everyRole, 'signedOut', 'key'] as const

test('every route has a line, and every line has a route', () => {
  expect(unmatched).toEqual([])
})

const credentialsOf = (asker: (typeof askers)[number]) =>
  asker === 'signedOut' ? undefined : asker === 'key' ? key : team[asker]

/** One sign per asker: the route's reply for these fixtures. */
async function ask(name: string, route: Route, place: AccessFixtures, headers: Record<string, string> = {}) {
  const signs: string[] = []
  for (const asker of askers) {
    const as = credentialsOf(asker)
    const userId =
      place === places.otherBusiness ? place.owner.userId : ((as as { userId?: string })?.userId ?? place.owner.userId)
    const role = asker === 'signedOut' || asker === 'key' ? null : asker
    const asked: RequestInput = (await samples[name]?.request?.(place, { role, userId, team, home: places.own })) ?? {}
    const { status, body } = await it.send(route, asked.as ?? as, asked as never, headers)
    signs.push(signOf(status, `${name} ${asker}: ${JSON.stringify(body)}`))
  }
  return signs.join('')
}

function signOf(status: number, said: string) {
  if (said.includes('connection_not_found')) return '+' // nothing to disconnect
  if ([401, 403, 404].includes(status)) return String(status % 10)
  if (status >= 500 && status !== 502) throw new Error(said)
  return '+'
}

const seen = new Map<string, string[]>()
test.each(allRoutes)('$name', async ({ name, route }) => {
  const sample = samples[name]
  const [within, campaign = '-', business = '-'] = sample?.allowed.split(' ') ?? []
  const found = [await ask(name, route, places.own)]
  found.push(campaign === '-' ? '-' : await ask(name, route, places.otherCampaign))
  found.push(business === '-' ? '-' : await ask(name, route, places.otherBusiness))
  const isAsked = sample?.open === undefined
  const elsewhere = { 'x-business-id': places.otherBusiness.businessId }
  found.push(isAsked ? await ask(name, route, places.otherBusiness, elsewhere) : '-')
  seen.set(name, found)
  expect(found).toEqual([within, campaign, business, isAsked ? ELSEWHERE : '-'])
})

test('docs/access.md has the actual replies', async () => {
  const made = accessTable(allRoutes, seen)
  const kept = await readFile(FILE, 'utf8').catch(() => '')
  if (kept !== made) await writeFile(FILE, made)
  expect(kept, `${FILE} was rewritten: review and commit it`).toBe(made)
})
