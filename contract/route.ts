import type { z } from 'zod'
import type { Right, Role, Scope } from './roles.ts'

/**
 * Who may call a route: anyone, any signed-in user, or a member of the business named by `x-business-id`
 * whose business role is at least this one.
 */
export type Access = 'public' | 'user' | Role

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api`; parameters as `:name`. */
  path: `/${string}`
  access: Access
  /** A right that rank alone cannot say; asked of the business role, or of any campaign role for a right on a campaign's rows. */
  can?: Right
  /** The scope that opens the route to API keys; a route without one refuses them. */
  scope?: Scope
  /** Honours the header `Idempotency-Key`. */
  idempotent?: true
  /** Open to a person whose phone is not verified yet (user status Pending). */
  pending?: true
  /** The caller confirms who they are by password and, where two-factor is on, code: always, or for some of what it does. */
  confirms?: 'always' | 'sometimes'
  /** Changes something that a closing business lets be changed; every other route but a GET is refused there. */
  whileClosing?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Takes a multipart form instead of a body: one file under this field, up to this many bytes. */
  upload?: { field: string; maxBytes: number }
  /** Reads much at once: of one person or API key few of these run at the same time, some wait, and the rest is refused. */
  heavy?: true
  reply: z.ZodType
  /** The status of a reply, where it is not always 200. */
  // biome-ignore lint/suspicious/noExplicitAny: the reply's type is not known before the route is.
  status?: (reply: any) => 200 | 201 | 503
  /** One line for the reference at /api/docs. */
  summary: string
}

/** A list, a search or figures over many rows. */
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

/** What a client sends. */
export type RouteInput<R extends Route> = Part<R, 'params', 'in'> &
  Part<R, 'query', 'in'> &
  Part<R, 'body', 'in'> &
  File<R>
/** What a handler receives. */
export type RouteParsed<R extends Route> = Part<R, 'params', 'out'> & Part<R, 'query', 'out'> & Part<R, 'body', 'out'>
/** What a client reads. */
export type RouteReply<R extends Route> = z.output<R['reply']>
