import { z } from 'zod'
import { id, time } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofBusiness = { payload: OfBusiness, audience: 'broadcast', kind: 'settings' } as const

export const businessEvents = {
  'business.created': { ...ofBusiness, audience: 'audit' },
  /** Phone and e-mail are in `personal`. */
  'business.changed': { ...ofBusiness, audience: 'audit', payload: OfBusiness.extend({ changes: Changes }) },
  'business.closed': {
    ...ofBusiness,
    topic: 'business',
    payload: OfBusiness.extend({ closesAt: time }),
    facts: ['closesAt'],
  },
  'business.reopened': { ...ofBusiness, topic: 'business' },
  /** Retention periods were changed. */
  'retention.changed': { ...ofBusiness, payload: OfBusiness.extend({ changes: Changes }) },
  /** What happens to an enquiry of a person who has a lead already was decided. */
  'duplicate_policy.changed': { ...ofBusiness, payload: OfBusiness.extend({ changes: Changes }) },
  /** Settings of the member `userId` if it is set, else of the business. Template texts are in `personal`. */
  'notification_settings.changed': {
    ...ofBusiness,
    payload: OfBusiness.extend({ userId: id.optional(), changes: Changes }),
  },
  /** The list of first steps was hidden, or shown again. */
  'first_steps.changed': {
    ...ofBusiness,
    kind: null,
    topic: 'business',
    payload: OfBusiness.extend({ isDismissed: z.boolean() }),
  },
  /** A test notification was sent in the app. */
  'notification.tested': {
    ...ofBusiness,
    kind: null,
    payload: OfBusiness.extend({ userId: id, isSilent: z.boolean() }),
  },
} as const satisfies EventEntries
