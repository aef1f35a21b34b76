import { type HolidayKey, holidays } from '#contract/working-hours/holiday-names.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'

export const holidayName = (key: HolidayKey) => holidays[key][currentLanguage()]
