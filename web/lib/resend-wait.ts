import { useEffect, useState } from 'react'
import { CODE_RESEND_SECONDS } from '#contract/auth/auth.ts'

const SECOND_MS = 1_000

/** Seconds until a code may be sent again, counted from opening the page, when one has just been sent. */
export function useResendWait() {
  const [until, setUntil] = useState(() => Date.now() + CODE_RESEND_SECONDS * SECOND_MS)
  const [now, setNow] = useState(() => Date.now())
  const isWaiting = now < until
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  const restart = () => {
    setNow(Date.now())
    setUntil(Date.now() + CODE_RESEND_SECONDS * SECOND_MS)
  }
  return { seconds: Math.max(0, Math.ceil((until - now) / SECOND_MS)), restart }
}
