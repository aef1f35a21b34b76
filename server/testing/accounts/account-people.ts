import { authRoutes } from '#contract/auth/auth.ts'
import type { WaysIn } from '#contract/auth/ways-in.ts'
import type { Route, RouteInput } from '#contract/route.ts'
import type { Credentials, testApp } from '../test-app.ts'
import type { TestLink } from '../test-invitations.ts'
import type { softwareAuthenticator } from './software-authenticator.ts'
import { refreshOf, tokenOf } from './test-accounts.ts'

export type App = Awaited<ReturnType<typeof testApp>>
export type Device = ReturnType<typeof softwareAuthenticator>
export type Session = { userId: string; authorization: string; cookie: string }

/** A person with two mailboxes and two phones, and everything they obtained by their own requests. */
export type AccountPerson = {
  name: string
  ip: string
  password: string
  mailboxes: string[]
  phones: string[]
  subject: string
  sessions: Session[]
  /** Accounts to which they have ever set their password. */
  passwordsOf: Set<string>
  devices: { device: Device; userId: string }[]
  newPasskeys: { credential: ReturnType<Device['create']>; device: Device; session: Session }[]
  appSecrets: { userId: string; secret: string }[]
  recoveryCodes: string[]
  secondSteps: string[]
  arrivals: string[]
  /** Invitation links handed to them. */
  links: TestLink[]
  resetsAsked: Map<string, number>
  /** Reviews of their recoveries. */
  reviews: { userId: string; review: string; waysIn: WaysIn }[]
}

let orders = 0

/** Three people and a stranger, with unique addresses, phones and networks. */
export function newPeople(): AccountPerson[] {
  const order = ++orders
  const phoneOf = (n: number) => `+97254${String(1_000_000 + ((order * 8 + n) % 8_000_000))}`
  return ['Dana', 'Noa', 'Omer', 'Stranger'].map((name, i) => ({
    name,
    ip: `10.${i + 1}.${(order >> 8) & 255}.${order & 255}`,
    password: `quarry lantern ${name} ${order}`,
    mailboxes: [1, 2].map((n) => `${name.toLowerCase()}${n}.order${order}@example.test`),
    phones: [phoneOf(2 * i), phoneOf(2 * i + 1)],
    subject: `${name} ${order}`,
    sessions: [],
    passwordsOf: new Set<string>(),
    devices: [],
    newPasskeys: [],
    appSecrets: [],
    recoveryCodes: [],
    secondSteps: [],
    arrivals: [],
    links: [],
    resetsAsked: new Map<string, number>(),
    reviews: [],
  }))
}

/**
 * Requests of people, and the invariant: no request gives a person access to an account that another person recovered
 * before.
 */
export function lawfulRequests({ send }: App) {
  /** The person who recovered an account by its address. */
  const recoveredBy = new Map<string, AccountPerson>()
  const requireOwn = (person: AccountPerson, userId: string, how: string) => {
    const owner = recoveredBy.get(userId)
    if (owner && owner !== person)
      throw new Error(`${person.name} holds the account that ${owner.name} recovered: ${how}`)
  }

  /** A request of a person, in one of their sessions or in none. */
  async function by<R extends Route>(person: AccountPerson, session: Session | undefined, r: R, input: RouteInput<R>) {
    const as: Partial<Credentials> | undefined = session && { authorization: session.authorization }
    const reply = await send(r, as, input, { 'x-forwarded-for': person.ip })
    if (reply.status >= 500) throw new Error(`${r.method} ${r.path} answered ${reply.status}`)
    const isDone = reply.status < 300
    if (isDone && session) requireOwn(person, session.userId, `${r.method} ${r.path}`)
    return { isDone, body: reply.body, cookies: reply.cookies }
  }

  type Reply = { isDone: boolean; body: object; cookies: Parameters<typeof refreshOf>[0] }
  /** Stores the session of a sign-in, or the token of its second step. */
  function keep(person: AccountPerson, { isDone, body, cookies }: Reply, how: string) {
    if (!isDone) return undefined
    if ('secondStep' in body) person.secondSteps.push((body.secondStep as { token: string }).token)
    if (!('user' in body) || !tokenOf(body)) return undefined
    const { _id: userId } = body.user as { _id: string }
    requireOwn(person, userId, how)
    person.sessions.push({ userId, authorization: `Bearer ${tokenOf(body)}`, cookie: refreshOf(cookies) })
    return userId
  }

  async function refresh(person: AccountPerson, session: Session) {
    const headers = { cookie: session.cookie, 'x-forwarded-for': person.ip }
    const { status, body, cookies } = await send(authRoutes.refresh, undefined, {}, headers)
    if (status !== 200) return
    requireOwn(person, session.userId, 'the refresh cookie')
    session.authorization = `Bearer ${body.accessToken}`
    session.cookie = refreshOf(cookies) || session.cookie
  }

  return { by, keep, refresh, requireOwn, recoveredBy }
}
