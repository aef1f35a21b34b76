import { useMemo } from 'react'
import type { RingingCall } from '#contract/calls/softphone.ts'
import { newKey } from '../../../lib/http/idempotency-key.ts'
import { storage, useStored } from '../../../lib/storage.ts'

/** What the person enters; null: as it is. */
export type CallNotes = {
  name: string | null
  statusId: string | null
  lostReason: string
  /** The sale amount as typed. */
  amount: string
  note: string
  /** When to call back, in ISO 8601. */
  callBackAt: string | null
}
export const NO_NOTES: CallNotes = {
  ...{ name: null, statusId: null, lostReason: '', amount: '', note: '', callBackAt: null },
}

/** A call of this tab that ended and is to be noted. */
export type KeptCall = {
  callId: string
  businessId: string
  userId: string
  /** As the provider showed the other party. */
  peer: string
  /** Length of the conversation. */
  seconds: number
  endedAt: number
  /** What was known of the call, so that it can be noted without a network. */
  shown: RingingCall | null
  notes: CallNotes
  /** The idempotency key of each request, with its body: pressing again after a lost reply does nothing twice. */
  keys: Record<string, { body: string; key: string }>
}

/** Older ones are dropped: they were left for many calls. */
const KEPT_MAX = 5

function read(text: string | null): KeptCall[] {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
const { callsToNote } = storage
const list = () => read(callsToNote.get())
const write = (calls: KeptCall[]) => callsToNote.set(calls.length > 0 ? JSON.stringify(calls) : null)

/** The calls of the person in the business, the newest first. */
export function useKeptCalls(businessId: string, userId: string): KeptCall[] {
  const [text] = useStored(callsToNote)
  return useMemo(
    () => read(text).filter((one) => one.businessId === businessId && one.userId === userId),
    [text, businessId, userId],
  )
}

/** Keeps an ended call; one that is known, because its page was reloaded meanwhile, keeps its notes. */
export function keepCall(call: Omit<KeptCall, 'notes' | 'keys'>) {
  const calls = list()
  const known = calls.find(({ callId }) => callId === call.callId)
  const others = calls.filter((one) => one !== known)
  const { notes, keys } = known ?? { notes: NO_NOTES, keys: {} }
  write([{ ...call, shown: call.shown ?? known?.shown ?? null, notes, keys }, ...others].slice(0, KEPT_MAX))
}

/** Brings a dismissed call back as it was. */
export const returnCall = (call: KeptCall) => write([call, ...list()].slice(0, KEPT_MAX))

export const noteCall = (callId: string, notes: Partial<CallNotes>) =>
  write(list().map((one) => (one.callId === callId ? { ...one, notes: { ...one.notes, ...notes } } : one)))

export const dropCall = (callId: string) => write(list().filter((one) => one.callId !== callId))

/** The key of a request of this call: the same until its body changes, also after a reload. */
export function keyOf(callId: string, kind: string, body: object): string {
  const text = JSON.stringify(body)
  const known = list().find((one) => one.callId === callId)?.keys[kind]
  if (known?.body === text) return known.key
  const key = newKey()
  write(
    list().map((one) => (one.callId === callId ? { ...one, keys: { ...one.keys, [kind]: { body: text, key } } } : one)),
  )
  return key
}
