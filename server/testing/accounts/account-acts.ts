import { authRoutes } from '#contract/auth/auth.ts'
import type { WayInRemoval } from '#contract/auth/ways-in.ts'
import { profileRoutes } from '#contract/profile.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import type { TestLink } from '../test-invitations.ts'
import { waitFor } from '../wait-for.ts'
import { googleActs, passkeyActs, twoFactorActs } from './account-factors.ts'
import type { AccountPerson, Session } from './account-people.ts'
import { type AccountWorld, type Choice, pick, withSession } from './account-world.ts'

/** Below the limit per address, so that no sequence runs into it. */
const RESETS_MAX = 4

/** All acts of the people of one sequence. */
export const accountActs = (world: AccountWorld) => ({
  ...registerActs(world),
  ...entryActs(world),
  ...recoveryActs(world),
  ...reviewActs(world),
  ...invitationActs(world),
  ...emailActs(world),
  ...passkeyActs(world),
  ...twoFactorActs(world),
  ...googleActs(world),
})

function registerActs({ by, keep, forgetProof, allMailboxes, allPhones, mailedCodes }: AccountWorld) {
  type Typed = { email: string | undefined; phone: string | undefined }
  /** Registers with the newest code in these mailboxes. */
  async function registerWith(person: AccountPerson, { email = '', phone = '' }: Typed, read: string[]) {
    const { name, password } = person
    await by(person, undefined, authRoutes.sendEmailCode, { body: { email } })
    const emailCode = (await mailedCodes(read)).at(-1)
    const typed = { name, email, phone, password, passwordConfirmation: password, terms: true as const }
    const body = { ...typed, ...(emailCode && { emailCode }) }
    const userId = keep(person, await by(person, undefined, authRoutes.register, { body }), 'registering')
    if (userId) person.passwordsOf.add(userId)
    return userId
  }
  return {
    /** With any address, as before registration proved addresses. */
    async registerUnproved(person: AccountPerson, { a, b }: Choice) {
      const email = pick(allMailboxes, a) ?? ''
      const userId = await registerWith(person, { email, phone: pick(allPhones, b) }, [email])
      if (userId) await forgetProof(userId)
    },
    /** With a code from their own mailboxes, as registration requires now. */
    async register(person: AccountPerson, { a, b }: Choice) {
      const email = pick(allMailboxes, a) ?? ''
      const userId = await registerWith(person, { email, phone: pick(allPhones, b) }, person.mailboxes)
      if (userId && !person.mailboxes.includes(email)) throw new Error(`${person.name} registered ${email}`)
    },
    registerOwn: (person: AccountPerson, { a, b }: Choice) =>
      registerWith(person, { email: pick(person.mailboxes, a), phone: pick(person.phones, b) }, person.mailboxes),
  }
}

function entryActs({ by, confirming, keep, refresh, allMailboxes, allPhones, phoneCodes }: AccountWorld) {
  return {
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
  /** The owner of a mailbox recovers the account with that address by the mailed link. */
  async function recoverBy(person: AccountPerson, email: string) {
    const users = it.deps.tenants.pool.selectFrom('users').select('id').where('email', '=', email)
    const account = await users.executeTakeFirst()
    if (!account) return
    const before = (await resetLinks([email])).length
    if (!(await askReset(person, email))) return
    const token = await waitFor(async () => (await resetLinks([email])).slice(before).at(-1))
    const { password } = person
    const body = { token, password, passwordConfirmation: password }
    const reply = await by(person, undefined, authRoutes.reset, { body })
    if (!reply.isDone) return
    const { review, waysIn } = reply.body
    person.reviews.push({ userId: account.id, review, waysIn })
    recoveredBy.set(account.id, person)
    person.passwordsOf.add(account.id)
  }
  return {
    recoverBy,
    askReset: (person: AccountPerson, { a }: Choice) => askReset(person, pick(allMailboxes, a) ?? ''),
    recover: (person: AccountPerson, { a }: Choice) => recoverBy(person, pick(person.mailboxes, a) ?? ''),
  }
}

export function reviewActs({ by, requireOwn, codesOf }: AccountWorld) {
  type Own = AccountPerson['reviews'][number]
  /** All possible removals, existing or not. */
  const removalsOf = (person: AccountPerson, { review, waysIn }: Own): WayInRemoval[] => [
    ...waysIn.passkeys.map(({ _id }) => ({ kind: 'passkey' as const, review, passkeyId: _id })),
    ...codesOf(person).map((code) => ({ kind: 'twoFactor' as const, review, code })),
    { kind: 'google', review },
    { kind: 'phone', review },
  ]
  async function remove(person: AccountPerson, own: Own, body: WayInRemoval) {
    const reply = await by(person, undefined, authRoutes.removeWayIn, { body })
    if (!reply.isDone) return
    requireOwn(person, own.userId, `removing by the review: ${body.kind}`)
    own.waysIn = reply.body.waysIn
  }
  return {
    async removeWayIn(person: AccountPerson, { a, b }: Choice) {
      const own = pick(person.reviews, a)
      const removal = own && pick(removalsOf(person, own), b)
      if (own && removal) await remove(person, own, removal)
    },
    async removeAll(person: AccountPerson, own: Own) {
      for (const removal of removalsOf(person, own)) await remove(person, own, removal)
    },
  }
}

function invitationActs({ it: { send }, host, by, linksTo, allMailboxes, allPhones }: AccountWorld) {
  return {
    /** For every second invitation the person also gets a link to hand over. */
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
  /** The session may belong to another account than the link, so the reply does not identify the session's account. */
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
