import { z } from 'zod'
import { byId, day, id, text, time } from '../common.ts'
import { route } from '../route.ts'
import { User } from '../team/users.ts'
import { timeOfDay } from '../working-hours/ranges.ts'
import { HeldShift } from './shift-shapes.ts'

export const SWAP_NOTE_MAX = 200
/** Swaps listed: the open ones, then the newest others. */
export const SWAPS_LISTED = 50
/** Days ahead in which shifts are offered to swap. */
export const SWAP_DAYS = 35

/** A shift of a published week: its day and its times. */
export const SwapShift = HeldShift.extend({ day })
export type SwapShift = z.output<typeof SwapShift>
/** By which a shift of a person is found. */
const ChosenShift = z.object({ day, from: timeOfDay })

/** Days after its approval in which a swap can be undone, until one of its shifts begins. */
export const SWAP_UNDO_DAYS = 30

/**
 * `asked`: waits for the partner, `accepted`: waits for an Owner. `ended`: a shift of it was changed or has begun, or one
 * of the two left, before it was decided.
 */
export const swapStates = ['asked', 'accepted', 'approved', 'declined', 'withdrawn', 'ended', 'undone'] as const
export const openSwapStates = ['asked', 'accepted'] as const satisfies readonly (typeof swapStates)[number][]

export const ShiftSwap = z.object({
  id,
  state: z.enum(swapStates),
  asker: User,
  /** Null: any colleague may take the shift. */
  partner: User.nullable(),
  /** The asker's shift. */
  gives: SwapShift,
  /** The partner's shift that the asker takes; null: the asker takes none. */
  takes: SwapShift.nullable(),
  note: z.string(),
  createdAt: time,
  decidedAt: time.nullable(),
  /** What the caller may do. */
  can: z.object({
    accept: z.boolean(),
    decline: z.boolean(),
    withdraw: z.boolean(),
    approve: z.boolean(),
    undo: z.boolean(),
  }),
})
export type ShiftSwap = z.output<typeof ShiftSwap>

export const NewSwap = z
  .object({
    gives: ChosenShift,
    partnerId: id.nullable(),
    takes: ChosenShift.nullable(),
    note: text(SWAP_NOTE_MAX).default(''),
  })
  .refine(({ partnerId, takes }) => partnerId !== null || takes === null, {
    path: ['partnerId'],
    message: 'required_field',
  })
export type NewSwap = z.output<typeof NewSwap>

/** Asks a colleague to take the shifts of one's absence. */
export const NewStandIn = z
  .object({ from: day, to: day, partnerId: id, note: text(SWAP_NOTE_MAX).default('') })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'end_before_start' })
export type NewStandIn = z.output<typeof NewStandIn>

const own = { access: 'None', can: 'shifts.own' } as const
const One = z.object({ success: z.literal(true), swap: ShiftSwap })
const act = { method: 'POST', params: byId, reply: One, ...own } as const

export const swapRoutes = {
  list: route({
    method: 'GET',
    path: '/business/shift-swaps',
    ...own,
    summary: "Requests to swap shifts that concern the caller; an Owner reads all of the business's",
    reply: z.object({ success: z.literal(true), swaps: z.array(ShiftSwap) }),
  }),
  choices: route({
    method: 'GET',
    path: '/business/shift-swaps/choices',
    ...own,
    summary: `Published shifts of the next ${SWAP_DAYS} days: one's own, and those of colleagues in one's campaigns`,
    reply: z.object({
      success: z.literal(true),
      own: z.array(SwapShift),
      colleagues: z.array(User.extend({ shifts: z.array(SwapShift) })),
    }),
  }),
  ask: route({
    method: 'POST',
    path: '/business/shift-swaps',
    ...own,
    summary: 'Ask a colleague to swap shifts, or to take one; without a partner any colleague may take it',
    body: NewSwap,
    reply: One,
  }),
  standIn: route({
    method: 'POST',
    path: '/business/shift-swaps/stand-in',
    ...own,
    summary:
      "Ask a colleague to take the published shifts of one's absence: a request for each shift that they can take",
    body: NewStandIn,
    reply: z.object({
      success: z.literal(true),
      swaps: z.array(ShiftSwap),
      /** Shifts that were not asked for: the colleague works then or is away, or they are in another request. */
      left: z.array(SwapShift),
    }),
  }),
  accept: route({ ...act, path: '/business/shift-swaps/:id/accept', summary: 'Accept a swap as its partner' }),
  decline: route({
    ...act,
    path: '/business/shift-swaps/:id/decline',
    summary: 'Decline a swap as its partner, or as an Owner',
  }),
  withdraw: route({ ...act, path: '/business/shift-swaps/:id/withdraw', summary: "Withdraw one's own request" }),
  approve: route({
    ...act,
    path: '/business/shift-swaps/:id/approve',
    access: 'Owner',
    can: 'shifts.manage',
    summary: 'Approve a swap that the partner accepted; both published weeks change at once',
  }),
  undo: route({
    ...act,
    path: '/business/shift-swaps/:id/undo',
    access: 'Owner',
    can: 'shifts.manage',
    summary: 'Undo an approved swap whose shifts have not begun; both published weeks change back at once',
  }),
}
