import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import { limitCodeTries, resetCodeTries } from '../auth/tries.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { requireUser } from '../users/users.service.ts'
import { recoveryUsedMail } from './messages.ts'
import { countRecoveryCodes, deleteRecoveryCode, findTwoFactor, takeStep } from './two-factor.queries.ts'
import { hashRecoveryCode, readRecoveryCode, stepOfCode } from './two-factor.rules.ts'

const placeOf = (userId: string) => ({ purpose: 'two-factor secret', place: userId })
export const sealSecret = ({ env }: Pick<Deps, 'env'>, userId: string, secret: string) =>
  seal(env.secretKey, placeOf(userId), secret)
const openSecret = ({ env }: Pick<Deps, 'env'>, userId: string, secret: Buffer) =>
  unseal(env.secretKey, placeOf(userId), secret)

type Typed = { userId: string; code: string; ip: string }

/**
 * Checks a code of the authenticator app, whose secret may be unconfirmed. Each call counts as an attempt. Throws
 * code_wrong, also for a code that was used before.
 */
export async function requireAppCode(deps: Deps, { userId, code, ip }: Typed) {
  const { tenants, now } = deps
  await limitCodeTries(deps, { userId, ip })
  const own = await findTwoFactor(tenants.pool, userId)
  const step = own && stepOfCode(openSecret(deps, userId, own.secret), code, { lastStep: own.lastStep, now: now() })
  if (!own || step === undefined || !(await takeStep(tenants.pool, userId, step))) throw new AppError('code_wrong')
  await resetCodeTries(deps, { userId, ip })
  return own
}

/**
 * Checks a code of the authenticator app or a recovery code. Each call counts as an attempt. A recovery code is
 * consumed, and an e-mail reports its use.
 */
export async function requireCode(deps: Deps, { userId, code, ip }: Typed) {
  const recovery = readRecoveryCode(code)
  if (recovery === undefined) return void (await requireAppCode(deps, { userId, code: code.replace(/\s/g, ''), ip }))
  const { env, tenants } = deps
  await limitCodeTries(deps, { userId, ip })
  await tenants.pool.transaction().execute(async (tx) => {
    const isRight = await deleteRecoveryCode(tx, userId, hashRecoveryCode(env.secretKey, userId, recovery))
    if (!isRight) throw new AppError('code_wrong')
    const { email, userLanguage } = await requireUser(tx, userId)
    await queueMessage(tx, recoveryUsedMail(userLanguage, { email, left: await countRecoveryCodes(tx, userId) }))
  })
  await resetCodeTries(deps, { userId, ip })
}
