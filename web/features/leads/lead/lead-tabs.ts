import type { HistoryKind } from '#contract/leads.ts'
import type { LeadView } from './lead-view.ts'

export type LeadTab = HistoryKind | 'calls'
/** Tabs of the history (specification, section 4), as far as there is something behind them. */
export const leadTabs = ({ calls }: Pick<LeadView, 'calls'>): [LeadTab, ...LeadTab[]] =>
  calls ? ['all', 'calls', 'comments'] : ['all', 'comments']
