import { Button, FileButton, Progress, TextInput } from '@mantine/core'
import { IconMicrophone, IconPlayerStopFilled, IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CALL_SOUND_SECONDS_MAX, type CallSound } from '#contract/calls/flows/call-flows.ts'
import { NAME_MAX } from '#contract/common.ts'
import { formatClock } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useAddSound } from './sounds.api.ts'
import classes from './sounds.module.css'
import { useNewSound } from './use-new-sound.ts'

type Props = { from: 'microphone' | 'file'; onCancel: () => void; onAdded: (sound: CallSound) => void }

/** Records or uploads a sound, which is heard before it is saved. */
export function NewSound({ from, onCancel, onAdded }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const { businessId } = useBusiness()
  const sound = useNewSound()
  const add = useAddSound(businessId)
  const [name, setName] = useState('')
  const nameId = useId()
  const { ready, recording, error } = sound
  const isNamed = name.trim().length > 0
  const save = () => {
    if (!ready || !isNamed) return
    add.mutate({ file: ready.wav, name: name.trim() }, { onSuccess: onAdded })
  }
  const wrong = error ? t(`sounds.errors.${error}`, { seconds: CALL_SOUND_SECONDS_MAX }) : add.error?.message
  return (
    <div className={classes.choice}>
      {from === 'microphone' && <Microphone sound={sound} />}
      {from === 'file' && (
        <FileButton
          accept="audio/*"
          onChange={(file) => {
            if (!file) return
            if (!isNamed) setName(file.name.replace(/\.[^.]+$/, '').slice(0, NAME_MAX))
            void sound.take(file)
          }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload stroke={1.75} />} loading={sound.isBusy} {...props}>
              {t('sounds.chooseFile')}
            </Button>
          )}
        </FileButton>
      )}
      {wrong && (
        <p className={classes.error} role="alert">
          {wrong}
        </p>
      )}
      {ready && !recording && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: a recording of the user's own voice, which is only tried here. */}
          <audio className={classes.player} controls src={ready.url} aria-label={t('sounds.listen')} />
          <TextInput
            id={nameId}
            dir="auto"
            label={t('sounds.name')}
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </>
      )}
      <DialogFoot onCancel={onCancel}>
        <Button disabled={!ready || !isNamed || recording !== null} loading={add.isPending} onClick={save}>
          {t('sounds.save')}
        </Button>
      </DialogFoot>
    </div>
  )
}

const ALL = 100

function Microphone({ sound }: { sound: ReturnType<typeof useNewSound> }) {
  const { t } = useTranslation('call-flows')
  const { recording, ready } = sound
  if (!recording)
    return (
      <Button
        variant={ready ? 'default' : 'filled'}
        leftSection={<IconMicrophone stroke={1.75} />}
        loading={sound.isBusy}
        onClick={() => void sound.start()}
      >
        {t(ready ? 'sounds.again' : 'sounds.start')}
      </Button>
    )
  return (
    <>
      <Button color="red" leftSection={<IconPlayerStopFilled size={14} />} onClick={() => void sound.stop()}>
        {t('sounds.end')}
      </Button>
      <div className={classes.level}>
        <bdi className="tabular" role="timer">
          {`${formatClock(recording.seconds)} / ${formatClock(CALL_SOUND_SECONDS_MAX)}`}
        </bdi>
        <Progress className={classes.meter ?? ''} value={recording.level * ALL} aria-label={t('sounds.level')} />
      </div>
    </>
  )
}
