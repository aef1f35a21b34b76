import { useTranslation } from 'react-i18next'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { formatDate, formatMoney } from '../../../lib/i18n/format.ts'
import classes from '../lead/lead-panels.module.css'

/** What the leads that were merged into this one had won: it is counted in their campaigns, not in this lead's value. */
export function PastSales({ merged }: { merged: LeadDetails['mergedLeads'] }) {
  const { t } = useTranslation('leads')
  return merged.map(
    ({ _id, pastSale, campaignName, date }) =>
      pastSale && (
        <span key={_id} className={classes.further}>
          {t('pastSale', { amount: formatMoney(pastSale), campaign: campaignName, date: formatDate(date) })}
        </span>
      ),
  )
}
