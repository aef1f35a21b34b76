import type { Core } from '../calls/core.ts'
import type { Reply } from '../http/serve.ts'
import type { Handsets } from '../sms/handsets.ts'
import type { AccountRow } from '../store/records.ts'
import { VendorError } from './vendor-error.ts'

export type RestDeps = { core: Core; handsets: Handsets }

export type RestContext = RestDeps & {
  /** The account named in the path. */
  account: AccountRow
  /** The other parameters in the path. */
  ids: Record<string, string>
  params: URLSearchParams
  /** Path and query of the request, for paging links. */
  path: string
}

export type RestRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path below /2010-04-01; `:name` matches one segment. */
  path: string
  /** Accepted parameters; those with `[]` may be repeated. Any other parameter is a violation. */
  params?: readonly string[]
  handle(context: RestContext): Reply | Promise<Reply>
}

export const PAGE_PARAMS = ['PageSize', 'Page', 'PageToken'] as const

/** Returns the value of a parameter; undefined if it is missing or blank. */
export const param = ({ params }: RestContext, name: string): string | undefined => params.get(name) || undefined

/**
 * Returns a parameter that must be an http(s) URL; undefined if it is missing. An invalid URL is refused with this
 * error code.
 */
export function urlParam(context: RestContext, name: string, code: number): string | undefined {
  const value = param(context, name)
  if (value !== undefined && !(/^https?:\/\//i.test(value) && URL.canParse(value)))
    throw new VendorError(400, code, `${name} is not a valid URL: ${value}`)
  return value
}

export function numberParam(context: RestContext, name: string, standard: number, max: number): number {
  const value = param(context, name)
  if (value === undefined) return standard
  if (!/^\d+$/.test(value) || Number(value) > max)
    throw new VendorError(400, 20_001, `${name} must be a number from 0 to ${max}`)
  return Number(value)
}
