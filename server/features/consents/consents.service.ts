import type { MessageChannel, MessagePurpose } from '#contract/leads/conversations/message-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './consents.queries.ts'
import { type ConsentSource, closedWith, isAboutAdvertising } from './consents.rules.ts'
import { contactHash } from './contact-hash.ts'

export type { ActRow } from './consents.queries.ts'

type Hashing = { env: { secretKey: string } }

/** All that is known of these contacts, the newest first; of a contact that was erased only its withdrawals. */
export const findActs = ({ env }: Hashing, db: Db, businessId: string, contacts: readonly string[]) =>
  queries.listActs(db, businessId, {
    contacts,
    hashes: contacts.map((contact) => contactHash(env.secretKey, businessId, contact)),
  })

/** Holds the contact until the transaction ends, so that no message passes the gate beside a withdrawal. */
export const lockContact = queries.lockContact

type Act = {
  contact: string
  channel: MessageChannel
  purpose: MessagePurpose
  act: 'given' | 'withdrawn'
  source: ConsentSource
  wording?: string
  note?: string
  userId?: string | undefined
  ip?: string | undefined
  /** Absent: now. */
  at?: Date | undefined
}

/** Stores what a person agreed to or withdrew, in the transaction that must know it. */
export async function storeAct(tx: Db, businessId: string, act: Act): Promise<void> {
  await queries.lockContact(tx, businessId, act.contact)
  await queries.insertActs(tx, businessId, [rowOf(act)])
}

/** Closes or opens advertising to a phone or an address, on all channels that reach it. */
export async function storeActOfPerson(tx: Db, businessId: string, act: Omit<Act, 'purpose'>): Promise<void> {
  await queries.lockContact(tx, businessId, act.contact)
  const rows = closedWith(act.channel).map((channel) => rowOf({ ...act, channel, purpose: 'advertising' }))
  await queries.insertActs(tx, businessId, rows)
}

const rowOf = ({ userId, ip, wording = '', note = '', at, ...act }: Act): queries.NewAct => ({
  id: newId(),
  ...act,
  wording,
  note,
  user_id: userId ?? null,
  ip: ip ?? null,
  ...(at && { at: at.toISOString() }),
})

type Accepted = { phone: string | null; email: string | null; wording: string }
/** Stores the text that a visitor accepted in a form, if it says that it is about advertising. */
export async function storeFormConsent(tx: Db, businessId: string, { phone, email, wording }: Accepted) {
  if (!isAboutAdvertising(wording)) return
  const act = { act: 'given', source: 'form', wording } as const
  if (phone) await storeActOfPerson(tx, businessId, { ...act, contact: phone, channel: 'sms' })
  if (email) await storeActOfPerson(tx, businessId, { ...act, contact: email, channel: 'email' })
}
