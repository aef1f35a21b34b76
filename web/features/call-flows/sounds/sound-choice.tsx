import { ActionIcon, Button, Radio } from '@mantine/core'
import { IconMicrophone, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallSound } from '#contract/calls/flows/call-flows.ts'
import { formatClock } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { PlaySound } from './play-sound.tsx'
import { soundLink, soundsQuery, useRemoveSound } from './sounds.api.ts'
import classes from './sounds.module.css'

const NewSound = lazily(() => import('./new-sound.tsx'), 'NewSound')

type Props = { chosenId: string | null; onChoose: (soundId: string) => void }

/** The business's recordings: listen, choose, add one from the microphone or a file. */
export function SoundChoice({ chosenId, onChoose }: Props) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(soundsQuery(businessId))
  const [adding, setAdding] = useState<'microphone' | 'file' | null>(null)
  const sounds = data?.sounds ?? []
  if (adding)
    return (
      <Suspense>
        <NewSound
          from={adding}
          onCancel={() => setAdding(null)}
          onAdded={(sound) => {
            setAdding(null)
            onChoose(sound._id)
          }}
        />
      </Suspense>
    )
  return (
    <div className={classes.choice}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && sounds.length === 0 && <p className={classes.note}>{t('sounds.none')}</p>}
      {sounds.length > 0 && (
        <Radio.Group aria-label={t('sounds.title')} value={chosenId} onChange={onChoose}>
          <ul className={classes.sounds}>
            {sounds.map((sound) => (
              <SoundRow key={sound._id} sound={sound} isChosen={sound._id === chosenId} />
            ))}
          </ul>
        </Radio.Group>
      )}
      <div className={classes.adds}>
        <Button
          variant="default"
          leftSection={<IconMicrophone stroke={1.75} />}
          onClick={() => setAdding('microphone')}
        >
          {t('sounds.record')}
        </Button>
        <Button variant="default" leftSection={<IconUpload stroke={1.75} />} onClick={() => setAdding('file')}>
          {t('sounds.upload')}
        </Button>
      </div>
    </div>
  )
}

function SoundRow({ sound, isChosen }: { sound: CallSound; isChosen: boolean }) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const remove = useRemoveSound(businessId)
  const { name, seconds } = sound
  return (
    <li className={classes.sound}>
      <Radio
        className={classes.name ?? ''}
        value={sound._id}
        label={
          <>
            <UserText>{name}</UserText> <bdi className={classes.length}>{formatClock(seconds)}</bdi>
          </>
        }
      />
      <PlaySound name={name} address={() => soundLink(sound._id)} />
      <ActionIcon
        aria-label={t('sounds.remove', { name })}
        disabled={isChosen}
        loading={remove.isPending}
        onClick={() => remove.mutate(sound._id)}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}
