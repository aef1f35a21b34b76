import { useSyncExternalStore } from 'react'
import { type Language, languages, PAGE_SIZE, PAGE_SIZES } from '#contract/constants.ts'
import type { HistoryOrder } from '#contract/leads/history/lead-history.ts'

/** Values stored on this device. All keys of local and session storage are defined here. */
type Stored<T> = {
  get: () => T
  set: (value: T) => void
  /** Also called for changes by another tab. */
  subscribe: (listener: () => void) => () => void
}

type Shape<T> = { read: (text: string | null) => T; write: (value: T) => string | null }

const listeners = new Map<string, Set<() => void>>()
const notify = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener()
}
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => (key === null ? [...listeners.keys()].forEach(notify) : notify(key)))

/** `memory` holds what could not be stored (private windows, full). null: deleted, but still in storage. */
type Area = { storage: () => Storage; memory: Map<string, string | null> }

const read = ({ storage, memory }: Area, key: string) => {
  const kept = memory.get(key)
  if (kept !== undefined) return kept
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}
const write = ({ storage, memory }: Area, key: string, value: string | null) => {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

const stored = <T>(area: Area, key: string, shape: Shape<T>): Stored<T> => ({
  get: () => shape.read(read(area, key)),
  set: (value) => {
    write(area, key, shape.write(value))
    notify(key)
  },
  subscribe: (listener) => {
    const own = listeners.get(key) ?? new Set()
    listeners.set(key, own.add(listener))
    return () => own.delete(listener)
  },
})

const local: Area = { storage: () => window.localStorage, memory: new Map() }
const session: Area = { storage: () => window.sessionStorage, memory: new Map() }
const asText: Shape<string | null> = { read: (text) => text, write: (value) => value }
const asFlag: Shape<boolean> = { read: (text) => text === 'true', write: String }
const asLanguage: Shape<Language> = {
  read: (text) => languages.find((language) => language === text) ?? languages[0],
  write: (value) => value,
}
const asPageSize: Shape<number> = {
  read: (text) => PAGE_SIZES.find((size) => String(size) === text) ?? PAGE_SIZE,
  write: String,
}
const asHistoryOrder: Shape<HistoryOrder> = {
  read: (text) => (text === 'oldest' ? text : 'newest'),
  write: (value) => value,
}
/** null: the system's scheme. */
const asDarkMode: Shape<boolean | null> = {
  read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  write: (value) => (value === null ? null : String(value)),
}

const asValues: Shape<object | null> = {
  read: (text) => {
    try {
      return text === null ? null : JSON.parse(text)
    } catch {
      return null
    }
  },
  write: (value) => (value === null ? null : JSON.stringify(value)),
}

export const storage = {
  token: stored(local, 'token', asText),
  /** The last used business on this device. */
  businessId: stored(local, 'businessId', asText),
  language: stored(local, 'language', asLanguage),
  /** The signed-in user chose a language here that the server has not confirmed yet. */
  languageUnsaved: stored(local, 'languageUnsaved', asFlag),
  darkMode: stored(local, 'darkMode', asDarkMode),
  /** Away: the user's browser does not ring. */
  phoneAway: stored(local, 'phoneAway', asFlag),
  /** The last business with a softphone, whose place is reserved before the server replies. */
  phoneBusinessId: stored(local, 'phoneBusinessId', asText),
  /** The call in a window of this browser, written by `useTellLine`. */
  phoneCall: stored(local, 'phoneCall', asText),
  /** The call during which this tab's page was unloaded, written by `leaveTalk`: a reloaded page resumes it. */
  phoneLeft: stored(session, 'phoneLeft', asText),
  /** Calls of this tab that ended and are not noted yet, with what was typed; written by `kept-calls.ts`. */
  callsToNote: stored(session, 'callsToNote', asText),
  /** Audio devices of calls; null: the system's default. */
  microphone: stored(local, 'microphone', asText),
  speaker: stored(local, 'speaker', asText),
  menuFolded: stored(local, 'menuFolded', asFlag),
  /** The menu key of the last visited page of the business's settings. */
  settingsPage: (businessId: string) => stored(local, `settingsPage.${businessId}`, asText),
  /** The last opened list of leads, where the app begins without a network. */
  leadsPath: stored(local, 'leadsPath', asText),
  /** The business and campaign of this tab: two tabs may show two businesses. */
  tabBusinessId: stored(session, 'businessId', asText),
  campaignId: stored(session, 'campaignId', asText),
  /** A newly created campaign whose number set-up is still pending. */
  newCampaign: stored(session, 'newCampaign', asText),
  /** The pending Google sign-in: only the tab that started it may complete it. */
  googleTrip: stored(session, 'googleTrip', asText),
  /** The pending way to Meta's consent page: only the tab that began it may complete it. */
  whatsAppTrip: stored(session, 'whatsAppTrip', asText),
  /** The ticket of the way to Google to connect a calendar, for the way back. */
  calendarTrip: stored(session, 'calendarTrip', asText),
  /** When this tab loaded its page again for a new version of the server. */
  reloadedAt: stored(session, 'reloadedAt', asText),
  /** Values typed into a form before a reload. */
  draft: (formId: string) => stored(session, `draft.${formId}`, asValues),
  /** The order of the history of leads that was chosen last. */
  historyOrder: stored(local, 'historyOrder', asHistoryOrder),
  /** Rows per page of each table (specification, section 3). */
  pageSize: (table: string) => stored(local, `pageSize.${table}`, asPageSize),
}

/** Specification, section 4: switching the business clears session storage. */
export const clearSessionStorage = () => {
  session.memory.clear()
  try {
    session.storage().clear()
  } catch {
    // Storage is not available, so nothing was stored.
  }
}

const pageSizes = new Map<string, Stored<number>>()

export function useStored<T extends string | number | boolean | null>(value: Stored<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(value.subscribe, value.get), value.set]
}

export function usePageSize(table: string) {
  const existing = pageSizes.get(table) ?? storage.pageSize(table)
  pageSizes.set(table, existing)
  return useStored(existing)
}
