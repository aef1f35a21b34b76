import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { TimeLeft } from '../../../shared/times/response-time.tsx'
import classes from '../lead/lead-panels.module.css'
import { leadQuery } from '../leads.api.ts'

/** In place of the first response: how much of the target is left, counted from when the lead was read. */
export function Unanswered({ lead }: { lead: LeadDetails }) {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const readAt = useQueryClient().getQueryState(leadQuery(businessId, lead._id).queryKey)?.dataUpdatedAt
  const clock = lead.responseClock
  if (!clock || !readAt) return <span className={classes.none}>{t('notAnswered')}</span>
  return <TimeLeft clock={clock} readAt={readAt} />
}
