import { useEffect, useInsertionEffect, useRef } from 'react'

/** Values shared by mounted components, in mounting order; each is read as of its last render. */
export type Mounted<T> = Set<() => T>

/** Keeps a value in the set while the component is mounted and `isOn`. */
export function useMounted<T>(all: Mounted<T>, value: T, isOn = true) {
  const latest = useRef(value)
  // Not during rendering, because a render may be discarded.
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
