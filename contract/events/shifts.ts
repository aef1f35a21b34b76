import { z } from 'zod'
import { day, id, time } from '../common.ts'
import { Changes, type EventEntries, OfBusiness, OfPerson } from './events.ts'

const live = { audience: 'broadcast', topic: 'shift', kind: 'team' } as const
const ofPerson = { ...live, subject: { kind: 'person', id: 'userId' } } as const
const OfWeek = OfBusiness.extend({ week: day })
/** `userId` asked; `partnerId` is absent while any colleague may take the shift. The note is with the swap. */
const OfSwap = OfPerson.extend({
  swapId: id,
  partnerId: id.optional(),
  /** Of the shift that is given. */
  shiftDay: day,
  /** Of the shift that is taken in return. */
  inReturnDay: day.optional(),
})
const ofSwap = { ...ofPerson, payload: OfSwap, facts: ['partnerId', 'shiftDay', 'inReturnDay'] } as const
/** The people whom the notification is for. */
const notifies = z.array(id)
const notifyingSwap = { ...ofSwap, payload: OfSwap.extend({ notifies }) } as const

/** Notifications about shifts to the people whom they concern, with their channels. */
export const shiftNotifications = {
  shifts_published: ['app', 'popup', 'push'],
  shift_swap_asked: ['app', 'popup', 'push'],
  shift_swap_accepted: ['app', 'popup', 'push'],
  shift_swap_approved: ['app', 'popup', 'push'],
  shift_swap_declined: ['app', 'popup', 'push'],
  shift_swap_undone: ['app', 'popup', 'push'],
} as const

export const shiftEvents = {
  /** A person's weekly hours or exceptions were changed. What an absence is for stands only in the plan. */
  'shift_plan.changed': {
    ...ofPerson,
    payload: OfPerson.extend({ shiftParts: z.array(z.enum(['weekly', 'exceptions'])) }),
    facts: ['shiftParts'],
  },
  /** `pausedUntil` null: the pause was ended. */
  'shift_pause.changed': {
    ...ofPerson,
    payload: OfPerson.extend({ pausedUntil: time.nullable() }),
    facts: ['pausedUntil'],
  },
  'shift_draft.changed': { ...ofPerson, payload: OfPerson.extend({ week: day }), facts: ['week'] },
  'shift_week.copied': { ...live, payload: OfWeek, facts: ['week'] },
  /** Notifies the people whose week changed. */
  'shift_week.published': {
    ...live,
    payload: OfWeek.extend({ notifies }),
    facts: ['week'],
    notification: 'shifts_published',
  },
  'shift_settings.changed': { ...live, payload: OfBusiness.extend({ changes: Changes }), kind: 'settings' },
  'shift_swap.asked': { ...notifyingSwap, notification: 'shift_swap_asked' },
  'shift_swap.accepted': { ...notifyingSwap, notification: 'shift_swap_accepted' },
  'shift_swap.approved': { ...notifyingSwap, notification: 'shift_swap_approved' },
  'shift_swap.declined': { ...notifyingSwap, notification: 'shift_swap_declined' },
  'shift_swap.undone': { ...notifyingSwap, notification: 'shift_swap_undone' },
  'shift_swap.withdrawn': ofSwap,
  /** It can no longer be decided, because a shift of it was changed or one of the two left. */
  'shift_swap.ended': ofSwap,
} as const satisfies EventEntries
