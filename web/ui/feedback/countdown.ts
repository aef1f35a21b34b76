import { useEffect, useRef, useState } from 'react'

/** A timer that pauses during hover and while the focus is inside. */
export function useCountdown(ms: number, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isHovered || isFocused
  const left = useRef(ms)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (isPaused) return
    const started = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - started
    }
  }, [isPaused])
  const handlers = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return { isPaused, handlers }
}
