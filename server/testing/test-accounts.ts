import { authRoutes } from '#contract/auth.ts'
import { aPhone, type testApp } from './test-app.ts'
import { waitFor } from './wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Cookies = { name: string; value: string }[]

export const PASSWORD = 'correct horse battery'
let people = 0

/** What a person would type to register; nobody else has this e-mail. */
export function registration(values: { email?: string; phone?: string; password?: string } = {}) {
  const { email = `person${++people}@example.test`, phone = aPhone(), password = PASSWORD } = values
  return { name: 'Noa Levi', email, phone, password, passwordConfirmation: password, terms: true as const }
}

/** What tests of accounts do again and again. */
export function testAccounts({ send, deps }: App) {
  const register = async (values: Parameters<typeof registration>[0] = {}) => {
    const typed = registration(values)
    const { body, cookies } = await send(authRoutes.register, undefined, { body: typed })
    return { ...typed, userId: body.user._id, authorization: `Bearer ${body.accessToken}`, cookie: refreshOf(cookies) }
  }
  /** Messages to an address or phone, oldest first. */
  const messagesTo = (recipient: string) =>
    deps.workerDb
      .selectFrom('messages')
      .select(['channel', 'subject', 'body'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  const lastCodeTo = async (recipient: string) => {
    const messages = await messagesTo(recipient)
    return /\b\d{6}\b/.exec(messages.at(-1)?.body ?? '')?.[0] ?? ''
  }
  /** A person past the code. */
  const verified = async (values: Parameters<typeof registration>[0] = {}) => {
    const person = await register(values)
    await send(authRoutes.verifyPhone, person, { body: { code: await lastCodeTo(person.phone) } })
    return person
  }
  const setProof = (userId: string, at: string | null) =>
    deps.tenants.pool.updateTable('users').set({ email_verified_at: at }).where('id', '=', userId).execute()
  /** A person past the code who has shown, or never has, that the address is theirs. */
  const proved = async (values: Parameters<typeof registration>[0] = {}) => {
    const person = await verified(values)
    await setProof(person.userId, deps.now().toISOString())
    return person
  }
  const neverProved = async (values: Parameters<typeof registration>[0] = {}) => {
    const person = await verified(values)
    await setProof(person.userId, null)
    return person
  }
  /** The token of the newest link to set a password that was mailed, once one is there that is not `before`. */
  const resetTokenTo = async (email: string, before = '') => {
    await send(authRoutes.recover, undefined, { body: { email } })
    return waitFor(async () => {
      const mails = (await messagesTo(email)).map(
        ({ body }) => /recover-password\?token=([\w-]+)/.exec(body ?? '')?.[1],
      )
      const token = mails.findLast(Boolean)
      return token !== before && token
    })
  }
  const refresh = (cookie: string, headers: Record<string, string> = {}) =>
    send(authRoutes.refresh, undefined, {}, { cookie, ...headers })
  return { register, verified, proved, neverProved, resetTokenTo, messagesTo, lastCodeTo, refresh }
}

/** The refresh cookie of a reply, as a browser sends it back. */
export const refreshOf = (cookies: Cookies) => {
  const cookie = cookies.find(({ name }) => name === 'refresh')
  return cookie ? `refresh=${cookie.value}` : ''
}

/** The access token of a sign-in that was right; '' where there is none. */
export const tokenOf = (body: object) => ('accessToken' in body ? String(body.accessToken) : '')
