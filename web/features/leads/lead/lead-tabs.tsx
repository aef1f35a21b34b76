import { createContext, Suspense, useContext } from 'react'
import { z } from 'zod'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useCanIn } from '../../../lib/session/session.ts'
import type { LeadTab } from '../../../shared/tabs/lead-tab.ts'
import { HistoryTools, OrderTool } from '../history/history-tools.tsx'
import { LeadHistory } from '../history/lead-history.tsx'

export const historyTab: LeadTab = { id: 'all', label: 'history.all', component: LeadHistory, Tools: HistoryTools }
export const commentTab: LeadTab = {
  id: 'comments',
  label: 'history.comments',
  component: (lead) => <LeadHistory {...lead} kind="comments" />,
  Tools: OrderTool,
}

const LeadTabs = createContext<readonly LeadTab[]>([historyTab, commentTab])
/** Set by the app, which knows the tabs of all features. */
export const LeadTabsProvider = LeadTabs.Provider

/** The lead's tabs and the one in the address; the first tab if this screen lacks it. `more`: tabs of this screen alone. */
export function useLeadTabs({ campaignId }: LeadDetails, more: readonly string[] = []) {
  const can = useCanIn()
  const tabs = useContext(LeadTabs).filter(({ needs }) => !needs || can(needs, campaignId))
  const ids = [...tabs.map(({ id }) => id), ...more]
  const [{ tab }, setSearch] = useSearchState(z.object({ tab: z.enum(ids).catch(ids[0] ?? '') }))
  const setTab = (next: string | null) => void setSearch({ tab: next === ids[0] ? undefined : (next ?? undefined) })
  return { tabs, tab, setTab }
}

type PanelProps = { tab: LeadTab; businessId: string; lead: LeadDetails }
export const LeadTabPanel = ({ tab: { component: Content }, businessId, lead }: PanelProps) => (
  <Suspense>
    <Content businessId={businessId} leadId={lead._id} />
  </Suspense>
)
