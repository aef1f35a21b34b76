import { z } from 'zod'
import { time } from '../../common.ts'
import { type EventEntries, OfBusiness } from '../events.ts'

const channels = ['app', 'popup', 'push', 'mail'] as const
/**
 * Alarms to Owners, with their channels: a number, form or campaign from which nothing comes although much usually does,
 * a number whose daily test fails, a number that will be open without anyone to ring, a phone that never answers, and an
 * account with a provider that costs much or has little credit.
 */
export const alarmNotifications = {
  number_quiet: channels,
  number_test_failed: channels,
  number_hole: channels,
  form_quiet: channels,
  campaign_quiet: channels,
  phone_unanswered: channels,
  telephony_cap: channels,
  telephony_credit: channels,
} as const
export type AlarmKind = keyof typeof alarmNotifications

/**
 * `since`: the last arrival, and `count` how many would usually have come since; of a phone, how many calls it let ring; of a
 * test, how many failed; of holes, how many are new, and `since` when the first begins; of a
 * monthly cap, how many percent of it are reached. The name is in `personal`.
 */
const alarm = {
  payload: OfBusiness.extend({ count: z.number().int(), since: time.optional() }),
  audience: 'audit',
  kind: null,
} as const

export const alarmEvents = {
  'number.fell_quiet': { ...alarm, notification: 'number_quiet' },
  'number.test_failed': { ...alarm, notification: 'number_test_failed' },
  'number.hole_appeared': { ...alarm, notification: 'number_hole' },
  'form.fell_quiet': { ...alarm, notification: 'form_quiet' },
  'campaign.fell_quiet': { ...alarm, notification: 'campaign_quiet' },
  'telephony.cap_reached': { ...alarm, notification: 'telephony_cap' },
  'telephony.credit_low': { ...alarm, notification: 'telephony_credit' },
  'phone.unanswered': { ...alarm, notification: 'phone_unanswered' },
} as const satisfies EventEntries
