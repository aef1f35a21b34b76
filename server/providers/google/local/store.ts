import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

export type LocalEvent = {
  id: string
  /** Number of the change that made it so. */
  change: number
  status: 'confirmed' | 'cancelled'
  [field: string]: unknown
}
export type LocalCalendar = {
  id: string
  summary: string
  timeZone: string
  accessRole: 'owner' | 'reader'
  events: LocalEvent[]
}
export type LocalChannel = {
  id: string
  resourceId: string
  calendarId: string
  address: string
  token: string
  until: number
}
/** A person's account with its calendars; the first is the main one and has their e-mail as its id. */
export type LocalAccount = { email: string; sub: string; calendars: LocalCalendar[]; channels: LocalChannel[] }
export type LocalGrant = { refreshToken: string; email: string; scopes: string[] }

type Stored = {
  accounts: LocalAccount[]
  grants: LocalGrant[]
  /** Changes of events, counted over all calendars. */
  changes: number
  /** Sync tokens of an earlier age are refused, as Google refuses old ones. */
  age: number
  /** Events on a page, at most; absent: as many as Google has. */
  page?: number
}
const fresh = (): Stored => ({ accounts: [], grants: [], changes: 0, age: 1 })

export const secretOf = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`

export type LocalStore = ReturnType<typeof openStore>
/** What the local Google knows; `file`: where it is kept beyond the process. */
export function openStore(file: string | undefined, timeZone: string) {
  const data = read(file)
  const calendar = (id: string, summary: string): LocalCalendar => ({
    ...{ id, summary, timeZone, accessRole: 'owner', events: [] },
  })
  return {
    data,
    keep() {
      if (!file) return
      writeFileSync(`${file}.new`, JSON.stringify(data), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    /** The account with this e-mail, which begins with three calendars. */
    accountOf(email: string): LocalAccount {
      const known = data.accounts.find((one) => one.email === email)
      if (known) return known
      const made: LocalAccount = {
        ...{ email, sub: randomBytes(10).toString('hex'), channels: [] },
        calendars: [
          calendar(email, email),
          calendar(`family.${randomBytes(6).toString('hex')}@group.calendar.google.com`, 'Family'),
          {
            ...calendar(`holidays.${randomBytes(6).toString('hex')}@group.v.calendar.google.com`, 'Holidays'),
            accessRole: 'reader',
          },
        ],
      }
      data.accounts.push(made)
      return made
    },
    nextChange: () => ++data.changes,
  }
}

function read(file: string | undefined): Stored {
  if (!file) return fresh()
  try {
    return { ...fresh(), ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh()
    throw error
  }
}
