import { useEffect, useState } from 'react'

const TICK_MS = 1_000
const two = (value: number) => String(value).padStart(2, '0')

/** Duration of the conversation: 3:07. */
export function TalkTime({ since }: { since: number | null }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - (since ?? now)) / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  return (
    <bdi dir="ltr" role="timer">
      {hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`}
    </bdi>
  )
}
