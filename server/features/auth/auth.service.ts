import type { z } from 'zod'
import type { Credentials, Registration } from '#contract/auth/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError, type Issue, invalidInput } from '../../platform/http/errors.ts'
import { limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { parsePhone } from '../../platform/phones.ts'
import { codePhoneIssue, requireCodePhone } from '../ceilings/ceilings.service.ts'
import { requireUser } from '../users/users.service.ts'
import { type Account, findAccountByEmail, insertAccount, replaceHash } from './accounts.queries.ts'
import { consumeEmailCode, requireEmailCode } from './codes/email-codes.ts'
import { sendCode } from './codes/phone-codes.ts'
import { limits, placeCounter } from './limits.ts'
import { hashPassword, isOutdated, isPassword, weaknessOf } from './passwords.ts'
import type { LockedAccount } from './recovery/proof.ts'
import { noteRefusal } from './refused-sign-ins.ts'
import { openSession, type PendingSecondStep, type SignedIn } from './sessions.ts'
import { resetTries, takePasswordTry } from './tries.ts'
import { completeFirstFactor } from './ways-in/second-step.ts'

/** Creates an account with a proved address; Pending until the code sent to the phone is entered. */
export async function register(
  deps: Deps,
  { password, emailCode, invitation, ...given }: z.output<typeof Registration>,
  from: From,
): Promise<SignedIn> {
  const issues: Issue[] = []
  const phone = parsePhone(given.phone)
  const issue = phone ? codePhoneIssue(deps, phone) : { path: 'phone', message: 'invalid_phone' }
  if (issue) issues.push(issue)
  const weakness = weaknessOf(password, { ...given, phone: phone ?? null })
  if (weakness) issues.push({ path: 'password', message: weakness })
  if (issues.length) throw new AppError('invalid_input', { issues })
  const proof = await requireProof(deps, { email: given.email, emailCode, invitation }, from.client)
  await limitRegistrations(deps, from)
  const passwordHash = await hashPassword(password)
  const isProved = proof !== undefined
  return insertPerson(deps, { ...given, passwordHash, isRemembered: false, isProved }, from, async (tx) => {
    if (proof?.right) await consumeEmailCode(tx, proof.right)
  })
}

type Brought = Pick<z.output<typeof Registration>, 'email' | 'emailCode' | 'invitation'>
/**
 * Proof that the registrant reads the address's mail: an invitation mailed there, or the code. Before the proof no reply
 * reveals whether the address has an account. Undefined if the installation has no mail.
 */
async function requireProof(deps: Deps, { email, emailCode, invitation }: Brought, client: Client) {
  if (!deps.mail.isAvailable) return undefined
  if (invitation && (await deps.identity.isMailedTo(deps, { ...invitation, email }))) return {}
  if (emailCode === undefined) throw invalidInput('emailCode', 'required_field')
  return { right: await requireEmailCode(deps, { email, code: emailCode, client }) }
}

const limitRegistrations = ({ tenants, now }: Deps, { client }: From) =>
  limitTo(tenants.pool, placeCounter('registration', client.ip), limits.registration, now())

type From = { client: Client; language: Language }
type NewPerson = {
  name: string
  email: string
  phone: string
  userLanguage?: Language | undefined
  passwordHash: string | null
  isRemembered: boolean
  /** The person proved the address. */
  isProved: boolean
}
type Also = (tx: Db, userId: string) => Promise<void>

/** A person identified by an external provider, without a password; `also` runs in the same transaction. */
export async function registerByProvider(
  deps: Deps,
  person: Omit<NewPerson, 'passwordHash' | 'isProved'>,
  from: From,
  also: Also,
): Promise<SignedIn> {
  await limitRegistrations(deps, from)
  return insertPerson(deps, { ...person, passwordHash: null, isProved: true }, from, also)
}

function insertPerson(deps: Deps, { isRemembered, ...person }: NewPerson, from: From, also: Also) {
  const { client } = from
  const id = newId()
  const phone = requireCodePhone(deps, person.phone)
  const { isProved } = person
  // Without SMS the phone's code goes by mail, which would only prove the address again.
  const needsCode = deps.sms.isAvailable || !isProved
  return deps.tenants.pool.transaction().execute(async (tx) => {
    const account = {
      ...{ id, phone, name: person.name, email: person.email, passwordHash: person.passwordHash },
      language: person.userLanguage ?? from.language,
      status: needsCode ? ('Pending' as const) : ('Verified' as const),
      emailVerifiedAt: isProved ? deps.now() : undefined,
    }
    if (!(await insertAccount(tx, account))) throw new AppError('email_taken')
    await also(tx, id)
    const user = await requireUser(tx, id)
    if (needsCode) await sendCode(tx, deps, { user, phone, client })
    return {
      user,
      session: await openSession(tx, { userId: id, isRemembered, client, now: deps.now(), way: 'registration' }),
    }
  })
}

/** Opens a session or starts the second step; throws as `provePassword` does. */
export async function signIn(
  deps: Deps,
  { remember, ...typed }: z.output<typeof Credentials>,
  client: Client,
): Promise<SignedIn | PendingSecondStep> {
  const { userId, holds } = await provePassword(deps, typed, client)
  return completeFirstFactor(deps, { userId, isRemembered: remember, client, way: 'password', holds })
}

/**
 * Checks a password and returns its account. Every refusal takes the same work and gives the same error, so it does not
 * reveal whether the account exists. `holds` checks later that the password is unchanged.
 */
export async function provePassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  client: Client,
) {
  const db = deps.tenants.pool
  const refused = { who: { email }, reason: 'wrong_password', client } as const
  const tried = { email, ip: client.ip }
  const { ofAccount, wait } = await takePasswordTry(deps, tried)
  if (ofAccount) await noteRefusal(deps, { ...refused, lockedFor: ofAccount })
  if (wait) throw new AppError('locked_out', { retryAfter: wait })
  const account = await findAccountByEmail(db, email)
  const isRight = await isPassword(account?.passwordHash, password)
  if (!isRight) await noteRefusal(deps, refused)
  if (!account || !isRight || (account.isDemo && !client.mayBeDemo)) throw new AppError('wrong_credentials')
  await resetTries(deps, tried)
  const proved = await renewHash(db, account, password)
  return { userId: account.id, holds: (_: Db, { passwordHash }: LockedAccount) => passwordHash === proved }
}

/** Finds the account by an address that the person has proved. */
export const findAccountId = async (db: Db, email: string): Promise<string | undefined> =>
  (await findAccountByEmail(db, email))?.id

/** Upgrades a hash with outdated parameters while the password is known. Returns the stored hash. */
async function renewHash(db: Db, { id, passwordHash }: Account, password: string) {
  if (!passwordHash || !isOutdated(passwordHash)) return passwordHash
  const after = await hashPassword(password)
  await replaceHash(db, id, { before: passwordHash, after })
  return after
}
