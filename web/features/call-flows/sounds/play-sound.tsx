import { ActionIcon } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/http/call.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

type Props = { name: string; address: () => Promise<string> }

/** Plays a recording, and stops with its row. */
export function PlaySound({ name, address }: Props) {
  const { t } = useTranslation('call-flows')
  const [isPlaying, setPlaying] = useState(false)
  const audio = useRef<HTMLAudioElement | null>(null)
  const stop = () => {
    audio.current?.pause()
    audio.current = null
    setPlaying(false)
  }
  useEffect(() => () => audio.current?.pause(), [])
  const play = async () => {
    // Made before the address is there: browsers allow sound at the press only.
    const player = new Audio()
    audio.current = player
    player.addEventListener('ended', stop)
    setPlaying(true)
    try {
      player.src = await address()
      if (audio.current === player) await player.play()
    } catch (error) {
      if (audio.current !== player) return
      stop()
      toast.error(error instanceof ApiError ? error.message : t('sounds.notPlayed'))
    }
  }
  const Icon = isPlaying ? IconPlayerStopFilled : IconPlayerPlayFilled
  return (
    <ActionIcon
      aria-label={t(isPlaying ? 'sounds.stop' : 'sounds.play', { name })}
      onClick={() => (isPlaying ? stop() : void play())}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
