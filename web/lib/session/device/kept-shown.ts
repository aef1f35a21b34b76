/** Whether the screens may show replies that the device kept. */
let isShown = false
const listeners = new Set<() => void>()

export const isKeptShown = () => isShown
export function setKeptShown(next: boolean) {
  isShown = next
  for (const listener of listeners) listener()
}
export function subscribeKeptShown(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
