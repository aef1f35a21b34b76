import { useEffect, useInsertionEffect, useRef } from 'react'

/** What mounted components hold in common, in order of mounting; each is read as of its last render. */
export type Mounted<T> = Set<() => T>

/** Puts a value in the set while the component is mounted and `isOn`. */
export function useMounted<T>(all: Mounted<T>, value: T, isOn = true) {
  const latest = useRef(value)
  // Not while rendering: a render may be thrown away.
  useInsertionEffect(() => {
    latest.current = value
  })
  useEffect(() => {
    if (!isOn) return
    const read = () => latest.current
    all.add(read)
    return () => void all.delete(read)
  }, [all, isOn])
}
