import { z } from 'zod'
import { maybeConfirmation } from '../auth/confirmation.ts'
import { byId, Done, id, jsonQuery, line, Pagination, Paging, SEARCH_MAX, text, time } from '../common.ts'
import { route } from '../route.ts'
import { MemberAccess } from './invitations.ts'
import { User } from './users.ts'
import { countWaiting } from './waiting-count.ts'

export const JOIN_PATH = '/join'
export const JOIN_NOTE_MAX = 500
export const JOIN_SOURCE_MAX = 50
export const DECLINE_REASON_MAX = 500
/** Days after a refusal before the same person may ask again. */
export const JOIN_AGAIN_DAYS = 30
/** Maximum number of requests decided at once. */
export const DECIDED_AT_ONCE = 100

/** States of a request. New: not handled yet; Waiting: seen but undecided; Paused: postponed. */
export const joinStates = ['New', 'Waiting', 'Paused'] as const
export type JoinState = (typeof joinStates)[number]

export const JoinRequest = z.object({
  _id: id,
  state: z.enum(joinStates),
  user: User,
  email: z.string(),
  phone: z.string().nullable(),
  note: z.string(),
  /** The source in the link that the applicant used; empty: none. */
  source: z.string(),
  askedAt: time,
})
export type JoinRequest = z.output<typeof JoinRequest>

/** The public link through which people ask to join a business; null if it was never created. */
export const JoinLink = z.object({ url: z.string(), isEnabled: z.boolean(), renewedAt: time })
export type JoinLink = z.output<typeof JoinLink>

/** The caller's own pending request to join. */
export const OwnRequest = z.object({
  _id: id,
  business: z.object({ _id: id, name: z.string(), image: z.string().nullable() }),
  askedAt: time,
})
export type OwnRequest = z.output<typeof OwnRequest>

export const WaitingFilters = z.strictObject({ state: z.array(z.enum(joinStates)).min(1) }).partial()
export type WaitingFilters = z.output<typeof WaitingFilters>

const ids = z.array(id).min(1, 'required').max(DECIDED_AT_ONCE)
const key = z.object({ key: z.string().regex(/^[\w-]{22}$/, 'invalid_value') })
const Counted = z.object({ success: z.literal(true), count: z.number().int() })
const managed = { access: 'Owner', can: 'users.manage' } as const

export const waitingListRoutes = {
  list: route({
    ...managed,
    method: 'GET',
    path: '/business/waiting-list',
    summary: 'Who asks to join, the longest waiting first',
    query: Paging.extend({ search: text(SEARCH_MAX).optional(), filters: jsonQuery(WaitingFilters).optional() }),
    reply: z.object({ success: z.literal(true), requests: z.array(JoinRequest), pagination: Pagination }),
  }),
  count: countWaiting,
  approve: route({
    ...managed,
    method: 'POST',
    path: '/business/waiting-list/approve',
    confirms: 'sometimes',
    summary:
      'Approve people, all with the same role and campaigns, and notify them by mail. As Owner: confirm your identity',
    body: MemberAccess.extend({ ids, ...maybeConfirmation }),
    reply: Counted,
  }),
  change: route({
    ...managed,
    method: 'POST',
    path: '/business/waiting-list/state',
    summary: 'Put people off (Paused), or take them up again (Waiting)',
    body: z.object({ ids, state: z.enum(['Waiting', 'Paused']) }),
    reply: Counted,
  }),
  decline: route({
    ...managed,
    method: 'POST',
    path: '/business/waiting-list/decline',
    summary: 'Refuse people and notify them by mail, with the reason if one is given',
    body: z.object({ ids, reason: text(DECLINE_REASON_MAX).default('') }),
    reply: Counted,
  }),
  link: route({
    ...managed,
    method: 'GET',
    path: '/business/join-link',
    summary: 'The public link by which people ask to join',
    reply: z.object({ success: z.literal(true), link: JoinLink.nullable() }),
  }),
  changeLink: route({
    ...managed,
    method: 'POST',
    path: '/business/join-link',
    summary: 'Switch the public link on or off, or put a new one in its place',
    body: z.object({ isEnabled: z.boolean(), renew: z.literal(true).optional() }),
    reply: z.object({ success: z.literal(true), link: JoinLink }),
  }),
  open: route({
    method: 'GET',
    path: '/join/:key',
    access: 'public',
    summary: 'Whose public link this is',
    params: key,
    reply: z.object({ success: z.literal(true), business: OwnRequest.shape.business }),
  }),
  ask: route({
    method: 'POST',
    path: '/join/:key',
    access: 'user',
    summary: 'Ask to join; notifies the Owners',
    params: key,
    body: z.object({ note: text(JOIN_NOTE_MAX).default(''), source: line(JOIN_SOURCE_MAX).default('') }),
    reply: z.object({ success: z.literal(true), request: OwnRequest }),
    status: () => 201,
  }),
  own: route({
    method: 'GET',
    path: '/user/join-requests',
    access: 'user',
    summary: 'Where one has asked to join and waits',
    reply: z.object({ success: z.literal(true), requests: z.array(OwnRequest) }),
  }),
  withdraw: route({
    method: 'POST',
    path: '/user/join-requests/:id/withdraw',
    access: 'user',
    summary: 'Wait no longer',
    params: byId,
    reply: Done,
  }),
}
