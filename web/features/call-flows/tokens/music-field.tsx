import { SegmentedControl } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Spoken } from '#contract/calls/flows/flow-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import classes from './tokens.module.css'

const SoundChoice = lazily(() => import('../sounds/sound-choice.tsx'), 'SoundChoice')

type Props = { music: Spoken | null; onChange: (music: Spoken | null) => void }

/** What is heard while waiting: the built-in music, or a recording. */
export function MusicField({ music, onChange }: Props) {
  const { t } = useTranslation('call-flows')
  const [isOwn, setOwn] = useState(music === null)
  return (
    <div className={classes.fields}>
      <SegmentedControl
        aria-label={t('fields.music')}
        value={isOwn ? 'own' : 'sound'}
        onChange={(chosen) => {
          setOwn(chosen === 'own')
          if (chosen === 'own') onChange(null)
        }}
        data={[
          { value: 'own', label: t('music.own') },
          { value: 'sound', label: t('spoken.sound') },
        ]}
      />
      {!isOwn && (
        <Suspense>
          <SoundChoice
            chosenId={music?.by === 'sound' ? music.soundId : null}
            onChoose={(soundId) => onChange({ by: 'sound', soundId })}
          />
        </Suspense>
      )}
    </div>
  )
}
