import { z } from 'zod'
import { useSearchState } from '../../../lib/search.ts'

/** The tab of a lead's page that the address names; one that this screen lacks counts as the first. */
export function useLeadTab<T extends string>(tabs: readonly [T, ...T[]]) {
  const [{ tab }, setSearch] = useSearchState(z.object({ tab: z.enum(tabs).catch(tabs[0]) as z.ZodType<T> }))
  return [tab, (next: string | null) => void setSearch({ tab: next === tabs[0] ? undefined : next })] as const
}
