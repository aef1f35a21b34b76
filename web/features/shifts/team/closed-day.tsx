import { useTranslation } from 'react-i18next'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import { holidayName } from '../../../lib/i18n/holiday-name.ts'
import { UserText } from '../../../ui/display/user-text.tsx'

type ClosedDay = GridWeek['closedDays'][number]

/** Why a day is closed: a holiday, Shabbat or a special day by its name. Nothing on other days. */
export function ClosedDayName({ day, closedDays }: { day: string; closedDays: readonly ClosedDay[] }) {
  const { t } = useTranslation('shifts')
  const { reason } = closedDays.find((one) => one.day === day) ?? {}
  if (!reason) return null
  if (reason.kind === 'holiday') return holidayName(reason.holiday)
  if (reason.kind === 'shabbat') return t('grid.shabbat')
  const name = reason.kind === 'special_day' ? reason.name : ''
  return name ? <UserText cut>{name}</UserText> : t('grid.closed')
}
