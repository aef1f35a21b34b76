import { Suspense } from 'react'
import { LeadHistory } from './lead-history.tsx'
import type { LeadTab } from './lead-tabs.ts'
import type { LeadView } from './lead-view.ts'

/** What a tab of the history holds. */
export function LeadTabPanel({ tab, view }: { tab: LeadTab; view: LeadView }) {
  const { businessId, lead, statuses, calls } = view
  if (tab === 'calls') return <Suspense>{calls?.()}</Suspense>
  return <LeadHistory businessId={businessId} leadId={lead._id} kind={tab} statuses={statuses} />
}
