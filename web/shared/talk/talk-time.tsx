import { useSeconds } from '../../ui/feedback/timing.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Duration of the conversation: 3:07. */
export function TalkTime({ since }: { since: number | null }) {
  const now = useSeconds()
  const seconds = since === null ? 0 : Math.max(0, now - Math.floor(since / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  return (
    <bdi dir="ltr" role="timer">
      {hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`}
    </bdi>
  )
}
