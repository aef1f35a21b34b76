import { z } from 'zod'
import { byId, Done, id, time } from '../common.ts'
import { route } from '../route.ts'
import { User } from '../team/users.ts'

/** Seconds for which the phone of a colleague to whom a call is transferred rings. */
export const TRANSFER_RING_SECONDS = 20

/**
 * What a person can do with a call. `held`: the caller hears music. `calling`: the phone of a colleague rings, whom the
 * person asks first; `consulting`: they talk, and the caller hears music.
 */
export const talkStates = ['talking', 'held', 'calling', 'consulting'] as const
export const CallTalk = z.object({
  /** Null: the person does not talk in the call; their phone rings, or has rung. */
  state: z.enum(talkStates).nullable(),
  since: time.nullable(),
  canTransfer: z.boolean(),
  /** The colleague whom the person asks first. */
  colleague: User.nullable(),
  /** The colleague who did not answer: the caller is on hold again, or was put through and came back. */
  unanswered: User.nullable(),
  /** The colleague whose phone rings because this person put the caller through; until then they can take the call back. */
  handing: User.nullable(),
  /** Who transfers the call to this person. */
  transferredBy: User.nullable(),
  /** Whether the person who transfers asks this one first; the caller is not heard yet. */
  isAsked: z.boolean(),
})
export type CallTalk = z.output<typeof CallTalk>

/** `offShift`: has shifts, and none now. `offline`: no phone of theirs can be rung. */
export const colleagueStates = ['available', 'talking', 'ringing', 'away', 'offShift', 'offline'] as const
export type ColleagueState = (typeof colleagueStates)[number]
export const Colleague = z.object({
  user: User,
  state: z.enum(colleagueStates),
  /** The phones that would ring. */
  via: z.array(z.enum(['softphone', 'phone'])),
})
export type Colleague = z.output<typeof Colleague>

export const talkRoutes = {
  get: route({
    method: 'GET',
    path: '/call/:id/talk',
    access: 'None',
    summary: 'How the talk of a call goes on, for the person who talks in it or whose phone it rings',
    params: byId,
    reply: z.object({ success: z.literal(true), talk: CallTalk }),
  }),
  colleagues: route({
    method: 'GET',
    path: '/call/:id/colleagues',
    access: 'None',
    summary: 'The people to whom the person who talks in a call can transfer it',
    params: byId,
    reply: z.object({ success: z.literal(true), colleagues: z.array(Colleague) }),
  }),
  hold: route({
    method: 'POST',
    path: '/call/:id/hold',
    access: 'None',
    summary: 'Let the caller hear music, or talk with the caller again',
    params: byId,
    body: z.object({ isHeld: z.boolean() }),
    reply: Done,
  }),
  transfer: route({
    method: 'POST',
    path: '/call/:id/transfer',
    access: 'None',
    summary:
      'Transfer the call to a colleague. `blind`: the caller is put through, and comes back if the colleague does not answer; `attended`: the colleague is asked first, while the caller hears music',
    params: byId,
    body: z.object({ userId: id, kind: z.enum(['blind', 'attended']) }),
    reply: Done,
  }),
  complete: route({
    method: 'POST',
    path: '/call/:id/transfer/complete',
    access: 'None',
    summary: 'Put the caller through to the colleague who was asked first; again, it has no effect',
    params: byId,
    reply: Done,
  }),
  cancel: route({
    method: 'POST',
    path: '/call/:id/transfer/cancel',
    access: 'None',
    summary:
      'Let the colleague who was asked first go, and talk with the caller again; or take the call back while the phone of the colleague rings to whom it was transferred',
    params: byId,
    reply: Done,
  }),
}
