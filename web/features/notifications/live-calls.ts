import { useSyncExternalStore } from 'react'
import { topicOf } from '#contract/events/live.ts'
import type { LiveSignal } from '../../lib/http/live.ts'

/** The leads of calls that have begun and not ended, by call. */
const leads = new Map<string, string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps track of calls by their live events. */
export function followCalls(message: LiveSignal) {
  if (message.kind === 'resync') leads.clear()
  else if (message.kind !== 'change' || topicOf(message.event) !== 'call') return
  else {
    const { name, callId, leadId } = message.event
    if (name === 'call.started' && callId && leadId) leads.set(callId, leadId)
    if (name === 'call.ended' && callId) leads.delete(callId)
  }
  for (const listener of listeners) listener()
}

export const isInCall = (leadId: string | undefined) => leadId !== undefined && [...leads.values()].includes(leadId)
export const useIsInCall = (leadId: string | undefined) => useSyncExternalStore(subscribe, () => isInCall(leadId))
