import { authRoutes } from '#contract/auth.ts'
import { invitationRoutes } from '#contract/invitations.ts'
import { profileRoutes } from '#contract/profile.ts'
import { googleActs, passkeyActs, twoFactorActs } from './account-factors.ts'
import type { AccountPerson, Session } from './account-people.ts'
import { type AccountWorld, type Choice, pick, withSession } from './account-world.ts'
import type { TestLink } from './test-invitations.ts'
import { waitFor } from './wait-for.ts'

/** Fewer than the limit of one address, so that an order never ends in it. */
const RESETS_MAX = 4

/** All that the people of one order can do. */
export const accountActs = (world: AccountWorld) => ({
  ...entryActs(world),
  ...recoveryActs(world),
  ...invitationActs(world),
  ...emailActs(world),
  ...passkeyActs(world),
  ...twoFactorActs(world),
  ...googleActs(world),
})

function entryActs({ by, confirming, keep, refresh, allMailboxes, allPhones, phoneCodes }: AccountWorld) {
  async function registerWith(person: AccountPerson, { email = '', phone = '' }: { email?: string; phone?: string }) {
    const { name, password } = person
    const body = { name, email, phone, password, passwordConfirmation: password, terms: true as const }
    const userId = keep(person, await by(person, undefined, authRoutes.register, { body }), 'registering')
    if (userId) person.passwordsOf.add(userId)
  }
  return {
    register: (person: AccountPerson, { a, b }: Choice) =>
      registerWith(person, { email: pick(allMailboxes, a) ?? '', phone: pick(allPhones, b) ?? '' }),
    registerOwn: (person: AccountPerson, { a, b }: Choice) =>
      registerWith(person, { email: pick(person.mailboxes, a) ?? '', phone: pick(person.phones, b) ?? '' }),
    bringPhoneCode: withSession(async (person, session) => {
      const code = (await phoneCodes(person)).at(-1)
      if (code) await by(person, session, authRoutes.verifyPhone, { body: { code } })
    }),
    sendPhoneCode: withSession((person, session, { b }) =>
      by(person, session, authRoutes.sendPhoneCode, {
        body: { phone: pick(allPhones, b), ...confirming(person, session) },
      }),
    ),
    async signIn(person: AccountPerson, { a }: Choice) {
      const body = { email: pick(allMailboxes, a) ?? '', password: person.password }
      keep(person, await by(person, undefined, authRoutes.login, { body }), 'the password')
    },
    refresh: withSession(refresh),
  }
}

export function recoveryActs({ it, by, people, allMailboxes, resetLinks, recoveredBy }: AccountWorld) {
  async function askReset(person: AccountPerson, email: string) {
    const asked = people.reduce((sum, one) => sum + (one.resetsAsked.get(email) ?? 0), 0)
    if (asked >= RESETS_MAX) return false
    person.resetsAsked.set(email, (person.resetsAsked.get(email) ?? 0) + 1)
    return (await by(person, undefined, authRoutes.recover, { body: { email } })).isDone
  }
  /** The owner of a mailbox sets a new password of the account with that address, by the mailed link. */
  async function recoverBy(person: AccountPerson, email: string) {
    const users = it.deps.tenants.pool.selectFrom('users').select('id').where('email', '=', email)
    const account = await users.executeTakeFirst()
    if (!account) return
    const before = (await resetLinks([email])).length
    if (!(await askReset(person, email))) return
    const token = await waitFor(async () => (await resetLinks([email])).slice(before).at(-1))
    const { password } = person
    const body = { token, password, passwordConfirmation: password }
    if (!(await by(person, undefined, authRoutes.reset, { body })).isDone) return
    recoveredBy.set(account.id, person)
    person.passwordsOf.add(account.id)
  }
  return {
    recoverBy,
    askReset: (person: AccountPerson, { a }: Choice) => askReset(person, pick(allMailboxes, a) ?? ''),
    recover: (person: AccountPerson, { a }: Choice) => recoverBy(person, pick(person.mailboxes, a) ?? ''),
  }
}

function invitationActs({ it: { send }, host, by, linksTo, allMailboxes, allPhones }: AccountWorld) {
  return {
    /** Of every second invitation the person is handed a link, too. */
    async invite(person: AccountPerson, { a, b }: Choice) {
      const recipient = pick([...allMailboxes, ...allPhones], a) ?? ''
      const body = { recipients: [recipient], role: 'Writer' as const, language: 'en' as const }
      const [invitation] = (await send(invitationRoutes.create, host, { body })).body.invitations ?? []
      if (!invitation || b % 2) return
      const { url = '' } = (await send(invitationRoutes.link, host, { params: { id: invitation._id } })).body
      const [, id, token] = /invitation\/([\w-]+)\/([\w-]+)/.exec(url) ?? []
      if (id && token) person.links.push({ id, token })
    },
    accept: withSession(async (person, session, { b }) => {
      const sent = await Promise.all([...person.mailboxes, ...person.phones].map(linksTo))
      const link: TestLink | undefined = pick([...person.links, ...sent.flat()], b)
      if (link) await by(person, session, invitationRoutes.accept, { params: link })
    }),
  }
}

function emailActs({ it: { send }, by, confirming, allMailboxes, emailLinks }: AccountWorld) {
  /** The session may be of another account than the link, so that the reply says nothing of the session's. */
  const confirmIn = (person: AccountPerson, session: Session | undefined, token: string) =>
    send(
      profileRoutes.confirmEmail,
      session && { authorization: session.authorization },
      { body: { token } },
      { 'x-forwarded-for': person.ip },
    )
  return {
    confirmIn,
    changeEmail: withSession((person, session, { b }) =>
      by(person, session, profileRoutes.changeEmail, {
        body: { email: pick(allMailboxes, b) ?? '', ...confirming(person, session) },
      }),
    ),
    async confirmEmail(person: AccountPerson, { a, b }: Choice) {
      const token = pick(await emailLinks(person), a)
      if (token) await confirmIn(person, pick([undefined, ...person.sessions], b), token)
    },
  }
}
