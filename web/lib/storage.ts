import { useSyncExternalStore } from 'react'
import { type Language, languages, PAGE_SIZE, PAGE_SIZES } from '#contract/constants.ts'

/** What this device remembers. Every key of local and session storage is named here and nowhere else. */
type Stored<T> = {
  get: () => T
  set: (value: T) => void
  /** Also called when another tab changed it. */
  subscribe: (listener: () => void) => () => void
}

type Shape<T> = { read: (text: string | null) => T; write: (value: T) => string | null }

const listeners = new Map<string, Set<() => void>>()
const notify = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener()
}
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => (key === null ? [...listeners.keys()].forEach(notify) : notify(key)))

/** `memory` has what could not be stored: it may be forbidden or full (private windows). null: gone, but still stored. */
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
/** null: as the system has it. */
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
  /** The business last worked in, on this device. */
  businessId: stored(local, 'businessId', asText),
  language: stored(local, 'language', asLanguage),
  /** The language was chosen here by the person who is signed in, and the server has not confirmed it yet. */
  languageUnsaved: stored(local, 'languageUnsaved', asFlag),
  darkMode: stored(local, 'darkMode', asDarkMode),
  /** An away person's browser does not ring. */
  phoneAway: stored(local, 'phoneAway', asFlag),
  /** The business last seen with a phone in the browser: its place is kept before the server is asked. */
  phoneBusinessId: stored(local, 'phoneBusinessId', asText),
  /** The call of the phone in a window of this browser, as `useTellLine` writes it. */
  phoneCall: stored(local, 'phoneCall', asText),
  /** The call in which this tab's page was left, as `leaveTalk` writes it: a page that is loaded again takes it up. */
  phoneLeft: stored(session, 'phoneLeft', asText),
  /** Devices of calls; null: the system's. */
  microphone: stored(local, 'microphone', asText),
  speaker: stored(local, 'speaker', asText),
  menuFolded: stored(local, 'menuFolded', asFlag),
  /** This tab's own business and campaign: two tabs may work in two businesses. */
  tabBusinessId: stored(session, 'businessId', asText),
  campaignId: stored(session, 'campaignId', asText),
  /** A newly created campaign whose number set-up is still pending. */
  newCampaign: stored(session, 'newCampaign', asText),
  /** On the way to Google and back: only the tab that went comes in. */
  googleTrip: stored(session, 'googleTrip', asText),
  /** What was typed into a form before the page was loaded again. */
  draft: (formId: string) => stored(session, `draft.${formId}`, asValues),
  /** Rows a page, kept per table (specification, section 3). */
  pageSize: (table: string) => stored(local, `pageSize.${table}`, asPageSize),
}

/** Specification, section 4: switching the business clears the session storage. */
export const clearSessionStorage = () => {
  session.memory.clear()
  try {
    session.storage().clear()
  } catch {
    // Nothing was ever stored there.
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
