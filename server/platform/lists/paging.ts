import { EXACT_TOTAL_MAX, type Pagination } from '#contract/common.ts'

/** The rows of an ordered list that a page shows. */
export type PageWindow = { isAscending: boolean; offset: number; limit: number }

/** A page's numbers. `counted` stops one past EXACT_TOTAL_MAX unless it `isExact`; beyond, the total reads "10,000+". */
export function paginate(
  { page, limit }: { page: number; limit: number },
  counted: number,
  isExact: boolean,
): Pagination {
  const total = isExact ? counted : Math.min(counted, EXACT_TOTAL_MAX)
  return { page, limit, total, totalIsExact: isExact || counted <= EXACT_TOTAL_MAX, pages: Math.ceil(total / limit) }
}
