import { useSyncExternalStore } from 'react'
import type { Operation } from '#contract/leads/operations.ts'

/** Running operations that this browser tab started, oldest first. */
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

export function showRunning(operation: Operation) {
  const known = running.some(({ _id }) => _id === operation._id)
  set(known ? running.map((one) => (one._id === operation._id ? operation : one)) : [...running, operation])
}
export const hideRunning = (id: string) => set(running.filter(({ _id }) => _id !== id))

export const useRunningOperations = () => useSyncExternalStore(subscribe, () => running)
