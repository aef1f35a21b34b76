import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, forgetHits, hit, networkOf, takeBack } from '../../platform/http/rate-limits.ts'
import { requireUser } from '../users/users.service.ts'
import { listNetworks } from './auth.queries.ts'
import { limits, placeCounter, signInCounter } from './limits.ts'

type TryDeps = Pick<Deps, 'tenants' | 'now'>
type Try = { email: string; ip: string }

const everywhere = (email: string) => counterOf('signInEverywhere', email)

/**
 * Counts a try at the password of an account, existing or not, before the password is checked, so that simultaneous
 * guesses count too. Returns seconds to wait, of this account from this network and in total; 0 allows the try. Above
 * the limit of all networks together, networks where the account was signed in keep their own allowance: other networks
 * cannot lock the owner out (decision 32).
 */
export async function takePasswordTry({ tenants: { pool }, now }: TryDeps, { email, ip }: Try) {
  const ofPlace = await hit(pool, placeCounter('signInPlace', ip), limits.signInPlace, now())
  if (ofPlace) return { ofAccount: 0, wait: ofPlace }
  const ofAccount = await hit(pool, signInCounter(email, ip), limits.signIn, now())
  if (ofAccount) return { ofAccount, wait: ofAccount }
  // A try that was refused above did not test a password, so it does not count against the limit of all networks.
  const altogether = await hit(pool, everywhere(email), limits.signInEverywhere, now())
  const isKnown = altogether > 0 && (await isKnownNetwork(pool, { email, ip }))
  return { ofAccount: 0, wait: isKnown ? 0 : altogether }
}

const isKnownNetwork = async (db: Db, { email, ip }: Try) =>
  (await listNetworks(db, email)).map(networkOf).includes(networkOf(ip))

/**
 * After a correct password: clears the count for this account and network, and takes this attempt back from the other
 * two counts.
 */
export const resetTries = ({ tenants: { pool } }: TryDeps, { email, ip }: Try) =>
  Promise.all([
    forgetHits(pool, signInCounter(email, ip)),
    takeBack(pool, placeCounter('signInPlace', ip)),
    takeBack(pool, everywhere(email)),
  ])

/** Counters to clear after a recovery by mail. */
export const allTriesOf = ({ email, ip }: Try) => [signInCounter(email, ip), everywhere(email)]

type CodeTry = { userId: string; ip: string }
const codesHere = ({ userId, ip }: CodeTry) => counterOf('secondFactor', userId, networkOf(ip))
const codesEverywhere = (userId: string) => counterOf('secondFactorEverywhere', userId)

/**
 * Counts a try at a code of the second factor in the same way, so that a person who knows the password cannot lock the
 * owner out from another network.
 */
export async function limitCodeTries({ tenants: { pool }, now }: TryDeps, tried: CodeTry) {
  const { userId, ip } = tried
  const here = await hit(pool, codesHere(tried), limits.secondFactor, now())
  const altogether = here ? 0 : await hit(pool, codesEverywhere(userId), limits.secondFactorEverywhere, now())
  const { email } = altogether ? await requireUser(pool, userId) : { email: '' }
  const wait = altogether && (await isKnownNetwork(pool, { email, ip })) ? 0 : here || altogether
  if (wait) throw new AppError('too_many_requests', { retryAfter: wait })
}

/** After a right code: this try and earlier ones from this network no longer count. */
export const resetCodeTries = ({ tenants: { pool } }: TryDeps, tried: CodeTry) =>
  Promise.all([forgetHits(pool, codesHere(tried)), takeBack(pool, codesEverywhere(tried.userId))])
