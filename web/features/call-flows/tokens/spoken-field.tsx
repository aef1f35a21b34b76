import { SegmentedControl, Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Spoken } from '#contract/calls/flows/flow-shapes.ts'
import { SPOKEN_MAX } from '#contract/calls/routing.ts'
import { lazily } from '../../../lib/lazy.ts'
import classes from './tokens.module.css'

const SoundChoice = lazily(() => import('../sounds/sound-choice.tsx'), 'SoundChoice')

type Props = {
  spoken: Spoken
  label: string
  /** What is said without a text of one's own. */
  standard: string
  onChange: (spoken: Spoken) => void
}

/** What a caller hears: a text that is spoken, or a recording. */
export function SpokenField({ spoken, label, standard, onChange }: Props) {
  const { t } = useTranslation('call-flows')
  const [by, setBy] = useState(spoken.by)
  const [text, setText] = useState(spoken.by === 'text' ? spoken.text : '')
  const choose = (chosen: string) => {
    setBy(chosen === 'sound' ? 'sound' : 'text')
    // A recording is taken once it is chosen from the list.
    if (chosen === 'text') onChange({ by: 'text', text })
  }
  return (
    <div className={classes.fields}>
      <SegmentedControl
        aria-label={label}
        value={by}
        onChange={choose}
        data={[
          { value: 'text', label: t('spoken.text') },
          { value: 'sound', label: t('spoken.sound') },
        ]}
      />
      {by === 'text' && (
        <Textarea
          data-autofocus
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SPOKEN_MAX}
          aria-label={label}
          placeholder={standard}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            onChange({ by: 'text', text: value })
          }}
        />
      )}
      {by === 'text' && !text && <p className={classes.note}>{t('spoken.standardText')}</p>}
      {by === 'sound' && (
        <Suspense>
          <SoundChoice
            chosenId={spoken.by === 'sound' ? spoken.soundId : null}
            onChoose={(soundId) => onChange({ by: 'sound', soundId })}
          />
        </Suspense>
      )}
    </div>
  )
}
