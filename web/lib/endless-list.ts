import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Pagination } from '#contract/common.ts'
import { liveListQuery } from './live-list.ts'

/** Rows that an endless list loads at a time, and holds at most: the next ones then replace them. */
export const ENDLESS_STEP = 25
export const ENDLESS_MAX = 200
/** A cached list is not requested again within this time: its next rows were appended just now. */
const JUST_NOW_MS = 5_000
/** Sizes of requests. Each divides ENDLESS_MAX, so the rows of a list begin at a page of each size. */
const SIZES = [100, 50, 25] as const

type Paged = { page: number; limit: number }
/** `rows`: an endless list, which holds this many rows from the first one of its page on. */
export type Endless<Q> = Q & { rows?: number | undefined }

/** The endless list whose last loaded page is `page`. */
export function endless<Q extends Paged>(query: Q) {
  const { page } = query
  const first = page - ((page - 1) % (ENDLESS_MAX / ENDLESS_STEP))
  return { ...query, page: first, limit: ENDLESS_STEP, rows: (page - first + 1) * ENDLESS_STEP }
}

/** The pages before and after an endless list; undefined at its ends. */
export type EndlessPlace = {
  next: number | undefined
  previous: number | undefined
  /** The next rows replace those shown. */
  isFull: boolean
}

/** `shown`: the number of rows in the list. */
export function placeOf({ page, rows = 0 }: Endless<Paged>, { total, totalIsExact }: Pagination, shown: number) {
  const end = (page - 1) * ENDLESS_STEP + rows
  // If the total is not exact, a list that returned fewer rows than requested has reached its end.
  const hasMore = totalIsExact ? end < total : shown >= rows
  return {
    next: hasMore ? end / ENDLESS_STEP + 1 : undefined,
    previous: page > 1 ? page - 1 : undefined,
    isFull: rows >= ENDLESS_MAX,
  } satisfies EndlessPlace
}

type Row = { _id: string }
type PageOf<K extends string> = { pagination: Pagination } & Record<K, Row[]>
type AnyPage = { page?: unknown; limit?: unknown }
type Source<K extends string, Q extends AnyPage, D extends PageOf<K>> = {
  /** Key of all pages of the list. */
  key: QueryKey
  /** The field of the reply that holds the rows. */
  rows: K
  fetch: (query: Omit<Endless<Q>, 'rows'>, options: { signal: AbortSignal }) => Promise<D>
}

/** The query of a live list: of one page or, with `rows`, of an endless list. */
export function pageQuery<K extends string, Q extends AnyPage, D extends PageOf<K>>(
  { key, rows: field, fetch }: Source<K, Q, D>,
  { rows, ...query }: Endless<Q>,
): ReturnType<typeof liveListQuery<D>> {
  if (rows === undefined) return liveListQuery([...key, query], (options) => fetch(query, options))
  const keyOf = (count: number) => [...key, { ...query, rows: count }]
  const page = Number(query.page)
  const load = async (client: QueryClient, options: { signal: AbortSignal }) => {
    const before = rowsBefore<D>(client, { own: keyOf(rows), shorter: keyOf(rows - ENDLESS_STEP) })
    const missing = before ? ENDLESS_STEP : rows
    const requests = pagesWith((page - 1) * ENDLESS_STEP + rows - missing, missing)
    const parts = await Promise.all(requests.map((part) => fetch({ ...query, ...part }, options)))
    return joined(field, before ? [before, ...parts] : parts, { page, rows })
  }
  return queryOptions({
    ...liveListQuery<D>(keyOf(rows), () => Promise.reject(new Error('Loaded below'))),
    queryFn: ({ client, signal }) => load(client, { signal }),
    staleTime: JUST_NOW_MS,
  })
}

/** A cached list that lacks only the last rows. A refetch always requests the whole list. */
function rowsBefore<D>(client: QueryClient, { own, shorter }: { own: QueryKey; shorter: QueryKey }) {
  if (client.getQueryData(own) !== undefined || client.getQueryState(shorter)?.isInvalidated) return undefined
  return client.getQueryData<D>(shorter)
}

/** The pages that hold `count` rows from `start` on. */
function pagesWith(start: number, count: number): Paged[] {
  const pages: Paged[] = []
  for (let at = start; at < start + count; ) {
    const left = start + count - at
    const limit = SIZES.find((size) => at % size === 0 && size <= left) ?? ENDLESS_STEP
    pages.push({ page: at / limit + 1, limit })
    at += limit
  }
  return pages
}

/** A row that moved to a later page meanwhile comes once. The totals are the newest. */
function joined<K extends string, D extends PageOf<K>>(
  field: K,
  parts: readonly D[],
  { page, rows }: { page: number; rows: number },
): D {
  const last = parts.at(-1) as D
  const byId = new Map(parts.flatMap((part) => part[field]).map((row) => [row._id, row]))
  const pages = Math.ceil(last.pagination.total / ENDLESS_STEP)
  return {
    ...last,
    [field]: [...byId.values()].slice(0, rows),
    pagination: { ...last.pagination, page, limit: ENDLESS_STEP, pages },
  }
}
