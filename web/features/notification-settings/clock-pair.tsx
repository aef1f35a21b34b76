import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuietHours } from '#contract/notifications/notification-settings.ts'
import { issueText } from '../../lib/http/form-errors.ts'
import classes from './quiet.module.css'

type Props = { hours: QuietHours; onChange: (hours: QuietHours) => void }

/** From and until; reported once both are times and differ. */
export function ClockPair({ hours, onChange }: Props) {
  const { t } = useTranslation('notification-settings')
  const [typed, setTyped] = useState(hours)
  const result = QuietHours.safeParse(typed)
  const [issue] = result.error?.issues ?? []
  const put = (changes: Partial<QuietHours>) => {
    const next = { ...typed, ...changes }
    setTyped(next)
    if (QuietHours.safeParse(next).success) onChange(next)
  }
  const isNextDay = result.success && typed.to < typed.from
  return (
    <div className={classes.pair}>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="time"
          dir="ltr"
          className={classes.clock ?? ''}
          label={t(`quiet.${end}`)}
          value={typed[end]}
          error={end === 'to' && issue ? issueText(issue) : undefined}
          onChange={({ currentTarget }) => put({ [end]: currentTarget.value })}
        />
      ))}
      {isNextDay && <span className={classes.hint}>{t('quiet.nextDay')}</span>}
    </div>
  )
}
