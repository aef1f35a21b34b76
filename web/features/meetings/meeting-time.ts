import { TIME_ZONE } from '#contract/constants.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'

/** יום שני, 30 בנובמבר 2026 · Monday, 30 November 2026 */
export const fullDate = (at: string) =>
  new Intl.DateTimeFormat(currentLanguage() === 'he' ? 'he-IL' : 'en-GB', {
    timeZone: TIME_ZONE,
    dateStyle: 'full',
  }).format(new Date(at))
