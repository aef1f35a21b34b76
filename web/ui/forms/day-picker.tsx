import { DatePickerInput, type DatePickerInputProps, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './day-input.module.css'
import 'dayjs/locale/he'
import 'dayjs/locale/en-gb'
import '@mantine/dates/styles.layer.css'

/** Friday and Saturday. */
const WEEKEND: (0 | 1 | 2 | 3 | 4 | 5 | 6)[] = [5, 6]

/** Stable, so that it runs once: opens the calendar after a press on the stand-in. */
const openAtOnce = (button: HTMLButtonElement | null) => {
  button?.focus()
  button?.click()
}

type Props = DatePickerInputProps<'default'> & { isPressed: boolean }

/** The field with its calendar, whose week starts on Sunday. */
export function DayPicker({ isPressed, ...props }: Props) {
  const { t, i18n } = useTranslation()
  const isHebrew = i18n.language === 'he'
  return (
    <DatesProvider settings={{ locale: isHebrew ? 'he' : 'en-gb', firstDayOfWeek: 0, weekendDays: WEEKEND }}>
      <DatePickerInput
        ref={isPressed ? openAtOnce : null}
        valueFormat={isHebrew ? 'D.M.YYYY' : 'D MMM YYYY'}
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
