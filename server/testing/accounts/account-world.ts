import type { Credentials } from '../test-app.ts'
import { testInvitations } from '../test-invitations.ts'
import { type AccountPerson, type App, lawfulRequests, type Session } from './account-people.ts'
import { appCode } from './app-code.ts'
import { testAccounts } from './test-accounts.ts'
import type { startIssuer } from './test-issuer.ts'

export const ACCOUNT_ORIGIN = 'http://localhost:3000'
export const GOOGLE_RETURN = `${ACCOUNT_ORIGIN}/auth/google`

type AccountWorldInput = {
  it: App
  issuer: Awaited<ReturnType<typeof startIssuer>>
  /** An Owner who invites every address that is requested. */
  host: Credentials
}
/** Two numbers that choose the objects of an act. */
export type Choice = { a: number; b: number }
export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]

/** Shared state and requests of the acts of one sequence. */
export function accountWorld({ it, issuer, host }: AccountWorldInput, people: AccountPerson[]) {
  const { messagesTo, forgetProof } = testAccounts(it)
  const { linksTo } = testInvitations(it)
  /** Matches of a pattern in the messages to a person's mailboxes or phones, oldest first. */
  async function found(among: string[], pattern: RegExp) {
    const messages = (await Promise.all(among.map(messagesTo))).flat()
    return messages.flatMap(({ body }) => pattern.exec(body ?? '')?.[1] ?? [])
  }
  const codeOf = (secret: string) => appCode(secret, it.deps.now())
  return {
    ...{ it, issuer, host, people, linksTo, codeOf, forgetProof },
    ...lawfulRequests(it),
    allMailboxes: people.flatMap(({ mailboxes }) => mailboxes),
    allPhones: people.flatMap(({ phones }) => phones),
    resetLinks: (mailboxes: string[]) => found(mailboxes, /recover-password\?token=([\w-]+)/),
    emailLinks: ({ mailboxes }: AccountPerson) => found(mailboxes, /confirm-email\?token=([\w-]+)/),
    /** Registration codes, alone on a line of the mail. */
    mailedCodes: (mailboxes: string[]) => found(mailboxes, /^(\d{6})$/m),
    phoneCodes: ({ phones }: AccountPerson) => found(phones, /\b(\d{6})\b/),
    confirming({ password, appSecrets }: AccountPerson, { userId }: Session) {
      const own = appSecrets.findLast((one) => one.userId === userId)
      return { password, ...(own && { code: codeOf(own.secret) }) }
    },
    codesOf: ({ appSecrets, recoveryCodes }: AccountPerson) => [
      ...appSecrets.map(({ secret }) => codeOf(secret)),
      ...recoveryCodes,
    ],
  }
}
export type AccountWorld = ReturnType<typeof accountWorld>

/** An act in one of the person's sessions; a no-op without one. */
export const withSession =
  (act: (person: AccountPerson, session: Session, choice: Choice) => Promise<unknown>) =>
  async (person: AccountPerson, choice: Choice) => {
    const session = pick(person.sessions, choice.a)
    if (session) await act(person, session, choice)
  }
