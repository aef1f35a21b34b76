import type { z } from 'zod'
import type { Credentials, Registration } from '#contract/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { forgetHits, hit, limitTo, takeBack } from '../../platform/http/limits.ts'
import { parsePhone, requirePhone } from '../../platform/http/phones.ts'
import { newId } from '../../platform/ids.ts'
import { requireUser } from '../users/users.service.ts'
import { type Account, findAccountByEmail, insertAccount, replaceHash } from './accounts.queries.ts'
import { sendCode } from './auth.codes.ts'
import { limits, placeCounter, signInCounter } from './auth.limits.ts'
import { hashPassword, isCommonPassword, isOutdated, isPassword } from './auth.passwords.ts'
import { noteRefusal } from './auth.refusals.ts'
import { enter } from './auth.second-step.ts'
import { type Owed, openSession, type SignedIn } from './auth.sessions.ts'

/** A new account, Pending until the code that is now on its way comes back. */
export async function register(
  deps: Deps,
  { password, ...given }: z.output<typeof Registration>,
  from: From,
): Promise<SignedIn> {
  const issues: Issue[] = []
  if (!parsePhone(given.phone)) issues.push({ path: 'phone', message: 'invalid_phone' })
  if (isCommonPassword(password)) issues.push({ path: 'password', message: 'password_common' })
  if (issues.length) throw new AppError('invalid_input', { issues })
  await limitTo(deps.tenants.pool, placeCounter('registration', from.client.ip), limits.registration, deps.now())
  const passwordHash = await hashPassword(password)
  return insertPerson(deps, { ...given, passwordHash, isRemembered: false }, from, async () => undefined)
}

type From = { client: Client; language: Language }
type NewPerson = {
  name: string
  email: string
  phone: string
  userLanguage?: Language | undefined
  passwordHash: string | null
  isRemembered: boolean
}
type Also = (tx: Db, userId: string) => Promise<void>

/** A person whom somebody else vouches for, without a password; `also` is done in the same transaction. */
export async function registerVouched(
  deps: Deps,
  person: Omit<NewPerson, 'passwordHash'>,
  from: From,
  also: Also,
): Promise<SignedIn> {
  await limitTo(deps.tenants.pool, placeCounter('registration', from.client.ip), limits.registration, deps.now())
  return insertPerson(deps, { ...person, passwordHash: null }, from, also)
}

function insertPerson(deps: Deps, person: NewPerson, from: From, also: Also) {
  const { name, email, passwordHash, isRemembered } = person
  const { client, language } = from
  const id = newId()
  const phone = requirePhone(person.phone)
  return deps.tenants.pool.transaction().execute(async (tx) => {
    const account = { id, name, email, phone, passwordHash, language: person.userLanguage ?? language } as const
    if (!(await insertAccount(tx, { ...account, status: 'Pending' }))) throw new AppError('email_taken')
    await also(tx, id)
    const user = await requireUser(tx, id)
    await sendCode(tx, deps, { user, phone, client })
    return {
      user,
      session: await openSession(tx, { userId: id, isRemembered, client, now: deps.now(), way: 'registration' }),
    }
  })
}

/** In, or one step away; see `provePassword` for what is refused. */
export async function signIn(
  deps: Deps,
  { remember, ...typed }: z.output<typeof Credentials>,
  client: Client,
): Promise<SignedIn | Owed> {
  const userId = await provePassword(deps, typed, client)
  return enter(deps, { userId, isRemembered: remember, client, way: 'password' })
}

/**
 * Whose password this is. One answer for every reason to refuse, after the same work: it does not tell whether there is
 * such an account.
 */
export async function provePassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<string> {
  const { tenants, now } = deps
  const db = tenants.pool
  const refused = { who: { email }, reason: 'wrong_password', client } as const
  const counters = { account: signInCounter(email, client.ip), place: placeCounter('signInPlace', client.ip) }
  // Counted before the password is looked at: guesses sent all at once are counted too.
  const [ofAccount, ofPlace] = await Promise.all([
    hit(db, counters.account, limits.signIn, now()),
    hit(db, counters.place, limits.signInPlace, now()),
  ])
  if (ofAccount) await noteRefusal(deps, { ...refused, lockedFor: ofAccount })
  const retryAfter = Math.max(ofAccount, ofPlace)
  if (retryAfter) throw new AppError('locked_out', { retryAfter })
  const account = await findAccountByEmail(db, email)
  const isRight = await isPassword(account?.passwordHash, password)
  if (!isRight) await noteRefusal(deps, refused)
  if (!account || !isRight || (account.isDemo && !client.isLocal)) throw new AppError('wrong_credentials')
  await Promise.all([forgetHits(db, counters.account), takeBack(db, counters.place), renewHash(db, account, password)])
  return account.id
}

/** For whoever proved that the address is theirs. */
export const findAccountId = async (db: Db, email: string): Promise<string | undefined> =>
  (await findAccountByEmail(db, email))?.id

/** What was hashed with weaker parameters than today's is hashed anew while the password is known. */
async function renewHash(db: Db, { id, passwordHash }: Account, password: string) {
  if (!passwordHash || !isOutdated(passwordHash)) return
  await replaceHash(db, id, { before: passwordHash, after: await hashPassword(password) })
}
