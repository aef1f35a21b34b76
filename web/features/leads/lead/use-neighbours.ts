import { useQuery } from '@tanstack/react-query'
import type { Lead } from '#contract/leads/leads.ts'
import { columnListOf, LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadListQuery } from '../leads.api.ts'
import type { ListOrigin } from '../list-origin.ts'

export type Neighbour = { lead: Lead; origin: ListOrigin }
export type Neighbours = {
  /** From 1, over all pages. */
  position: number
  total: number
  totalIsExact: boolean
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/** The previous and the next lead in the list that the lead was opened from; undefined if it was not opened from one. */
export function useNeighbours(
  businessId: string,
  leadId: string,
  origin: ListOrigin | undefined,
): Neighbours | undefined {
  const search = LeadsSearch.safeParse(origin?.search ?? {}).data ?? LeadsSearch.parse({})
  const whole = { search, campaignId: origin?.campaignId ?? null }
  const list = origin?.column ? columnListOf(whole, origin.column) : whole
  const limit = origin?.limit ?? 1
  const page = Math.floor((origin?.index ?? 0) / limit) + 1
  const pageQuery = (number: number) =>
    leadListQuery(businessId, listQueryOf({ ...list.search, page: number }, list.campaignId, limit))

  const { data } = useQuery({ ...pageQuery(page), enabled: origin !== undefined })
  const leads = data?.leads ?? []
  const found = leads.findIndex(({ _id }) => _id === leadId)
  const expected = (origin?.index ?? 0) % limit
  const at = found < 0 ? expected : found
  // If the lead no longer matches the list, the next one has moved to its index.
  const after = found < 0 ? at : at + 1
  const isFirst = at === 0
  const isLast = after >= leads.length
  const previousPage = useQuery({ ...pageQuery(page - 1), enabled: data !== undefined && isFirst && page > 1 })
  const nextPage = useQuery({
    ...pageQuery(page + 1),
    enabled: data !== undefined && isLast && page < data.pagination.pages,
  })

  if (!origin || !data) return undefined
  const start = (page - 1) * limit
  const neighbour = (lead: Lead | undefined, index: number) => lead && { lead, origin: { ...origin, index } }
  return {
    position: start + at + 1,
    total: data.pagination.total,
    totalIsExact: data.pagination.totalIsExact,
    previous: isFirst
      ? neighbour(previousPage.data?.leads.at(-1), start - 1)
      : neighbour(leads[at - 1], start + at - 1),
    next: isLast ? neighbour(nextPage.data?.leads[0], start + limit) : neighbour(leads[after], start + after),
  }
}
