import type { Db } from '../platform/db/db.ts'

/** The person behind leads of a business: their leads, and the phones and addresses that identify other data. */
export type Person = { leadIds: readonly string[]; contacts: readonly string[] }
export type ErasureTarget = Person & {
  /** The contacts as they are found in text of any format. */
  matchTexts: readonly string[]
  /** The names of the leads before their erasure. */
  names: readonly string[]
  at: string
  /** A keyed hash of a contact, which remains of a withdrawal. */
  hashOf: (contact: string) => string
}
export type Account = {
  userId: string
  email: string
  phone: string | null
  emailVerifiedAt: string | null
  phoneVerifiedAt: string | null
}
/** A user, and those of their addresses that a business knows. */
export type KnownUser = { userId: string; name: string; email: string | null; phone: string | null }
/** The user's newest rows in a business. */
export type OwnRows = { userId: string; most: number }

/** Only the worker's role can read messages. */
type Dbs = { db: Db; workerDb: Db }
/** With readable names, as exported to the file. */
type Rows = Promise<readonly unknown[]>

/** The data that a feature holds about persons behind leads. */
export type PersonData = {
  /**
   * Erases the data. Runs as the worker's role, in one transaction with all other features, in any order and any number
   * of times. Returns 'ongoing' if more data of the person will arrive.
   */
  erase?: (tx: Db, businessId: string, target: ErasureTarget) => Promise<unknown>
  /** Sections of the person's file. */
  export?: Record<string, (dbs: Dbs, businessId: string, person: Person) => Rows>
  /** Stored files to include in the person's export, with their names in it. */
  files?: (db: Db, businessId: string, person: Person) => Promise<readonly { file: string; name: string }[]>
}

/** The data that a feature holds about users, in all businesses that ever knew them; read by the worker's role. */
export type AccountData = {
  /** Tables whose rows belong to a single user, by `user_id`. */
  tables?: readonly string[]
  erase?: (tx: Db, account: Account, at: string) => Promise<unknown>
  eraseInBusiness?: (tx: Db, businessId: string, user: KnownUser) => Promise<unknown>
  /** Sections of the user's file. */
  export?: Record<string, (db: Db, account: Account) => Rows>
  exportInBusiness?: Record<string, (db: Db, businessId: string, own: OwnRows) => Rows>
}

/**
 * Phone and e-mail of an account, once proved by a code, a link or Google; null: not proved. Unproved ones may belong
 * to another person.
 */
export const provedOf = ({ email, phone, emailVerifiedAt, phoneVerifiedAt }: Account) => ({
  email: emailVerifiedAt === null ? null : email,
  phone: phoneVerifiedAt === null ? null : phone,
})
