import { z } from 'zod'
import { Done, id, LIMIT_MAX, time } from '../common.ts'
import { assignmentNotifications } from '../events/assignment.ts'
import { automationFailures, automationNotifications } from '../events/automations.ts'
import { alarmNotifications } from '../events/calls/alarms.ts'
import { callNotifications } from '../events/calls/calls.ts'
import { missedCallNotifications } from '../events/calls/missed-calls.ts'
import { numberNotifications } from '../events/calls/numbers.ts'
import { commentNotifications } from '../events/comments.ts'
import { conversationNotifications } from '../events/conversations.ts'
import { followUpNotifications } from '../events/follow-ups.ts'
import { leadNotifications } from '../events/leads.ts'
import { meetingNotifications } from '../events/meetings/meetings.ts'
import { shiftNotifications } from '../events/shifts.ts'
import { teamNotifications } from '../events/team.ts'
import { route } from '../route.ts'
import { webhookFailures } from '../webhooks/terms.ts'

/** Polling interval of notifications and display time of a popup (specification, section 9). */
export const NOTIFICATION_POLL_MS = 600_000
export const NOTIFICATION_POPUP_MS = 6_000
export const NOTIFICATION_PAGE = 20
/** Notifications about a lead. */
export const leadActions = [...leadNotifications, ...callNotifications] as const
/** Notifications about a lead that concern one person. */
export const personalActions = [
  ...followUpNotifications,
  ...meetingNotifications,
  ...commentNotifications,
  ...conversationNotifications,
  ...assignmentNotifications,
  ...automationNotifications,
] as const
/**
 * Notifications for Owners: members who join or ask to join, acts that an Owner should review, numbers that have no phone
 * to ring, missed callers who wait, and alarms.
 */
export const peopleNotifications = {
  ...teamNotifications,
  ...numberNotifications,
  ...automationFailures,
  ...webhookFailures,
  ...missedCallNotifications,
  ...alarmNotifications,
} as const
type PeopleAction = keyof typeof peopleNotifications
export const peopleActions = Object.keys(peopleNotifications) as [PeopleAction, ...PeopleAction[]]
/** Notifications about shifts, each for the people whom it concerns. */
type ShiftAction = keyof typeof shiftNotifications
export const shiftActions = Object.keys(shiftNotifications) as [ShiftAction, ...ShiftAction[]]

const Common = z.object({
  _id: id,
  id,
  /** The title in the language of the caller. */
  title: z.string(),
  isRead: z.boolean(),
  createdAt: time,
  /** Whether no popup is shown, because of quiet hours or because the person turned popups off. */
  isSilent: z.boolean(),
})
const OfBusiness = z.object({ businessId: id, businessName: z.string(), businessImage: z.string().nullable() })
export const LeadNotification = Common.extend({
  action: z.enum([...leadActions, ...personalActions]),
  content: OfBusiness.extend({
    campaignId: id,
    leadId: id,
    leadName: z.string(),
    leadPhone: z.string().nullable(),
    campaignName: z.string(),
    source: z.string(),
    /** The item of the lead's history that it is about. */
    itemId: id.optional(),
  }),
})
export type LeadNotification = z.output<typeof LeadNotification>
export const PeopleNotification = Common.extend({
  action: z.enum(peopleActions),
  /**
   * `personName`: name, address or phone of the person; for a number, its phone. `waiting` and `returned`: of missed
   * callers, how many wait, and how many of the day before do not wait any more. `count` and `since`: of an alarm, as in
   * its event.
   */
  content: OfBusiness.extend({
    personName: z.string(),
    waiting: z.number().int().optional(),
    returned: z.number().int().optional(),
    count: z.number().int().optional(),
    since: time.optional(),
  }),
})
export type PeopleNotification = z.output<typeof PeopleNotification>
export const ShiftNotification = Common.extend({
  action: z.enum(shiftActions),
  /** `personName`: who published or acted. `day`: the Sunday of the week, or the day of the shift that is given. */
  content: OfBusiness.extend({ personName: z.string(), day: z.iso.date() }),
})
export type ShiftNotification = z.output<typeof ShiftNotification>
/** A test notification that the user sent to themselves. */
export const TestNotification = Common.extend({ action: z.literal('test'), content: OfBusiness })
export type TestNotification = z.output<typeof TestNotification>
export const Notification = z.discriminatedUnion('action', [
  LeadNotification,
  PeopleNotification,
  ShiftNotification,
  TestNotification,
])
export type Notification = z.output<typeof Notification>

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: '/user/notifications',
    access: 'user',
    summary: "One's notifications of all businesses, newest first; `before` pages on from an id",
    query: z.object({
      read: z.enum(['true', 'false']).optional(),
      before: id.optional(),
      limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(NOTIFICATION_PAGE),
    }),
    reply: z.object({ success: z.literal(true), data: z.array(Notification) }),
  }),
  count: route({
    method: 'GET',
    path: '/user/notifications/count',
    access: 'user',
    summary: 'How many are read and unread',
    reply: z.object({ success: z.literal(true), result: z.object({ read: z.number(), unread: z.number() }) }),
  }),
  markAllAsRead: route({
    method: 'POST',
    path: '/user/notifications/markAllAsRead',
    access: 'user',
    summary: 'Mark all as read',
    reply: Done,
  }),
  read: route({
    method: 'POST',
    path: '/user/notifications/read',
    access: 'user',
    summary: 'Mark one as read (status true) or unread (status false)',
    body: z.object({ id, status: z.boolean() }),
    reply: Done,
  }),
  remove: route({
    method: 'POST',
    path: '/user/notifications/delete',
    access: 'user',
    summary: 'Delete one that is read',
    body: z.object({ id }),
    reply: Done,
  }),
}
