import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { derivedKey } from '../../platform/derived-key.ts'
import { isSameSignature } from '../../platform/http/signed-hooks.ts'
import * as queries from './local-house.queries.ts'
import { type PaymentHouse, type PaymentResult, PaymentUnknown, type SetupResult } from './payments.ts'
import { refusalOf } from './test-cards.ts'

/** A standing order settles after this time; a bank takes days. */
export const SETTLE_MS = 120_000
export const SIGNATURE_HEADER = 'x-payment-signature'

export type LocalHouseDeps = { workerDb: Db; secretKey: string; publicUrl: string; now: () => Date }

/** How the house signs the raw body of its callbacks. */
export const signatureOf = (secretKey: string, body: Buffer | string) =>
  createHmac('sha256', derivedKey(secretKey, 'payment-house')).update(body).digest('hex')

/**
 * A payment house in the box, for the demo and for tests: it moves no money. It keeps its own ledger, in tables that no
 * other part of the product reads; its pages are under /dev/payments.
 */
export function openLocalHouse(deps: LocalHouseDeps): PaymentHouse {
  const { workerDb: db, now, secretKey, publicUrl } = deps
  return {
    async beginSetup({ kind, returnUrl, language, bankAccount }) {
      const ref = randomBytes(18).toString('base64url')
      const card = bankAccount ? { brand: '', last4: bankAccount.account.slice(-4), expiresMonth: null } : null
      await queries.insertSetup(db, { ref, kind, returnUrl, language, state: 'open', card, at: now() })
      return { ref, url: `${publicUrl}/dev/payments/${ref}` }
    },
    findSetup: async (ref) => resultOf(await queries.findSetup(db, ref)),
    charge: (input) => charge(deps, input),
    refund: (input) => refund(deps, input),
    async find(key) {
      const entry = await queries.findEntry(db, key, now())
      return entry && toResult(entry)
    },
    readCallback({ body, signature }) {
      if (!isSameSignature(signatureOf(secretKey, body), signature)) return undefined
      const { ref, key } = JSON.parse(body.toString('utf8')) as { ref?: string; key?: string }
      return { ...(ref && { ref }), ...(key && { key }) }
    },
  }
}

function resultOf(setup: queries.HouseSetup | undefined): SetupResult {
  if (!setup || setup.state === 'refused') return { state: 'refused' }
  if (setup.state !== 'approved' || !setup.token || !setup.card) return { state: 'waiting' }
  return { state: 'approved', token: setup.token, ...setup.card }
}

const toResult = ({ state, code }: Pick<queries.HouseEntry, 'state' | 'code'>): PaymentResult =>
  state === 'refused' ? { state, code: code ?? 'refused' } : { state }

type Charge = Parameters<PaymentHouse['charge']>[0]
async function charge({ workerDb: db, now }: LocalHouseDeps, { key, token, amount }: Charge): Promise<PaymentResult> {
  const setup = await queries.findByToken(db, token)
  const code = setup ? refusalOf(setup.behaviour) : 'unknown_token'
  const isBank = setup?.kind === 'bank'
  const state = code ? 'refused' : isBank ? 'pending' : 'settled'
  await queries.insertEntry(db, {
    ...{ key, token, amount, state, code: code ?? null, refundOf: null, at: now() },
    settlesAt: state === 'pending' ? new Date(now().getTime() + SETTLE_MS).toISOString() : null,
  })
  if (setup?.behaviour === 'timeout') throw new PaymentUnknown('The payment house did not answer in time')
  const entry = await queries.findEntry(db, key, now())
  if (!entry || entry.amount !== amount) return { state: 'refused', code: 'key_reused' }
  return toResult(entry)
}

type Refund = Parameters<PaymentHouse['refund']>[0]
/** One refund of a charge at a time, so that no more is given back than was taken. */
const refund = ({ workerDb, now }: LocalHouseDeps, { key, chargeKey, amount }: Refund): Promise<PaymentResult> =>
  workerDb.transaction().execute(async (tx) => {
    const taken = await queries.findEntry(tx, chargeKey, now())
    const known = await queries.findEntry(tx, key, now())
    if (known) return toResult(known)
    const isCovered = taken?.state === 'settled' && (await queries.sumRefunds(tx, chargeKey)) + amount <= taken.amount
    if (!taken || !isCovered) return { state: 'refused', code: 'refund_too_high' }
    await queries.insertEntry(tx, {
      ...{ key, token: taken.token, amount: -amount, state: 'settled', code: null, refundOf: chargeKey },
      ...{ at: now(), settlesAt: null },
    })
    return { state: 'settled' }
  })
