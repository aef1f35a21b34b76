import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/i18n/format.ts'

type Days = { date?: string | undefined; from?: string | undefined; to?: string | undefined }

/** Text of a filter's value for its chip; undefined if not set. */
export function useFilterValueText() {
  const { t } = useTranslation('lists')
  return {
    many: ([first, ...others]: readonly string[]) => {
      if (first === undefined) return undefined
      return others.length > 0 ? t('andMore', { first, count: others.length }) : first
    },
    days: ({ date, from, to }: Days) => {
      if (date) return t(`dates.${date}`)
      const days = [...new Set([from, to])].map((day) => (day ? formatDay(day) : '…'))
      return from || to ? days.join('–') : undefined
    },
  }
}
