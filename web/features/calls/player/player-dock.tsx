import { ActionIcon, Select } from '@mantine/core'
import {
  IconDownload,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/values/phones.ts'
import { formatClock } from '../../../lib/i18n/format.ts'
import { useCurrentBusinessId } from '../../../lib/session/current-business.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import {
  keyOfTrack,
  setPlaying,
  stopPlaying,
  type Track,
  togglePlay,
  usePlayer,
} from '../../../shared/player/player.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { useDownload } from '../call/recording-row.tsx'
import { loadPeaks } from './peaks.ts'
import classes from './player-dock.module.css'
import { closeEngine, useEngine } from './use-engine.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { Wave } from './wave.tsx'

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
const JUMP_SECONDS = 10
const DOCK_HEIGHT = '--player-height'

/** The player at the bottom of the frame: playback continues during navigation. */
export function PlayerDock() {
  const { track, isPlaying } = usePlayer()
  // In another business the URL of a recording cannot be renewed.
  const isHere = useCurrentBusinessId() === track?.businessId
  useEffect(() => {
    if (!track) closeEngine()
    else if (!isHere) stopPlaying()
  }, [track, isHere])
  if (!track) return null
  return <Dock key={keyOfTrack(track)} track={track} isPlaying={isPlaying} />
}

function Dock({ track, isPlaying }: { track: Track; isPlaying: boolean }) {
  const { t } = useTranslation('calls')
  const isNarrow = useNarrow()
  const { engine, sound } = useEngine(track, isPlaying)
  const [speed, setSpeed] = useState(1)
  const [muted, setMuted] = useState([false, false])
  const download = useDownload()
  const { data: peaks } = useQuery({
    queryKey: ['peaks', keyOfTrack(track)],
    enabled: sound.url !== null,
    queryFn: async ({ signal }) => (await loadPeaks(sound.url ?? '', signal)) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

  const toggle = () => togglePlay(track)
  const jump = (seconds: number) => engine.seek(sound.at + seconds)
  const mute = (lane: number) => {
    const next = muted.map((isMuted, at) => (at === lane ? !isMuted : isMuted))
    setMuted(next)
    engine.setMuted(lane, next[lane] ?? false)
  }
  usePlayerKeys(() => setPlaying(!isPlaying))

  const seconds = sound.seconds ?? 0
  const lanes = Math.min(track.channels, 2)
  const names = [t('player.caller'), track.answeredBy ?? t('player.answerer')]
  const PlayIcon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <section className={classes.dock} ref={publishHeight} aria-label={t('player.title')}>
      <Who track={track} />
      <ActionIcon
        variant="filled"
        className={classes.play}
        aria-label={isPlaying ? t('player.pause') : t('player.play')}
        onClick={toggle}
      >
        <PlayIcon size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.sound}>
        {lanes === 2 && (
          <div className={classes.lanes}>
            {names.map((name, lane) => {
              const label = t(muted[lane] ? 'player.unmute' : 'player.mute', { name })
              const VolumeIcon = muted[lane] ? IconVolumeOff : IconVolume
              return (
                <button
                  type="button"
                  // biome-ignore lint/suspicious/noArrayIndexKey: lanes are identified by their position.
                  key={lane}
                  className={classes.lane}
                  aria-label={label}
                  title={label}
                  aria-pressed={muted[lane] ?? false}
                  onClick={() => mute(lane)}
                >
                  <UserText cut>{name}</UserText>
                  <VolumeIcon size={14} stroke={2} aria-hidden />
                </button>
              )
            })}
          </div>
        )}
        <div className={classes.wave}>
          <Wave {...{ peaks, lanes, muted, seconds }} at={sound.at} onSeek={(to) => engine.seek(to)} />
          <div className={classes.times} dir="ltr">
            <span data-player-at>{formatClock(sound.at)}</span>
            <span role="status" className={classes.said}>
              {sound.isFailed ? t('player.failed') : isPlaying && sound.isWaiting ? t('player.loading') : ''}
            </span>
            <span>{formatClock(seconds)}</span>
          </div>
        </div>
      </div>
      <div className={classes.tools} dir="ltr">
        <ActionIcon aria-label={t('player.back')} title={t('player.back')} onClick={() => jump(-JUMP_SECONDS)}>
          <IconRewindBackward10 size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('player.forward')} title={t('player.forward')} onClick={() => jump(JUMP_SECONDS)}>
          <IconRewindForward10 size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <Select
          className={classes.speed}
          size="xs"
          aria-label={t('player.speed', { speed: `${speed}×` })}
          data={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
          value={String(speed)}
          allowDeselect={false}
          comboboxProps={{ position: 'top' }}
          onChange={(value) => {
            setSpeed(Number(value))
            engine.setRate(Number(value))
          }}
        />
        {!isNarrow && (
          <ActionIcon
            aria-label={t('recording.download')}
            title={t('recording.download')}
            loading={download.isPending}
            onClick={() => download.mutate(track)}
          >
            <IconDownload size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon aria-label={t('player.close')} title={t('player.close')} onClick={stopPlaying}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </section>
  )
}

/** Publishes the height of the dock, so that content behind it keeps that space free. */
function publishHeight(dock: HTMLElement | null) {
  if (!dock) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(DOCK_HEIGHT, `${dock.offsetHeight}px`))
  observer.observe(dock)
  return () => {
    observer.disconnect()
    style.removeProperty(DOCK_HEIGHT)
  }
}

function Who({ track: { name, phone, leadPath, callId } }: { track: Track }) {
  const { t } = useTranslation('calls')
  const number = phone && (
    <bdi dir="ltr" className="tabular">
      {formatPhone(phone)}
    </bdi>
  )
  return (
    <div className={classes.who}>
      <PersonAvatar name={name ?? ''} id={callId} size="md" />
      <div className={classes.words}>
        <strong className={classes.name}>{name ? <UserText cut>{name}</UserText> : (number ?? t('withheld'))}</strong>
        {name && <span className={classes.second}>{number}</span>}
        {leadPath && (
          <Link to={leadPath} className={classes.lead}>
            {t('player.openLead')}
          </Link>
        )}
      </div>
    </div>
  )
}
