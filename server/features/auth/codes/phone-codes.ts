import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH, CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES } from '#contract/auth/auth.ts'
import type { Confirmation } from '#contract/auth/confirmation.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { derivedKey } from '../../../platform/derived-key.ts'
import { emitOfAccount } from '../../../platform/events/emit.ts'
import type { Person } from '../../../platform/http/caller.ts'
import type { Client } from '../../../platform/http/client.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { counterOf, limitTo, networkOf } from '../../../platform/http/rate-limits.ts'
import { requireCodePhone, requireRoom } from '../../ceilings/ceilings.service.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { activateUser, findOwnBusinesses, requireUser } from '../../users/users.service.ts'
import { updatePendingPhone, updateVerified } from '../accounts.queries.ts'
import { deleteCode, findCodeTime, hasCode, isCodeSentTo, takeCodeTry, upsertPhoneCode } from '../auth.queries.ts'
import { confirmIdentity } from '../identity.ts'
import { limits, placeCounter } from '../limits.ts'
import { codeMail, codeSms } from '../messages.ts'
import { lockPerson, proveAddress } from '../recovery/proof.ts'

/** Six random digits. */
export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
/** Keyed, because a million codes are quickly brute-forced against a stolen table. */
const hashCode = (secretKey: string, userId: string, code: string) =>
  createHmac('sha256', derivedKey(secretKey, 'phone code')).update(`${userId} ${code}`).digest()

/** Where a code was sent: to the phone, or to the e-mail if the installation cannot send SMS. */
export type SentCode = { sentTo: string; channel: 'sms' | 'email' }
type Receiver = { user: Pick<CurrentUser, '_id' | 'email' | 'userLanguage'>; phone: string; client: Client }

/** Creates and queues a code in the caller's transaction; a refusal rolls it back. */
export async function sendCode(tx: Db, deps: Deps, { user, phone, client }: Receiver): Promise<SentCode> {
  const { env, sms, now } = deps
  const at = now()
  const userId = user._id
  const code = newCode()
  const isNew = await upsertPhoneCode(tx, {
    userId,
    phone,
    codeHash: hashCode(env.secretKey, userId, code),
    now: at,
    expiresAt: new Date(at.getTime() + CODE_MINUTES * 60_000),
    resendBefore: new Date(at.getTime() - CODE_RESEND_SECONDS * 1_000),
  })
  if (!isNew) throw await tooSoon(tx, userId, at)
  const { email, userLanguage } = user
  const message = sms.isAvailable ? codeSms(userLanguage, { code, phone }) : codeMail(userLanguage, { code, email })
  // Uses a second connection, so it runs before the counters' rows are locked.
  await requireRoom(deps, { ...message, accountId: userId, count: 1 })
  await limitTo(tx, counterOf('codesOfPerson', userId), limits.codesOfPerson, at)
  await limitTo(tx, counterOf('codesToPhone', phone, networkOf(client.ip)), limits.codesToPhone, at)
  await limitTo(tx, counterOf('codesToPhoneEverywhere', phone), limits.codesToPhoneEverywhere, at)
  await limitTo(tx, placeCounter('codesFromPlace', client.ip), limits.codesFromPlace, at)
  await limitTo(tx, placeCounter('codesFromPlaceOfDay', client.ip), limits.codesFromPlaceOfDay, at)
  await queueMessage(tx, { ...message, accountId: userId })
  return sms.isAvailable ? { sentTo: phone, channel: 'sms' } : { sentTo: email, channel: 'email' }
}

async function tooSoon(tx: Db, userId: string, now: Date) {
  const sent = await findCodeTime(tx, userId)
  const seconds = sent ? (Date.parse(sent.sentAt) - now.getTime()) / 1_000 + CODE_RESEND_SECONDS : CODE_RESEND_SECONDS
  return new AppError('too_many_requests', { retryAfter: seconds })
}

type Own = Pick<Person, 'userId' | 'sessionId' | 'from'>
/**
 * Sends another code. A Pending person gets it at their number or at a corrected one, which replaces it. Other people
 * get it at the new number they request, and keep the old one until the code is entered; they confirm their identity
 * once per number while its code is valid.
 */
export async function resendCode(
  deps: Deps,
  { userId, sessionId, from }: Own,
  { phone: typed, client, ...confirming }: { phone?: string | undefined; client: Client } & Confirmation,
) {
  const user = await requireUser(deps.tenants.pool, userId)
  const phone = typed === undefined ? user.phone : requireCodePhone(deps, typed)
  if (!phone) throw invalidInput('phone', 'required')
  const isPending = user.status === 'Pending'
  if (!isPending && typed === undefined) throw new AppError('changed_meanwhile')
  if (!isPending && phone === user.phone) throw invalidInput('phone', 'phone_same')
  if (!isPending && !(await isCodeSentTo(deps.tenants.pool, { userId, phone, now: deps.now() })))
    await confirmIdentity(deps, { userId, from }, confirming)
  return deps.tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    if (isPending && !(await updatePendingPhone(tx, userId, phone))) throw new AppError('changed_meanwhile')
    return sendCode(tx, deps, { user, phone, client })
  })
}

/** The right code makes a Pending person Verified, or confirms a new number; idempotent. */
export async function verifyCode(
  { env, tenants, sms, now }: Deps,
  { userId, sessionId, from }: Own,
  code: string,
): Promise<CurrentUser> {
  const db = tenants.scope({ userId })
  const at = now()
  const taken = await takeCodeTry(db, userId, { tries: CODE_TRIES, now: at })
  if (taken && !timingSafeEqual(taken.codeHash, hashCode(env.secretKey, userId, code))) throw new AppError('code_wrong')
  const way = sms.isAvailable ? 'sms' : 'email'
  if (taken) await acceptCode(db, { userId, sessionId, from }, { ...taken, way, at })
  // If no code is stored, another tab may have confirmed it a moment ago.
  const latest = await requireUser(db, userId)
  if (latest.status === 'Pending' || (!taken && (await hasCode(db, userId)))) throw new AppError('code_expired')
  return latest
}

type Accepted = { codeHash: Buffer; phone: string; way: SentCode['channel']; at: Date }
/** Members who had to prove their phone again become Active at once. */
const acceptCode = (db: Db, { userId, sessionId, from }: Own, { codeHash, phone, way, at }: Accepted) =>
  db.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    if (!(await deleteCode(tx, userId, codeHash))) return
    const before = await requireUser(tx, userId)
    if (way === 'email') await proveAddress(tx, { userId, now: at, from, except: sessionId })
    await updateVerified(tx, userId, { phone, way, at })
    if ((await findOwnBusinesses(tx)).length > 0) await activateUser(tx, userId)
    if (before.phone !== phone)
      await emitOfAccount(tx, { userId, from }, 'account.changed', {
        personal: { changes: { phone: [before.phone, phone] } },
      })
  })
