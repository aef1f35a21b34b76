import { DatePickerInput, type DatePickerInputProps, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../lib/i18n.ts'
import classes from './day-input.module.css'
import 'dayjs/locale/he'
import 'dayjs/locale/en-gb'
import '@mantine/dates/styles.layer.css'

const locales = { he: 'he', en: 'en-gb' }
/** Friday and Saturday. */
const WEEKEND: (0 | 1 | 2 | 3 | 4 | 5 | 6)[] = [5, 6]

/** A calendar day, `2026-01-31`, picked from a calendar whose week starts on Sunday. */
export function DayInput(props: DatePickerInputProps<'default'>) {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <DatesProvider settings={{ locale: locales[language], firstDayOfWeek: 0, weekendDays: WEEKEND }}>
      <DatePickerInput
        valueFormat={language === 'he' ? 'D.M.YYYY' : 'D MMM YYYY'}
        leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
        clearable
        hideOutsideDates
        classNames={{ day: classes.day ?? '' }}
        popoverProps={{ attributes: { dropdown: { 'aria-label': t('calendar.chooseDay') } } }}
        clearButtonProps={{ 'aria-label': t('clearDate') }}
        ariaLabels={{
          nextMonth: t('calendar.nextMonth'),
          previousMonth: t('calendar.previousMonth'),
          nextYear: t('calendar.nextYear'),
          previousYear: t('calendar.previousYear'),
          nextDecade: t('calendar.nextDecade'),
          previousDecade: t('calendar.previousDecade'),
          monthLevelControl: t('calendar.chooseMonth'),
          yearLevelControl: t('calendar.chooseYear'),
        }}
        {...props}
      />
    </DatesProvider>
  )
}
