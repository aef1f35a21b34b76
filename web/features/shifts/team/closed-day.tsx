import { useTranslation } from 'react-i18next'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { UserText } from '../../../ui/display/user-text.tsx'

type Props = { day: string; closedDays: GridWeek['closedDays'] }

/** Why a day is closed: the name of the holiday, Shabbat or special day. Nothing on other days. */
export function ClosedDayName({ day, closedDays }: Props) {
  const { t } = useTranslation('shifts')
  const closed = closedDays.find((one) => one.day === day)
  if (!closed) return null
  const name = currentLanguage() === 'he' ? closed.nameHe : closed.nameEn
  return name ? <UserText cut>{name}</UserText> : t('grid.closed')
}
