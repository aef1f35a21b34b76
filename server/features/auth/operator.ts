import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { PASSWORD_MIN } from '#contract/auth/auth.ts'
import { PASSWORD_MAX } from '#contract/auth/confirmation.ts'
import { email, title } from '#contract/common.ts'
import { languages } from '#contract/constants.ts'
import { personName } from '#contract/values/name-rules.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { parse } from '../../platform/http/parsing.ts'
import { newId } from '../../platform/ids.ts'
import { insertOwnedBusiness } from '../businesses/businesses.service.ts'
import { findAccountByEmail, insertAccount } from './accounts.queries.ts'
import { hashPassword, requireStrong } from './passwords.ts'
import { endSessions } from './sessions.ts'

const NewOwner = z.object({
  email,
  name: personName,
  /** Undefined: the person creates one after signing in. */
  business: title.optional(),
  language: z.enum(languages).default(languages[0]),
  /** Undefined: a random one is used. */
  password: z.string().min(PASSWORD_MIN, 'password_too_short').max(PASSWORD_MAX, 'too_long').optional(),
})
export type NewOwner = z.input<typeof NewOwner>

const GENERATED_BYTES = 15

/** Creates a first account without mail or SMS, and without a code. Returns the password if it is random. */
export async function createOwner({ tenants }: Pick<Deps, 'tenants'>, wanted: NewOwner) {
  const { business, password, ...account } = parse(NewOwner, wanted)
  if (password !== undefined) requireStrong(password, account)
  const drawn = randomBytes(GENERATED_BYTES).toString('base64url')
  const passwordHash = await hashPassword(password ?? drawn)
  const [userId, businessId] = [newId(), newId()]
  // All inserts run in one transaction: after a partial failure, the same command would find the address taken.
  await tenants
    .scope({ businessId, userId })
    .transaction()
    .execute(async (tx) => {
      const isNew = await insertAccount(tx, { id: userId, ...account, phone: null, passwordHash, status: 'Verified' })
      if (!isNew) throw new AppError('email_taken')
      if (business !== undefined)
        await insertOwnedBusiness(tx, businessId, { userId, isDemo: false }, { name: business })
    })
  return {
    userId,
    generatedPassword: password === undefined ? drawn : undefined,
    businessId: business === undefined ? undefined : businessId,
  }
}

export async function requireAccount({ tenants }: Pick<Deps, 'tenants'>, wanted: { email: string }) {
  const account = await findAccountByEmail(tenants.pool, parse(z.object({ email }), wanted).email)
  if (!account) throw new AppError('user_not_found')
  return account
}

/** Ends every session of an account, on all devices. False if there was none. */
export async function signOutEverywhere(deps: Pick<Deps, 'tenants' | 'now'>, wanted: { email: string }) {
  const account = await requireAccount(deps, wanted)
  const ending = { now: deps.now(), reason: 'revoked', from: undefined, byThem: false } as const
  return deps.tenants.pool.transaction().execute((tx) => endSessions(tx, { userId: account.id }, ending))
}
