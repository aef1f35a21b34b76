import type { z } from 'zod'
import type { Scope } from './auth/scopes.ts'
import type { Right, Role } from './roles.ts'

/**
 * Who may call a route: anyone, any signed-in user, or a member of the business named by `x-business-id`
 * whose business role is at least this one.
 */
export type Access = 'public' | 'user' | Role

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api`; parameters are written as `:name`. */
  path: `/${string}`
  access: Access
  /**
   * A right that the rank of a role cannot express. It is checked against the business role; a right in campaignRights
   * is checked against any campaign role.
   */
  can?: Right
  /** Scope that opens the route to API keys; without one, keys are refused. */
  scope?: Scope
  /** Whether the route supports the header `Idempotency-Key`. */
  idempotent?: true
  /** Whether users whose phone is not verified yet (user status Pending) may call the route. */
  pending?: true
  /** Whether the request must confirm the user's identity: always, or in some cases. */
  confirms?: 'always' | 'sometimes'
  /** Whether the route is allowed in a closing business. There, every other route except GET is refused. */
  whileClosing?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * Accepts a multipart form instead of a body: one file in this field, up to this many bytes. `isStreamed`: the handler
   * gets it while it arrives; else whole, in memory.
   */
  upload?: { field: string; maxBytes: number; isStreamed?: true }
  /** Marks an expensive read, which is limited per person or API key. Excess requests are queued, then refused. */
  heavy?: true
  reply: z.ZodType
  /** HTTP status of a reply; absent: always 200. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the reply is known only for a particular route.
  status?: (reply: any) => 200 | 201 | 503
  /** One line for the API reference at /api/docs. */
  summary: string
}

/** For GET routes that read many rows: lists, searches and statistics. */
export const heavyGet = { method: 'GET', heavy: true } as const

export const route = <const R extends Route>(r: R) => r

type Part<R extends Route, K extends 'params' | 'query' | 'body', D extends 'in' | 'out'> = R[K] extends z.ZodType
  ? D extends 'out'
    ? { [P in K]: z.output<R[K]> }
    : R[K] extends z.ZodDefault | z.ZodOptional
      ? { [P in K]?: z.input<R[K]> }
      : { [P in K]: z.input<R[K]> }
  : unknown

type File<R extends Route> = R extends { upload: object } ? { file: Blob } : unknown

/** Input as a client sends it. */
export type RouteInput<R extends Route> = Part<R, 'params', 'in'> &
  Part<R, 'query', 'in'> &
  Part<R, 'body', 'in'> &
  File<R>
/** Input after parsing, as a handler receives it. */
export type RouteParsed<R extends Route> = Part<R, 'params', 'out'> & Part<R, 'query', 'out'> & Part<R, 'body', 'out'>
/** Reply as a client reads it. */
export type RouteReply<R extends Route> = z.output<R['reply']>
