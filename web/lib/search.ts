import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'
import type { Pattern } from './paths.ts'

/** Search parameters as plain text, `?page=2&status=a,b`; each screen parses its own with a Zod shape. */
export type SearchText = Record<string, string | undefined>

export const parseSearch = (search: string): SearchText => Object.fromEntries(new URLSearchParams(search))

/** The URL's search parameters. */
export const useSearchText = (): SearchText => useSearch({ strict: false })

/** Props of a link or navigation to the path with these search parameters. */
export const link = (to: string, search: Record<string, string | readonly string[] | undefined> = {}) => ({
  to,
  // The router's types do not allow search parameters on links that Mantine components render.
  search: search as never,
})

export function stringifySearch(search: Record<string, unknown>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const text = textOf(value)
    if (text !== undefined) params.set(name, text)
  }
  // Commas, colons and brackets of lists, times and conditions stay readable.
  const text = params.toString().replace(/%(2C|3A|3B|28|29|7E)/g, decodeURIComponent)
  return text && `?${text}`
}

/** Removes empty texts and lists, false and undefined. */
function textOf(value: unknown) {
  if (value === undefined || value === null || value === '' || value === false) return undefined
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined
  return String(value)
}

/**
 * Screen state in the URL. `set` changes some parameters, keeps the others and replaces the history entry unless `push` is
 * given.
 */
export function useSearchState<T extends z.ZodObject>(shape: T) {
  const text = useSearchText()
  const navigate = useNavigate()
  const set = (changes: { [K in keyof z.output<T>]?: unknown }, { push = false } = {}) =>
    navigate({
      to: '.',
      search: (previous: SearchText) => parseSearch(stringifySearch({ ...previous, ...changes })),
      state: true,
      replace: !push,
      resetScroll: false,
    })
  return [readSearch(shape, text), set] as const
}

/** Search parameters as a screen reads them. Invalid values count as absent, so that a broken link opens the screen. */
export function readSearch<T extends z.ZodObject>(shape: T, text: SearchText) {
  const parsed = shape.safeParse(text)
  return (parsed.success ? parsed.data : shape.parse(without(text, parsed.error.issues))) as z.output<T>
}

function without(text: SearchText, issues: readonly { path: PropertyKey[] }[]) {
  const wrong = new Set(issues.map(({ path }) => path[0]))
  return Object.fromEntries(Object.entries(text).filter(([name]) => !wrong.has(name)))
}

type Names<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}$${infer Name}`
    ? Name
    : never

/** Ids in the URL of the open page, by their names in its pattern. */
export const useIds = <P extends Pattern>(_page: { pattern: P }): Record<Names<P>, string> =>
  useParams({ strict: false })

/** The campaign in the URL; null if there is none. */
export const useAddressCampaign = (): string | null => useParams({ strict: false }).campaignId ?? null
