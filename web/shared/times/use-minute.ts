import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

function subscribe(wake: () => void) {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        wake()
        wait()
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
const readMinute = () => Math.floor(Date.now() / MINUTE_MS)

/** The beginning of the present minute; the component renders again with each. */
export const useMinute = () => new Date(useSyncExternalStore(subscribe, readMinute) * MINUTE_MS)
