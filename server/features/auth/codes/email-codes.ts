import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES } from '#contract/auth/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { derivedKey } from '../../../platform/derived-key.ts'
import type { Client } from '../../../platform/http/client.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { counterOf, hit, limitTo, networkOf, takeBack } from '../../../platform/http/rate-limits.ts'
import { requireRoom } from '../../ceilings/ceilings.service.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { findAccountByEmail } from '../accounts.queries.ts'
import { limits, placeCounter } from '../limits.ts'
import { addressTakenMail, emailCodeMail } from '../messages.ts'
import {
  deleteEmailCodes,
  findNewestEmailCode,
  takeEmailCodeTry,
  upsertEmailCode,
  wasMailedSince,
} from './email-codes.queries.ts'
import { newCode } from './phone-codes.ts'

const HASH_BYTES = 32
/**
 * Keyed, because addresses and codes are quickly brute-forced against a stolen table; the first part names what is
 * hashed.
 */
const keyed = ({ env }: Pick<Deps, 'env'>, ...parts: string[]) =>
  createHmac('sha256', derivedKey(env.secretKey, 'e-mail code')).update(JSON.stringify(parts)).digest()
const addressKey = (deps: Pick<Deps, 'env'>, email: string) => keyed(deps, 'address', email)
const codeKey = (deps: Pick<Deps, 'env'>, { email, ip }: { email: string; ip: string }) => ({
  address: addressKey(deps, email),
  network: keyed(deps, 'network', networkOf(ip)),
})
const hashCode = (deps: Pick<Deps, 'env'>, email: string, code: string) => keyed(deps, 'code', email, code)

type EmailCodeInput = { email: string; language: Language; client: Client }

/**
 * Mails a registration code or, if the address has an account, a notice of that: the same work and one mail in both
 * cases. Nothing is mailed again within CODE_RESEND_SECONDS of the last mail for this address and network.
 */
export async function sendEmailCode(deps: Deps, { email, language, client: { ip } }: EmailCodeInput) {
  const { tenants, mail, now } = deps
  const { pool } = tenants
  const at = now()
  await limitTo(pool, placeCounter('emailCodesFromPlace', ip), limits.emailCodesFromPlace, at)
  await limitTo(pool, placeCounter('emailCodesFromPlaceOfDay', ip), limits.emailCodesFromPlaceOfDay, at)
  if (!mail.isAvailable) return
  const key = codeKey(deps, { email, ip })
  const resendBefore = new Date(at.getTime() - CODE_RESEND_SECONDS * 1_000)
  if (await wasMailedSince(pool, key, resendBefore)) return
  await limitTo(pool, counterOf('emailCodes', email, networkOf(ip)), limits.emailCodes, at)
  await requireRoom(deps, { channel: 'mail', kind: 'code', businessId: null, accountId: null, count: 1 })
  if (await isFlooded(pool, email, at)) return
  const account = await findAccountByEmail(pool, email)
  const code = newCode()
  const codeHash = hashCode(deps, email, code)
  const message = account
    ? addressTakenMail(account.language, { email, publicUrl: deps.env.publicUrl })
    : emailCodeMail(language, { email, code })
  const expiresAt = new Date(at.getTime() + CODE_MINUTES * 60_000)
  const row = { ...key, codeHash: account ? randomBytes(HASH_BYTES) : codeHash, now: at, expiresAt, resendBefore }
  await pool.transaction().execute(async (tx) => {
    if (await upsertEmailCode(tx, row)) await queueMessage(tx, message)
  })
}

/**
 * Limits mails to one address from all networks: ten an hour, then one every ten minutes. Requests over the limit get
 * the usual reply but no mail.
 */
const isFlooded = async (db: Db, email: string, at: Date) =>
  (await hit(db, counterOf('emailCodesEverywhere', email), limits.emailCodesEverywhere, at)) > 0 &&
  (await hit(db, counterOf('emailCodesBeyond', email), limits.emailCodesBeyond, at)) > 0

type Typed = { email: string; code: string; client: Client }
/** A correct code, to be consumed in the transaction that creates the account. */
export type CorrectCode = { address: Buffer; codeHash: Buffer }

const wrong = () => invalidInput('emailCode', 'email_code_wrong')
const triesEverywhere = (email: string) => counterOf('emailCodeTriesEverywhere', email)

/**
 * Throws the same error for every wrong code, after the same work; does not depend on whether the address has an
 * account.
 */
export async function requireEmailCode(deps: Deps, { email, code, client: { ip } }: Typed): Promise<CorrectCode> {
  const { pool } = deps.tenants
  const at = deps.now()
  const ofPlace = placeCounter('emailCodeTriesFromPlace', ip)
  await limitTo(pool, ofPlace, limits.emailCodeTriesFromPlace, at)
  const isLast = (await hit(pool, triesEverywhere(email), limits.emailCodeTriesEverywhere, at)) > 0
  const mailed = await findMailed(deps, { email, ip, isLast })
  const codeHash = hashCode(deps, email, code)
  if (!timingSafeEqual(mailed ?? randomBytes(HASH_BYTES), codeHash)) throw wrong()
  await takeBack(pool, ofPlace)
  await takeBack(pool, triesEverywhere(email))
  return { address: addressKey(deps, email), codeHash }
}

type CodeLookUp = { email: string; ip: string; isLast: boolean }
/**
 * Returns the code that this network requested; when `isLast`, only its first try is accepted. If the network requested
 * none, because a phone changed networks, the newest code of the address is used, up to ten times an hour. Such a try
 * does not count against that code, so that another network cannot use up its tries.
 */
async function findMailed(deps: Deps, { email, ip, isLast }: CodeLookUp): Promise<Buffer | undefined> {
  const { pool } = deps.tenants
  const at = deps.now()
  const key = codeKey(deps, { email, ip })
  const own = await takeEmailCodeTry(pool, key, at)
  if (own) return own.tries <= (isLast ? 1 : CODE_TRIES) ? own.codeHash : undefined
  if (isLast) return undefined
  const elsewhere = counterOf('emailCodeTriesElsewhere', email)
  if (await hit(pool, elsewhere, limits.emailCodeTriesElsewhere, at)) return undefined
  return (await findNewestEmailCode(pool, key.address, { tries: CODE_TRIES, now: at }))?.codeHash
}

/** Consumes the code; throws if another request consumed it meanwhile. */
export async function consumeEmailCode(tx: Db, right: CorrectCode) {
  if (!(await deleteEmailCodes(tx, right))) throw wrong()
}
