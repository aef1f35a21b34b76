import type { commentRoutes } from '#contract/leads/comments/comments.ts'
import type { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import type { leadRoutes } from '#contract/leads/leads.ts'
import type { Route, RouteInput } from '#contract/route.ts'

type BodyOf<R extends Route> = RouteInput<R> extends { body: infer Body } ? Body : never
/** What can wait on the device until there is a network, by what it sends. */
type Bodies = {
  comment: BodyOf<typeof commentRoutes.add>
  change: BodyOf<typeof leadRoutes.change>
  setFollowUp: BodyOf<typeof followUpRoutes.set>
  finishFollowUp: BodyOf<typeof followUpRoutes.done>
  moveFollowUp: BodyOf<typeof followUpRoutes.snooze>
}
export type ActKind = keyof Bodies
export type Request = { [Kind in ActKind]: { kind: Kind; body: Bodies[Kind] } }[ActKind]

/** `id`: its Idempotency-Key, so that the server does it once, however often it is sent. */
export type NewAct = Request & {
  id: string
  businessId: string
  leadId: string
  /** A comment as the person reads it, with names in place of ids. */
  shown?: string
}
/** `unsure`: the server may have done it, but no longer remembers the key. */
export type Refusal = { code: string; message: string }
/**
 * An act that waits on the device. `order`: its place. `triedAt`: when it was sent first without hearing a reply.
 * `refusal`: it is not sent again unless the person says so.
 */
export type Act = NewAct & { order: number; userId: string; at: number; triedAt?: number; refusal?: Refusal }

/** A reply, or that the act waits for a network. */
export type Sent<T> = { isKept: false; reply: T } | { isKept: true }
