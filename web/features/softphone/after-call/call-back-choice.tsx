import { TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minutesOf, momentOf, wallTimeOf } from '#contract/values/clock.ts'
import { formatDayHead, formatTime } from '../../../lib/i18n/format.ts'
import { useMoments } from '../../../shared/times/use-moments.ts'
import classes from './after-call.module.css'

type Props = { value: string | null; onChange: (at: string | null) => void }

/** When to call the lead back: a few usual times, or any other; pressed again, none. */
export function CallBackChoice({ value, onChange }: Props) {
  const { t } = useTranslation(['softphone', 'follow-ups'])
  const moments = useMoments()
  const isOffered = moments.some(({ at }) => at.toISOString() === value)
  const [isOther, setOther] = useState(value !== null && !isOffered)
  const pick = (text: string) => {
    const [day = '', time = ''] = text.split('T')
    onChange(/^\d\d:\d\d/.test(time) ? momentOf(day, minutesOf(time.slice(0, 5))).toISOString() : null)
  }
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {t('after.callBack')}
        {value && (
          <span className={classes.when}>
            <bdi>{formatDayHead(value)}</bdi> <bdi dir="ltr">{formatTime(value)}</bdi>
          </span>
        )}
      </legend>
      <div className={classes.chips}>
        {moments.map(({ kind, at }) => {
          const isChosen = value === at.toISOString()
          return (
            <UnstyledButton
              key={kind}
              className={classes.chip}
              aria-pressed={isChosen}
              onClick={() => {
                setOther(false)
                onChange(isChosen ? null : at.toISOString())
              }}
            >
              {t(`follow-ups:moments.${kind}`)}
            </UnstyledButton>
          )
        })}
        <UnstyledButton
          className={classes.chip}
          aria-pressed={isOther}
          onClick={() => {
            setOther(!isOther)
            if (isOther) onChange(null)
          }}
        >
          {t('follow-ups:moments.other')}
        </UnstyledButton>
      </div>
      {isOther && (
        <TextInput
          type="datetime-local"
          aria-label={t('follow-ups:moments.other')}
          dir="ltr"
          min={wallTimeOf(new Date()).slice(0, 16).replace(' ', 'T')}
          defaultValue={value && !isOffered ? wallTimeOf(value).slice(0, 16).replace(' ', 'T') : ''}
          onChange={({ currentTarget }) => pick(currentTarget.value)}
        />
      )}
    </fieldset>
  )
}
