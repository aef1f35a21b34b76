import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openStateAt } from '#contract/working-hours/open-state.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useMinute } from '../../shared/times/use-minute.ts'
import { RowState } from '../../ui/display/row-state.tsx'
import { momentText } from './moment-text.ts'
import { hoursQuery } from './working-hours.api.ts'

/** Whether the business is open now, and until when; it changes as time passes. */
export function HoursState() {
  const { t } = useTranslation(['working-hours', 'open-ranges'])
  const { businessId } = useBusiness()
  const now = useMinute()
  const { data } = useQuery({ ...hoursQuery({ businessId, campaignId: null }), meta: { silent: true } })
  if (!data) return null
  const { isOpen, nextChange } = openStateAt(data.hours, now)
  const time = nextChange && momentText(t, data.hours, nextChange, now)
  const kind = isOpen ? 'open' : 'closed'
  return <RowState>{time ? t(`state.${kind}`, { time }) : t(`state.${kind}Always`)}</RowState>
}
