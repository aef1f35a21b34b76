import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { AccountPerson, Device, Session } from './account-people.ts'
import { ACCOUNT_ORIGIN, type AccountWorld, type Choice, GOOGLE_RETURN, pick, withSession } from './account-world.ts'
import { softwareAuthenticator } from './software-authenticator.ts'
import { visit } from './test-issuer.ts'

const origin = ACCOUNT_ORIGIN

export function passkeyActs({ by, keep, confirming }: AccountWorld) {
  async function finishNew(
    person: AccountPerson,
    { credential, device, session }: AccountPerson['newPasskeys'][number],
  ) {
    const body = { name: person.name, credential }
    const { isDone } = await by(person, session, passkeyRoutes.add, { body })
    if (isDone) person.devices.push({ device, userId: session.userId })
  }
  async function signInWith(person: AccountPerson, device: Device) {
    const { body } = await by(person, undefined, passkeyRoutes.challenge, {})
    const assertion = device.get(body.options, { origin })
    keep(person, await by(person, undefined, passkeyRoutes.signIn, { body: { assertion } }), 'a passkey')
  }
  return {
    ...{ finishNew, signInWith },
    /** Every third one is left unfinished. */
    addPasskey: withSession(async (person, session, { b }) => {
      const reply = await by(person, session, passkeyRoutes.start, { body: confirming(person, session) })
      if (!reply.isDone) return
      const device = softwareAuthenticator()
      const made = { credential: device.create(reply.body.options, { origin }), device, session }
      if (b % 3 === 0) person.newPasskeys.push(made)
      else await finishNew(person, made)
    }),
    async finishPasskey(person: AccountPerson, { a }: Choice) {
      const made = pick(person.newPasskeys, a)
      if (made) await finishNew(person, made)
    },
    async signInByPasskey(person: AccountPerson, { a }: Choice) {
      const own = pick(person.devices, a)
      if (own) await signInWith(person, own.device)
    },
  }
}

export function twoFactorActs({ by, keep, confirming, codeOf, codesOf }: AccountWorld) {
  async function confirmIt(person: AccountPerson, session: Session, secret: string) {
    const reply = await by(person, session, twoFactorRoutes.confirm, { body: { code: codeOf(secret) } })
    if (reply.isDone) person.recoveryCodes.push(...reply.body.recoveryCodes.slice(0, 2))
  }
  async function finishStep(person: AccountPerson, token: string, code: string) {
    keep(person, await by(person, undefined, twoFactorRoutes.signIn, { body: { token, code } }), 'the second step')
  }
  return {
    finishStep,
    async secondStep(person: AccountPerson, { a, b }: Choice) {
      const [token, code] = [pick(person.secondSteps, a), pick(codesOf(person), b)]
      if (token && code) await finishStep(person, token, code)
    },
    /** Every third one is left unfinished. */
    turnOnTwoFactor: withSession(async (person, session, { b }) => {
      const reply = await by(person, session, twoFactorRoutes.start, { body: confirming(person, session) })
      if (!reply.isDone) return
      const { secret } = reply.body
      person.appSecrets.push({ userId: session.userId, secret })
      if (b % 3) await confirmIt(person, session, secret)
    }),
    confirmTwoFactor: withSession(async (person, session) => {
      const own = person.appSecrets.findLast(({ userId }) => userId === session.userId)
      if (own) await confirmIt(person, session, own.secret)
    }),
    turnOffTwoFactor: withSession((person, session) =>
      by(person, session, twoFactorRoutes.turnOff, { body: { code: '000000', ...confirming(person, session) } }),
    ),
  }
}

export function googleActs({ by, keep, confirming, issuer, allPhones }: AccountWorld) {
  return {
    async fromGoogle(person: AccountPerson) {
      issuer.signInAs(person.subject, { email: person.mailboxes[0] ?? '', email_verified: true, name: person.name })
      const trip = await by(person, undefined, googleRoutes.start, { body: {} })
      if (!trip.isDone) return
      const { url, ticket } = trip.body
      const query = await visit(url, GOOGLE_RETURN)
      const reply = await by(person, undefined, googleRoutes.finish, { body: { ticket, query } })
      keep(person, reply, 'Google')
      if (reply.isDone && 'arrival' in reply.body) person.arrivals.push(reply.body.arrival.token)
    },
    async linkGoogle(person: AccountPerson, { a }: Choice) {
      const [token, { password }] = [pick(person.arrivals, a), person]
      if (token) keep(person, await by(person, undefined, googleRoutes.link, { body: { token, password } }), 'Google')
    },
    async registerByGoogle(person: AccountPerson, { a, b }: Choice) {
      const [token, phone = ''] = [pick(person.arrivals, a), pick(allPhones, b)]
      const body = { token: token ?? '', name: person.name, phone, terms: true as const }
      if (token) keep(person, await by(person, undefined, googleRoutes.register, { body }), 'Google')
    },
    unlinkGoogle: withSession((person, session) =>
      by(person, session, googleRoutes.unlink, { body: confirming(person, session) }),
    ),
  }
}
