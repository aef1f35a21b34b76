import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export type HouseSetup = {
  ref: string
  kind: 'card' | 'bank'
  returnUrl: string
  language: 'he' | 'en'
  state: 'open' | 'challenge' | 'approved' | 'refused'
  token: string | null
  behaviour: string
  card: { brand: string; last4: string; expiresMonth: string | null } | null
}
const setupColumns = sql`ref, kind, return_url as "returnUrl", language, state, token, behaviour, card`

export const insertSetup = (db: Db, setup: Omit<HouseSetup, 'token' | 'behaviour'> & { at: Date }) =>
  sql`insert into payment_house.setups (ref, kind, return_url, language, state, card, at)
    values (${setup.ref}, ${setup.kind}, ${setup.returnUrl}, ${setup.language}, ${setup.state}, ${JSON.stringify(setup.card)},
      ${setup.at.toISOString()})`.execute(db)

export async function findSetup(db: Db, ref: string) {
  const { rows } = await sql<HouseSetup>`select ${setupColumns} from payment_house.setups where ref = ${ref}`.execute(
    db,
  )
  return rows[0]
}

type Answer = Pick<HouseSetup, 'state' | 'token' | 'behaviour' | 'card'>
/** Answers a set-up that is not answered yet; returns whether it was. */
export async function answerSetup(db: Db, ref: string, { state, token, behaviour, card }: Answer) {
  const { numAffectedRows } = await sql`update payment_house.setups
    set state = ${state}, token = ${token}, behaviour = ${behaviour}, card = ${JSON.stringify(card)}
    where ref = ${ref} and state in ('open', 'challenge')`.execute(db)
  return numAffectedRows === 1n
}

export async function findByToken(db: Db, token: string) {
  const { rows } = await sql<HouseSetup>`select ${setupColumns} from payment_house.setups
    where token = ${token} and state = 'approved'`.execute(db)
  return rows[0]
}

export type HouseEntry = {
  key: string
  token: string
  amount: number
  state: 'settled' | 'pending' | 'refused'
  code: string | null
  refundOf: string | null
  settlesAt: string | null
}
/** Keeps the first entry of a key. */
export const insertEntry = (db: Db, entry: HouseEntry & { at: Date }) =>
  sql`insert into payment_house.ledger (key, token, amount, state, code, refund_of, at, settles_at)
    values (${entry.key}, ${entry.token}, ${entry.amount}, ${entry.state}, ${entry.code}, ${entry.refundOf},
      ${entry.at.toISOString()}, ${entry.settlesAt}) on conflict (key) do nothing`.execute(db)

/** An entry as it is at a moment: what was pending settles at its time. */
export async function findEntry(db: Db, key: string, now: Date) {
  await sql`update payment_house.ledger set state = 'settled'
    where key = ${key} and state = 'pending' and settles_at <= ${now.toISOString()}`.execute(db)
  const { rows } = await sql<HouseEntry>`select key, token, amount, state, code, refund_of as "refundOf",
      settles_at as "settlesAt" from payment_house.ledger where key = ${key}`.execute(db)
  return rows[0]
}

export async function sumRefunds(db: Db, chargeKey: string) {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(-amount), 0)::bigint as sum from payment_house.ledger
    where refund_of = ${chargeKey} and state <> 'refused'`.execute(db)
  return Number(rows[0]?.sum ?? 0)
}

/** What the house took and gave back, to compare with the ledger of Leadline. */
export async function sumSettled(db: Db, keys?: readonly string[]) {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::bigint as sum from payment_house.ledger
    where state = 'settled' ${keys ? sql`and key = any(${keys}::text[])` : sql``}`.execute(db)
  return Number(rows[0]?.sum ?? 0)
}
