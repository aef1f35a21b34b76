import { DatePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import 'dayjs/locale/he'
import '@mantine/dates/styles.layer.css'

/** Friday and Saturday. */
const WEEKEND: (0 | 1 | 2 | 3 | 4 | 5 | 6)[] = [5, 6]

type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

/** Calendar for a range of days; the week starts on Sunday. */
export function DayRange({ from, to, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      locale={currentLanguage()}
      firstDayOfWeek={0}
      weekendDays={WEEKEND}
      maxLevel="month"
      defaultDate={from}
      value={[from ?? null, to ?? null]}
      onChange={([first, last]) => onChange(first ?? undefined, last ?? undefined)}
      ariaLabels={{ previousMonth: t('calendar.previousMonth'), nextMonth: t('calendar.nextMonth') }}
    />
  )
}
