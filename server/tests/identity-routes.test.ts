import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'

/** Routes that change ownership or access, and confirm the identity (decision 32). */
const asks = {
  always: [
    ...['profile.changePassword', 'profile.changeEmail', 'twoFactor.start', 'twoFactor.turnOff'],
    ...['twoFactor.renewCodes', 'passkeys.start', 'passkeys.remove', 'google.unlink', 'businesses.transfer'],
    ...['businesses.close', 'apiKeys.create', 'apiKeys.rotate', 'webhooks.rotate'],
  ],
  sometimes: [
    ...['auth.sendPhoneCode', 'invitations.create', 'invitations.resend', 'invitations.link', 'team.change'],
    ...['team.suspend', 'team.resume', 'team.remove', 'team.leave', 'twoFactor.demand', 'waitingList.approve'],
    ...['privacy.eraseSelf', 'apiKeys.change', 'webhooks.create', 'webhooks.change'],
  ],
}

const OPENS = 'requires a first factor itself'
const FOLLOWS = 'completes an act that was confirmed at its start'
const LESS = 'removes access, and can be reverted'
const NOTHING = 'changes no access'
/** Routes of the same features without confirmation, and why. */
const asksNothing: Record<string, string> = {
  'auth.login': OPENS,
  'auth.sendEmailCode': OPENS,
  'auth.register': OPENS,
  'auth.refresh': 'the cookie of a session that is open',
  'auth.logout': LESS,
  'auth.verifyPhone': FOLLOWS,
  'auth.recover': 'a link goes to the mailbox, and nothing changes',
  'auth.reset': 'the link from the mailbox; a second factor stays',
  'auth.removeWayIn': 'the review that follows a recovery, for minutes',
  'users.update': NOTHING,
  'profile.revokeSession': LESS,
  'profile.revokeOthers': LESS,
  'profile.keepEmail': 'the address stays as it is',
  'profile.confirmEmail': FOLLOWS,
  'twoFactor.confirm': FOLLOWS,
  'twoFactor.signIn': OPENS,
  'passkeys.add': FOLLOWS,
  'passkeys.challenge': NOTHING,
  'passkeys.signIn': OPENS,
  'google.start': OPENS,
  'google.finish': OPENS,
  'google.link': 'asks for the password of the account that it links, and where two-factor is on for the code',
  'google.register': OPENS,
  'invitations.revoke': LESS,
  'invitations.ask': 'the Owners hear of it and decide',
  'invitations.accept': 'the link, and an address that was proved',
  'waitingList.change': NOTHING,
  'waitingList.decline': NOTHING,
  'waitingList.changeLink': 'who comes by it waits for an approval',
  'waitingList.ask': NOTHING,
  'waitingList.withdraw': NOTHING,
  'businesses.create': 'creates a new business',
  'businesses.change': NOTHING,
  'businesses.reopen': 'the same people have it as before',
  'apiKeys.remove': LESS,
  'webhooks.pause': NOTHING,
  'webhooks.remove': NOTHING,
  'webhooks.replay': NOTHING,
  'webhooks.test': NOTHING,
  'privacy.eraseLead': NOTHING,
  'privacy.changeSettings': NOTHING,
  'privacy.leadFile': NOTHING,
  'privacy.ownFile': NOTHING,
}

const all = Object.entries(routes).flatMap(([feature, of]) =>
  (Object.entries(of) as [string, Route][]).map(([name, route]) => ({ feature, name: `${feature}.${name}`, route })),
)
const of = <T>(one: T | undefined) => one as T
const named = (found: typeof all) => found.map(({ name }) => name).sort()

test('these routes confirm the identity', () => {
  for (const when of ['always', 'sometimes'] as const)
    expect(named(all.filter(({ route }) => route.confirms === when))).toEqual(asks[when].sort())
})

test('every other changing route of the access features has a reason not to', () => {
  const features = new Set(
    [...Object.values(asks).flat(), ...Object.keys(asksNothing)].map((name) => name.split('.')[0]),
  )
  const found = all.filter(
    ({ feature, route }) => features.has(feature) && route.method !== 'GET' && route.confirms === undefined,
  )
  expect(named(found)).toEqual(Object.keys(asksNothing).sort())
})

test('routes that confirm take the password and a code', () => {
  for (const { name, route } of all.filter(({ route: { confirms } }) => confirms !== undefined)) {
    const { properties = {} } = z.toJSONSchema(of(route.body), { io: 'input', unrepresentable: 'any' })
    const { code, password, current } = properties
    expect([name, code !== undefined, (password ?? current) !== undefined]).toEqual([name, true, true])
  }
})
