import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import {
  type AccessFixtures,
  everyRole,
  makeAccessFixtures,
  makeTeam,
  type Team,
} from '../testing/routes/access-fixtures.ts'
import { type RequestInput, requests } from '../testing/routes/access-requests.ts'
import { accessTable } from '../testing/routes/access-table.ts'
import { type Credentials, testApp } from '../testing/test-app.ts'
import { testCalls } from '../testing/test-calls.ts'

const FILE = 'docs/access.md'

/**
 * Access by hand, from the specification's minimum roles (sections 2 and 6) and the product's rights: one sign for each
 * of Owner, Admin, Affiliate, Lead, Writer, Reader, None, signed out, and an API key with every scope bound to the
 * given campaign. `+` passes, 1 is 401, 3 is 403, 4 is 404. Up to three words: in the own business (and the member's
 * campaign), for objects of another campaign there, and for objects of another business.
 */
const byHand: Record<string, string> = {
  // Open to anyone.
  'auth.login': '+++++++++',
  'auth.sendEmailCode': '+++++++++',
  'auth.register': '+++++++++',
  // Without the cookie.
  'auth.refresh': '111111111',
  'auth.logout': '+++++++++',
  'auth.recover': '+++++++++',
  'auth.checkReset': '+++++++++',
  'auth.reset': '+++++++++',
  'auth.removeWayIn': '+++++++++',
  'invitations.open': '+++++++++',
  'invitations.ask': '+++++++++',
  'recipients.open': '+++++++++',
  'recipients.decide': '+++++++++',
  'waitingList.open': '+++++++++',
  'profile.confirmEmail': '+++++++++',
  'twoFactor.signIn': '+++++++++',
  'passkeys.challenge': '+++++++++',
  'passkeys.signIn': '+++++++++',
  'google.start': '+++++++++',
  'google.finish': '+++++++++',
  'google.link': '+++++++++',
  'google.register': '+++++++++',
  'health.get': '+++++++++',
  'health.live': '+++++++++',
  'health.ready': '+++++++++',
  // The caller's own account.
  'auth.getCurrentUser': '+++++++13',
  'auth.sendPhoneCode': '+++++++13',
  'auth.verifyPhone': '+++++++13',
  'users.update': '+++++++13 - 444444413',
  'invitations.accept': '+++++++13',
  'waitingList.ask': '+++++++13',
  'waitingList.own': '+++++++13',
  'waitingList.withdraw': '444444413 - 444444413',
  'avatars.user': '+++++++13',
  'avatars.other': '+++++++13',
  'profile.sessions': '+++++++13',
  'profile.revokeSession': '+++++++13 - 444444413',
  'profile.revokeOthers': '+++++++13',
  'profile.changePassword': '+++++++13',
  'profile.pendingEmail': '+++++++13',
  'profile.changeEmail': '+++++++13',
  'profile.keepEmail': '+++++++13',
  'twoFactor.get': '+++++++13',
  'twoFactor.start': '+++++++13',
  'twoFactor.confirm': '+++++++13',
  'twoFactor.turnOff': '+++++++13',
  'privacy.ownFile': '+++++++13',
  'privacy.eraseSelf': '+++++++13',
  'twoFactor.renewCodes': '+++++++13',
  'passkeys.list': '+++++++13',
  'passkeys.start': '+++++++13',
  'passkeys.add': '+++++++13',
  'passkeys.remove': '+++++++13 - 444444413',
  'google.own': '+++++++13',
  'google.unlink': '+++++++13',
  'team.leaving': '+++++++13',
  'businesses.create': '+++++++13',
  'notifications.list': '+++++++13',
  'notifications.count': '+++++++13',
  'notifications.markAllAsRead': '+++++++13',
  'notifications.read': '+++++++13 - 444444413',
  'notifications.remove': '+++++++13 - 444444413',
  // Users and waiting list: Owner.
  'invitations.list': '+33333313',
  'invitations.create': '+33333313 - 433333313',
  'invitations.resend': '+33333313 - 433333313',
  'invitations.link': '+33333313 - 433333313',
  'invitations.revoke': '+33333313 - 433333313',
  'team.list': '+33333313',
  'team.change': '+33333313 - 433333313',
  'team.suspend': '+33333313 - 433333313',
  'team.resume': '+33333313 - 433333313',
  'team.assignees': '+33333313 - 433333313',
  'team.remove': '+33333313 - 433333313',
  'waitingList.list': '+33333313',
  'waitingList.count': '+33333313',
  'waitingList.approve': '+33333313 - 433333313',
  'waitingList.change': '+33333313 - 433333313',
  'waitingList.decline': '+33333313 - 433333313',
  'waitingList.link': '+33333313',
  'waitingList.changeLink': '+33333313',
  // Settings and API: Owner.
  'avatars.business': '+33333313',
  'twoFactor.demand': '+33333313',
  'businesses.change': '+33333313',
  'businesses.transfer': '+33333313 - 433333313',
  'businesses.close': '+33333313',
  'businesses.reopen': '+33333313',
  'statuses.list': '+33333313',
  'statuses.create': '+33333313',
  'statuses.change': '+33333313 - 433333313',
  'statuses.order': '+33333313 - 433333313',
  'statuses.remove': '+33333313 - 433333313',
  'statuses.start': '+33333313',
  'notificationSettings.business': '+33333313',
  'notificationSettings.changeBusiness': '+33333313',
  'notificationSettings.templates': '+33333313',
  'notificationSettings.changeTemplate': '+33333313',
  'audit.list': '+33333313',
  'audit.choices': '+33333313',
  'audit.exportLink': '+33333313',
  'apiKeys.list': '+33333313',
  'apiKeys.create': '+33333313 - 433333313',
  'apiKeys.change': '+33333313 - 433333313',
  'apiKeys.remove': '+33333313 - 433333313',
  'apiKeys.payloads': '+33333313 - 433333313',
  'numbers.connect': '+33333313',
  'numbers.disconnect': '+33333313',
  'dashboard.audits': '+33333313',
  'privacy.settings': '+33333313',
  'privacy.changeSettings': '+33333313',
  'privacy.erasures': '+33333313',
  // The person behind a lead, in any campaign.
  'privacy.leadFile': '+33333313 +33333313 433333313',
  'privacy.leadHeld': '+33333313 +33333313 433333313',
  'privacy.eraseLead': '+33333313 +33333313 433333313',
  // Any member.
  'team.leave': '+++++++13',
  'businesses.get': '+++++++13',
  'campaigns.names': '+++++++13',
  'campaigns.search': '+++++++13',
  'leads.sources': '+++++++13',
  'leads.tags': '+++++++13',
  'leadCalls.last': '+++++++13',
  'leadCounts.byStatus': '++++++413 ++4444413 444444413',
  'notificationSettings.own': '+++++++13',
  'notificationSettings.changeOwn': '+++++++13',
  'notificationSettings.test': '+++++++13',
  'softphone.token': '+++++++13',
  'softphone.presence': '+++++++13',
  'softphone.leave': '+++++++13 - 444444413',
  'softphone.ringing': '+++++++13 - 444444413',
  // Campaigns: read and edited by role in the campaign; created by partners.
  'campaigns.list': '++++++313',
  'campaigns.get': '++++++413 ++4444413 444444413',
  'campaigns.people': '++++++413 ++4444413 444444413',
  'dashboard.get': '++++++413 ++4444413 444444413',
  'campaigns.create': '+++333313',
  'campaigns.change': '++++33313 ++4433313 444433313',
  'recipients.list': '++++33313 ++4433313 444433313',
  'recipients.ask': '++++33313 ++4433313 444433313',
  'campaigns.remove': '+++333313 ++4333313 444333313',
  'avatars.campaign': '++++33313 ++4433313 444433313',
  'forms.list': '++++33313 ++4433313 444433313',
  'forms.create': '++++33313 ++4433313 444433313',
  'forms.preview': '++++33313',
  'forms.get': '++++33313 ++4433313 444433313',
  'forms.change': '++++33313 ++4433313 444433313',
  'forms.remove': '++++33313 ++4433313 444433313',
  'forms.payloads': '++++33313 ++4433313 444433313',
  'numbers.list': '++++33313 ++4433313 444433313',
  'numbers.get': '++++33313 ++4433313 444433313',
  'numbers.change': '++++33313 ++4433313 444433313',
  'numbers.testCall': '++++33313 ++4433313 444433313',
  'numbers.connection': '++3333313',
  'numbers.areas': '++3333313',
  'numbers.search': '++3333313',
  'numbers.order': '++3333313 ++3333313 443333313',
  'numbers.getOrder': '++3333313 - 443333313',
  'numbers.release': '++3333313 ++3333313 443333313',
  // Leads: read by role in the campaign; edited by all but Readers; assigned, changed in bulk and deleted by stronger
  // roles.
  'leads.list': '++++++41+ ++4444414 444444414',
  'leads.get': '++++++41+ ++4444414 444444414',
  'leads.read': '++++++413 ++4444413 444444413',
  'leads.history': '++++++413 ++4444413 444444413',
  'calls.ofLead': '++++++413 ++4444413 444444413',
  'leads.create': '+++++331+ ++4443314 444443314',
  'leads.duplicates': '+++++3313',
  'leads.change': '+++++3313 ++4443313 444443313',
  'leads.comment': '+++++3313 ++4443313 444443313',
  'leads.remove': '++3+33313 ++3433313 443433313',
  'leads.restore': '++3+33313 ++3433313 443433313',
  'operations.create': '++++33313 ++4433313 444433313',
  'operations.list': '++++33313',
  'operations.get': '++++33313 - 444433313',
  'operations.undo': '++++33313 - 444433313',
  'operations.cancel': '++++33313 - 444433313',
  'blacklist.list': '++++33313 ++4433313 444433313',
  'blacklist.create': '++++33313 ++4433313 444433313',
  'blacklist.ofLead': '++++33313 ++4433313 444433313',
  'blacklist.remove': '++++33313 ++4433313 444433313',
  // Calls and recordings: Owner, others by a grant that no member has here; without it calls are unknown.
  'calls.list': '+3333331+ +33333314 433333314',
  'calls.summary': '+33333313 +33333313 433333313',
  'calls.exportLink': '+33333313 +33333313 433333313',
  'calls.get': '+4444441+ +44444414 444444414',
  'calls.recordingLink': '+44444413 +44444413 444444413',
  'calls.listens': '+33333313 +33333313 433333313',
  'calls.blacklist': '++++33313 ++4433313 444433313',
}
/** A route of a business that the caller does not belong to. */
const ELSEWHERE = '444444414'
/** Routes without a business come first. */
const names = Object.keys(byHand)
const asksNoBusiness = (name: string) => names.indexOf(name) < names.indexOf('invitations.list')

let it: Awaited<ReturnType<typeof testApp>>
let team: Team
let places: { own: AccessFixtures; otherCampaign: AccessFixtures; otherBusiness: AccessFixtures }
let key: Credentials
beforeAll(async () => {
  it = await testApp()
  const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
  team = await makeTeam(ours)
  key = await ours.apiKey(['leads:read', 'leads:write', 'calls:read'], [ours.campaignId])
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

const all = Object.entries(routes).flatMap(([feature, of]) =>
  Object.entries(of).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)
const askers = [...everyRole, 'signedOut', 'key'] as const

test('every route has a line, and every line has a route', () => {
  expect(Object.keys(byHand).sort()).toEqual(all.map(({ name }) => name).sort())
  expect(Object.keys(requests).sort()).toEqual(Object.keys(byHand).sort())
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
    const asked: RequestInput = (await requests[name]?.(place, { role, userId, team, home: places.own })) ?? {}
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
test.each(all)('$name', async ({ name, route }) => {
  const [within, campaign = '-', business = '-'] = byHand[name]?.split(' ') ?? []
  const found = [await ask(name, route, places.own)]
  found.push(campaign === '-' ? '-' : await ask(name, route, places.otherCampaign))
  found.push(business === '-' ? '-' : await ask(name, route, places.otherBusiness))
  const isAsked = !asksNoBusiness(name)
  const elsewhere = { 'x-business-id': places.otherBusiness.businessId }
  found.push(isAsked ? await ask(name, route, places.otherBusiness, elsewhere) : '-')
  seen.set(name, found)
  expect(found).toEqual([within, campaign, business, isAsked ? ELSEWHERE : '-'])
})

test('docs/access.md has the actual replies', async () => {
  const made = accessTable(all, seen)
  const kept = await readFile(FILE, 'utf8').catch(() => '')
  if (kept !== made) await writeFile(FILE, made)
  expect(kept, `${FILE} was rewritten: review and commit it`).toBe(made)
})
