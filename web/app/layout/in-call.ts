import { useSyncExternalStore } from 'react'

/** The action that would end the call or lose what waits to be sent, run if the user confirms. Its own dialog may be closed by then. */
export type Question = { about: 'logoutInCall' | 'switchInCall' | 'logoutUnsent'; leave: () => void }

/** Null: no question open. */
let asked: Question | null = null
const listeners = new Set<() => void>()
export function askInCall(question: Question | null) {
  asked = question
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useInCallQuestion = () => useSyncExternalStore(subscribe, () => asked)
