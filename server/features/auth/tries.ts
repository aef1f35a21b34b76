import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, forgetHits, hit, networkOf, takeBack } from '../../platform/http/limits.ts'
import { requireUser } from '../users/users.service.ts'
import { listNetworks } from './auth.queries.ts'
import { limits, placeCounter, signInCounter } from './limits.ts'

type Works = Pick<Deps, 'tenants' | 'now'>
type Try = { email: string; ip: string }

const everywhere = (email: string) => counterOf('signInEverywhere', email)

/**
 * Counts a try at the password of an account, existing or not, before the password is looked at: guesses sent all at once
 * are counted too. Seconds to wait: of this account from this network, and altogether; 0 where the try may be made. Beyond
 * the ceiling of all networks together, those where the account was signed in go on with an allowance of their own: a
 * stranger elsewhere cannot lock the owner out (decision 32).
 */
export async function takePasswordTry({ tenants: { pool }, now }: Works, { email, ip }: Try) {
  const ofPlace = await hit(pool, placeCounter('signInPlace', ip), limits.signInPlace, now())
  if (ofPlace) return { ofAccount: 0, wait: ofPlace }
  const ofAccount = await hit(pool, signInCounter(email, ip), limits.signIn, now())
  if (ofAccount) return { ofAccount, wait: ofAccount }
  // A try that is refused here is no guess, so it uses up nothing of what all networks share.
  const altogether = await hit(pool, everywhere(email), limits.signInEverywhere, now())
  const isKnown = altogether > 0 && (await isKnownNetwork(pool, { email, ip }))
  return { ofAccount: 0, wait: isKnown ? 0 : altogether }
}

const isKnownNetwork = async (db: Db, { email, ip }: Try) =>
  (await listNetworks(db, email)).map(networkOf).includes(networkOf(ip))

/** The password was right: neither this try nor those before it from here count any more. */
export const forgetTries = ({ tenants: { pool } }: Works, { email, ip }: Try) =>
  Promise.all([
    forgetHits(pool, signInCounter(email, ip)),
    takeBack(pool, placeCounter('signInPlace', ip)),
    takeBack(pool, everywhere(email)),
  ])

/** After a recovery by mail. */
export const allTriesOf = ({ email, ip }: Try) => [signInCounter(email, ip), everywhere(email)]

type CodeTry = { userId: string; ip: string }
const codesHere = ({ userId, ip }: CodeTry) => counterOf('secondFactor', userId, networkOf(ip))
const codesEverywhere = (userId: string) => counterOf('secondFactorEverywhere', userId)

/**
 * Counts a try at a code of the second factor, in the same way as tries at passwords: who knows the password and guesses
 * codes elsewhere cannot lock the owner out.
 */
export async function limitCodeTries({ tenants: { pool }, now }: Works, tried: CodeTry) {
  const { userId, ip } = tried
  const here = await hit(pool, codesHere(tried), limits.secondFactor, now())
  const altogether = here ? 0 : await hit(pool, codesEverywhere(userId), limits.secondFactorEverywhere, now())
  const { email } = altogether ? await requireUser(pool, userId) : { email: '' }
  const wait = altogether && (await isKnownNetwork(pool, { email, ip })) ? 0 : here || altogether
  if (wait) throw new AppError('too_many_requests', { retryAfter: wait })
}

/** The code was right: neither this try nor those before it from here count any more. */
export const forgetCodeTries = ({ tenants: { pool } }: Works, tried: CodeTry) =>
  Promise.all([forgetHits(pool, codesHere(tried)), takeBack(pool, codesEverywhere(tried.userId))])
