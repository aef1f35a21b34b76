import { useQuery } from '@tanstack/react-query'
import type { Lead } from '#contract/leads.ts'
import { LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadListQuery } from '../leads.api.ts'
import type { LeadPlace } from '../list-origin.ts'

export type Neighbour = { lead: Lead; place: LeadPlace }
export type Neighbours = {
  /** From 1, over all pages. */
  position: number
  total: number
  totalIsExact: boolean
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

/** The leads before and after this one in the list that it was opened from; undefined where it came from no list. */
export function useNeighbours(
  businessId: string,
  leadId: string,
  place: LeadPlace | undefined,
): Neighbours | undefined {
  const search = LeadsSearch.safeParse(place?.search ?? {}).data ?? LeadsSearch.parse({})
  const limit = place?.limit ?? 1
  const page = Math.floor((place?.index ?? 0) / limit) + 1
  const pageQuery = (number: number) =>
    leadListQuery(businessId, listQueryOf({ ...search, page: number }, place?.campaignId ?? null, limit))

  const { data } = useQuery({ ...pageQuery(page), enabled: place !== undefined })
  const leads = data?.leads ?? []
  const found = leads.findIndex(({ _id }) => _id === leadId)
  const expected = (place?.index ?? 0) % limit
  const at = found < 0 ? expected : found
  // A lead that no longer fits the list has left it: the one behind it has moved into its place.
  const after = found < 0 ? at : at + 1
  const isFirst = at === 0
  const isLast = after >= leads.length
  const before = useQuery({ ...pageQuery(page - 1), enabled: data !== undefined && isFirst && page > 1 })
  const behind = useQuery({
    ...pageQuery(page + 1),
    enabled: data !== undefined && isLast && page < data.pagination.pages,
  })

  if (!place || !data) return undefined
  const start = (page - 1) * limit
  const neighbour = (lead: Lead | undefined, index: number) => lead && { lead, place: { ...place, index } }
  return {
    position: start + at + 1,
    total: data.pagination.total,
    totalIsExact: data.pagination.totalIsExact,
    previous: isFirst ? neighbour(before.data?.leads.at(-1), start - 1) : neighbour(leads[at - 1], start + at - 1),
    next: isLast ? neighbour(behind.data?.leads[0], start + limit) : neighbour(leads[after], start + after),
  }
}
