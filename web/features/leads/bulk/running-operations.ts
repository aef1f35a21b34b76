import { useSyncExternalStore } from 'react'
import type { Operation } from '#contract/operations.ts'

/** Operations begun on this page that have not ended yet, in the order in which they were begun. */
let running: readonly Operation[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Operation[]) => {
  running = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function show(operation: Operation) {
  const known = running.some(({ _id }) => _id === operation._id)
  set(known ? running.map((one) => (one._id === operation._id ? operation : one)) : [...running, operation])
}
export const forget = (id: string) => set(running.filter(({ _id }) => _id !== id))

export const useRunningOperations = () => useSyncExternalStore(subscribe, () => running)
