import { authRoutes } from '#contract/auth/auth.ts'
import { aPhone, type testApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Cookies = { name: string; value: string }[]

export const PASSWORD = 'correct horse battery'
let people = 0

/** Input to register, with a unique e-mail. */
export function registration(values: { email?: string; phone?: string; password?: string } = {}) {
  const { email = `person${++people}@example.test`, phone = aPhone(), password = PASSWORD } = values
  return { name: 'Noa Levi', email, phone, password, passwordConfirmation: password, terms: true as const }
}

/** Helpers for tests of accounts. */
export function testAccounts({ send, deps }: App) {
  const askEmailCode = (email: string, headers: Record<string, string> = {}) =>
    send(authRoutes.sendEmailCode, undefined, { body: { email } }, headers)
  /** The registration code mailed to an address. */
  const emailCodeTo = async (email: string, headers: Record<string, string> = {}) => {
    await askEmailCode(email, headers)
    return lastCodeTo(email.toLowerCase())
  }
  /** Registration input with the code from the mailbox. */
  const registering = async (values: Parameters<typeof registration>[0] = {}) => {
    const typed = registration(values)
    const emailCode = await emailCodeTo(typed.email)
    return { ...typed, ...(emailCode && { emailCode }) }
  }
  const register = async (values: Parameters<typeof registration>[0] = {}) => {
    const typed = await registering(values)
    const { body, cookies } = await send(authRoutes.register, undefined, { body: typed })
    // Tests check only later mails.
    const mails = deps.workerDb.deleteFrom('messages').where('recipient', '=', typed.email.toLowerCase())
    await mails.where('kind', '=', 'code').execute()
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
  /** A registered person with a confirmed phone. */
  const verified = async (values: Parameters<typeof registration>[0] = {}) => {
    const person = await register(values)
    await send(authRoutes.verifyPhone, person, { body: { code: await lastCodeTo(person.phone) } })
    return person
  }
  /** Turns an account into one from before addresses were proved at registration. */
  const forgetProof = (userId: string) =>
    deps.tenants.pool.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  /** A person with a confirmed phone and an unproved address, as accounts were before addresses were proved. */
  const neverProved = async (values: Parameters<typeof registration>[0] = {}) => {
    const person = await verified(values)
    await forgetProof(person.userId)
    return person
  }
  /** Waits for a mailed reset link other than `before` and returns its token. */
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
  return {
    ...{ askEmailCode, emailCodeTo, registering, register, verified, forgetProof, neverProved },
    ...{ resetTokenTo, messagesTo, lastCodeTo, refresh },
  }
}

/** The refresh cookie of a reply, as a browser sends it back. */
export const refreshOf = (cookies: Cookies) => {
  const cookie = cookies.find(({ name }) => name === 'refresh')
  return cookie ? `refresh=${cookie.value}` : ''
}

/** The access token of a successful sign-in, or ''. */
export const tokenOf = (body: object) => ('accessToken' in body ? String(body.accessToken) : '')
