import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconHourglass, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './play-button.module.css'
import { keyOfTrack, type Track, togglePlay, useIsHeard } from './player.ts'

type Props = {
  /** State of the recording; null if there is none or no right to it. */
  state: 'announced' | 'stored' | 'absent' | 'failed' | 'purged' | null
  track: () => Track
  /** The other party, for screen readers. */
  name: string
  isLarge?: boolean
}

/** Plays the recording of a call, or explains why it cannot be played. */
export function PlayButton({ state, track, name, isLarge }: Props) {
  const { t } = useTranslation('calls')
  if (state === 'stored') return <Play {...{ track, name, isLarge }} />
  const word = state === 'announced' ? t('recording.preparing') : state === 'failed' ? t('recording.failed') : undefined
  if (!word) return <span className={classes.none}>—</span>
  const WordIcon = state === 'announced' ? IconHourglass : IconAlertTriangle
  return (
    <span className={classes.none} role="img" aria-label={word} title={word}>
      <WordIcon size={16} stroke={1.75} aria-hidden />
    </span>
  )
}

function Play({ track, name, isLarge }: Pick<Props, 'track' | 'name'> & { isLarge: boolean | undefined }) {
  const { t } = useTranslation('calls')
  const about = track()
  const isHeard = useIsHeard(keyOfTrack(about))
  const PlayIcon = isHeard ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <ActionIcon
      className={classes.play}
      data-large={isLarge || undefined}
      data-heard={isHeard || undefined}
      aria-label={isHeard ? t('player.pause') : t('player.playOf', { name })}
      aria-pressed={isHeard}
      onClick={(event) => {
        event.stopPropagation()
        togglePlay(about)
      }}
    >
      <PlayIcon size={isLarge ? 20 : 12} aria-hidden />
    </ActionIcon>
  )
}
