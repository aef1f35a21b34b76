import { Suspense } from 'react'
import { z } from 'zod'
import type { HistoryKind } from '#contract/leads/leads.ts'
import { useSearchState } from '../../../lib/search.ts'
import { LeadHistory } from './lead-history.tsx'
import type { LeadPageProps } from './lead-page-props.ts'

type LeadTab = HistoryKind | 'calls'
/** Tabs of the history (specification, section 4). */
export const leadTabs = ({ calls }: Pick<LeadPageProps, 'calls'>): [LeadTab, ...LeadTab[]] =>
  calls ? ['all', 'calls', 'comments'] : ['all', 'comments']

/** The tab in the address; the first tab if this screen lacks it. */
export function useLeadTab<T extends string>(tabs: readonly [T, ...T[]]) {
  const [{ tab }, setSearch] = useSearchState(z.object({ tab: z.enum(tabs).catch(tabs[0]) as z.ZodType<T> }))
  return [tab, (next: string | null) => void setSearch({ tab: next === tabs[0] ? undefined : next })] as const
}

export function LeadTabPanel({ tab, page }: { tab: LeadTab; page: LeadPageProps }) {
  const { businessId, lead, statuses, calls } = page
  if (tab === 'calls') return <Suspense>{calls?.()}</Suspense>
  return <LeadHistory businessId={businessId} leadId={lead._id} kind={tab} statuses={statuses} />
}
