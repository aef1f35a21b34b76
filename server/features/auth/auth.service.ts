import type { z } from 'zod'
import type { Credentials, Registration } from '#contract/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { forgetHits, hit, limitTo, takeBack } from '../../platform/http/limits.ts'
import { parsePhone } from '../../platform/http/phones.ts'
import { newId } from '../../platform/ids.ts'
import { requireUser } from '../users/users.service.ts'
import { type Account, findAccountByEmail, insertAccount, replaceHash } from './accounts.queries.ts'
import { sendCode } from './auth.codes.ts'
import { limits, placeCounter, signInCounter } from './auth.limits.ts'
import { hashPassword, isCommonPassword, isOutdated, isPassword } from './auth.passwords.ts'
import { type OpenSession, openSession } from './auth.sessions.ts'

type SignedIn = { user: CurrentUser; session: OpenSession }

/** A new account, Pending until the code that is now on its way comes back. */
export async function register(
  deps: Deps,
  { email, password, name, ...given }: z.output<typeof Registration>,
  { client, language }: { client: Client; language: Language },
): Promise<SignedIn> {
  const { tenants, now } = deps
  const phone = parsePhone(given.phone)
  const issues: Issue[] = []
  if (!phone) issues.push({ path: 'phone', message: 'invalid_phone' })
  if (isCommonPassword(password)) issues.push({ path: 'password', message: 'password_common' })
  if (!phone || issues.length) throw new AppError('invalid_input', { issues })
  await limitTo(tenants.pool, placeCounter('registration', client.ip), limits.registration, now())
  const id = newId()
  const passwordHash = await hashPassword(password)
  return tenants.pool.transaction().execute(async (tx) => {
    const account = {
      id,
      name,
      email,
      phone,
      passwordHash,
      language: given.userLanguage ?? language,
      status: 'Pending',
    } as const
    if (!(await insertAccount(tx, account))) throw new AppError('email_taken')
    const user = await requireUser(tx, id)
    await sendCode(tx, deps, { user, phone, client })
    return { user, session: await openSession(tx, { userId: id, isRemembered: false, client, now: now() }) }
  })
}

/** One answer for every reason to refuse, after the same work: it does not tell whether there is such an account. */
export async function signIn(
  { tenants, now }: Deps,
  { email, password, remember }: z.output<typeof Credentials>,
  client: Client,
): Promise<SignedIn> {
  const db = tenants.pool
  const counters = { account: signInCounter(email, client.ip), place: placeCounter('signInPlace', client.ip) }
  // Counted before the password is looked at: guesses sent all at once are counted too.
  const waits = await Promise.all([
    hit(db, counters.account, limits.signIn, now()),
    hit(db, counters.place, limits.signInPlace, now()),
  ])
  const retryAfter = Math.max(...waits)
  if (retryAfter) throw new AppError('locked_out', { retryAfter })
  const account = await findAccountByEmail(db, email)
  const isRight = await isPassword(account?.passwordHash, password)
  if (!account || !isRight || (account.isDemo && !client.isLocal)) throw new AppError('wrong_credentials')
  const [user, session] = await Promise.all([
    requireUser(db, account.id),
    openSession(db, { userId: account.id, isRemembered: remember, client, now: now() }),
    forgetHits(db, counters.account),
    takeBack(db, counters.place),
    renewHash(db, account, password),
  ])
  return { user, session }
}

/** What was hashed with weaker parameters than today's is hashed anew while the password is known. */
async function renewHash(db: Db, { id, passwordHash }: Account, password: string) {
  if (!passwordHash || !isOutdated(passwordHash)) return
  await replaceHash(db, id, { before: passwordHash, after: await hashPassword(password) })
}
