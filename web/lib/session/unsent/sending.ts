import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../http/call.ts'
import { newKey } from '../../http/idempotency-key.ts'
import { subscribeLive } from '../../http/live.ts'
import { queryKeys } from '../../query-keys.ts'
import { storage } from '../../storage.ts'
import { tokenUser } from '../device/token-user.ts'
import type { Act, NewAct, Sent } from './act.ts'
import { sendAct } from './routes.ts'
import { type Outcome, sendInOrder } from './send-in-order.ts'
import { showChanges } from './shown-changes.ts'
import { actStore } from './store.ts'

const NAME = 'leadline-unsent'
const AGAIN_MS = 10_000
/** A phone that was lost must not keep texts for ever. */
const KEPT_DAYS = 14
const DAY_MS = 24 * 3_600_000
/** The server is away or busy: the act waits, as without a network. */
const PASSES = [401, 429, 502, 503, 504]

let acts: readonly Act[] = []
const listeners = new Set<() => void>()
/** Acts that a screen of this tab waits for, and shows by itself meanwhile. */
type Waiting = { resolve: (sent: Sent<unknown>) => void; reject: (error: unknown) => void }
const awaited = new Map<string, Waiting>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
let client: QueryClient | undefined

export const isPossible = () => typeof indexedDB !== 'undefined'
export const listUnsent = () => acts
export function subscribeUnsent(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads what waits of this person, and shows it. */
async function refresh() {
  const userId = tokenUser()
  // Opening the database would create it for a person who is not signed in.
  const stored = userId ? await actStore.list() : []
  for (const one of stored) if (Date.now() - one.at > KEPT_DAYS * DAY_MS) await actStore.remove(one.order)
  acts = stored.filter((one) => one.userId === userId && !awaited.has(one.id))
  if (client)
    showChanges(
      client,
      stored.filter((one) => one.userId === userId),
    )
  for (const listener of listeners) listener()
}
async function changed() {
  channel?.postMessage(null)
  await refresh()
}

const errors = new Map<string, unknown>()
async function outcomeOf(act: Act): Promise<Outcome> {
  try {
    return { kind: 'done', reply: await sendAct(act, act.userId) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, status, message } = error
    if (code === 'network' || code === 'request_running' || PASSES.includes(status)) return { kind: 'lost' }
    errors.set(act.id, error)
    return { kind: 'refused', refusal: { code, message } }
  }
}

/** Gives the outcome to the screen that waits for it, if there is one in this tab. */
function onEnd({ id, businessId }: Act, outcome: Exclude<Outcome, { kind: 'lost' }>): boolean {
  const waiting = awaited.get(id)
  awaited.delete(id)
  if (outcome.kind === 'done') waiting?.resolve({ isKept: false, reply: outcome.reply })
  else waiting?.reject(errors.get(id))
  errors.delete(id)
  if (!waiting && client)
    for (const queryKey of [queryKeys.leads(businessId), queryKeys.followUps(businessId)])
      void client.invalidateQueries({ queryKey })
  return waiting !== undefined
}

/** Web Locks require https or localhost; of several tabs one sends. */
const alone = <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(NAME, act) : act()

let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | undefined
async function send() {
  const userId = tokenUser()
  if (!userId) return
  clearTimeout(timer)
  const left = await alone(() => sendInOrder({ store: actStore, userId, send: outcomeOf, onEnd, now: Date.now })).catch(
    (error: unknown) => {
      console.warn(error)
      return 'lost' as const
    },
  )
  // What another tab sent meanwhile, and what waits on, is no longer shown by the screens that began it.
  const stored = new Set((await actStore.list()).map(({ id }) => id))
  for (const [id, { resolve }] of [...awaited]) {
    if (left === 'empty' && stored.has(id)) continue
    awaited.delete(id)
    resolve({ isKept: true })
  }
  if (left === 'lost') timer = setTimeout(() => void sendUnsent(), AGAIN_MS)
  await changed()
}
/** Sends what waits; what is added meanwhile is sent, too. */
export function sendUnsent(): Promise<void> {
  running = (running ?? Promise.resolve()).then(send)
  return running
}

/**
 * Stores an act on the device and sends it behind those that wait. Resolves with its reply, or when there is no answer;
 * throws ApiError if it is refused, which the caller shows with what was typed.
 */
export async function sendSafely<T>(act: NewAct): Promise<Sent<T>> {
  const userId = tokenUser()
  const isStored =
    isPossible() &&
    userId !== undefined &&
    (await actStore.add({ ...act, userId, at: Date.now() }).then(
      () => true,
      () => false,
    ))
  // Where nothing can be stored, as in some private windows, it is sent as it is.
  if (!isStored) return { isKept: false, reply: (await sendAct(act)) as T }
  const sent = new Promise<Sent<T>>((resolve, reject) => {
    awaited.set(act.id, { resolve: (one) => resolve(one as Sent<T>), reject })
  })
  void sendUnsent()
  return sent
}

/** Sends a refused act again; one that was in conflict no longer expects the values that the person saw. */
export async function retryUnsent(act: Act) {
  const { refusal, triedAt: _, ...again } = act
  const isConflict = act.kind === 'change' && refusal?.code === 'changed_meanwhile'
  // Refused requests are not stored by the server, and an unsure one is sent as a new one because the person says so.
  const next = { ...again, id: newKey() } as Act
  await actStore.put(isConflict && next.kind === 'change' ? { ...next, body: { ...next.body, expected: {} } } : next)
  await changed()
  await sendUnsent()
}

export async function discardUnsent({ order, businessId }: Act) {
  await actStore.remove(order)
  await changed()
  await client?.invalidateQueries({ queryKey: queryKeys.leads(businessId) })
}

/** Whether something of the person waits on this device. */
export async function hasUnsent(): Promise<boolean> {
  if (!isPossible()) return false
  const userId = tokenUser()
  return userId !== undefined && (await actStore.list()).some((one) => one.userId === userId)
}

/** Shows and sends what waits from now on: after a restart of the app, too. */
export function startSending(queryClient: QueryClient) {
  if (client || !isPossible()) return
  client = queryClient
  const again = () => void sendUnsent().catch(console.warn)
  window.addEventListener('online', again)
  subscribeLive((message) => {
    if (message.kind === 'state' && message.connected && acts.length > 0) again()
  })
  channel?.addEventListener('message', () => void refresh().catch(console.warn))
  // Signed out, or another person, or the same one again: each sees and sends what is theirs.
  let userId = tokenUser()
  storage.token.subscribe(() => {
    if (tokenUser() === userId) return
    userId = tokenUser()
    void refresh().then(again, console.warn)
  })
  void refresh().then(again, console.warn)
}
