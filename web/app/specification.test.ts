import { describe, expect, it } from 'vitest'
import { RESET_LINK_HOURS } from '#contract/auth/auth.ts'
import { CAMPAIGN_SEARCH_DEBOUNCE_MS } from '#contract/campaigns.ts'
import { NAME_MAX, NAME_MIN, TITLE_MIN } from '#contract/common.ts'
import { IS_PAYMENT_REQUIRED, languages, PAGE_SIZE, TIME_ZONE } from '#contract/constants.ts'
import { CHART_YEARS } from '#contract/dashboard.ts'
import { NOTIFICATION_POLL_MS, NOTIFICATION_POPUP_MS } from '#contract/notifications/notifications.ts'
import { ranks } from '#contract/roles.ts'
import { OVERLAY_MIN_MS } from '../lib/overlay.ts'
import { NARROW } from '../lib/use-narrow.ts'
import { ERROR_TOAST_MS, TOAST_MS, UNDO_TOAST_MS } from '../ui/feedback/toast.tsx'
import { TOASTS_AT_ONCE } from '../ui/feedback/toast-stack.tsx'

const files = import.meta.glob<string>('../../locales/*/*.json', { eager: true, query: '?raw', import: 'default' })
const textOf = (language: 'he' | 'en', key: string) => {
  const [file = '', path = ''] = key.split(':')
  const found = path
    .split('.')
    .reduce<unknown>(
      (texts, part) => (texts as Record<string, unknown>)?.[part],
      JSON.parse(files[`../../locales/${language}/${file}.json`] ?? '{}'),
    )
  return String(found)
}

describe('texts of the specification', () => {
  it.each([
    // Section 2
    ['shell:notFound', 'Sorry, the page you are looking for does not exist'],
    ['shell:selectBusiness', 'Select Business'],
    ['shell:allCampaigns', 'All campaigns'],
    ['shell:fullName', 'Full name'],
    ['shell:fullNamePlaceholder', 'Enter your full name'],
    ['popups:thanks.title', 'Thank you for your selection!'],
    ['popups:thanks.text', 'Your response has been recorded.'],
    ['common:close', 'Close'],
    ['common:save', 'Save'],
    ['notifications:markAll', 'Mark all as read'],
    // Section 5
    ['errors:too_short', 'Minimum {{limit}} characters required'],
    ['errors:too_long', 'Maximum {{limit}} characters allowed'],
    ['errors:terms_required', 'Please agree to the terms and conditions'],
    ['errors:required', 'Please fill in all required fields'],
    ['errors:invalid_phone', 'Invalid phone number'],
    ['shell:nameNeeded', 'Please provide your name to continue'],
    ['errors:campaign_required', 'Please select campaign'],
    ['errors:no_file', 'No file selected'],
    ['refusals:invalid_target', 'Invalid types'],
    // Section 8
    ['auth-mail:registered', 'Registration successful.'],
    ['auth:register.failed', 'An unexpected error occurred.'],
    ['refusals:operation_succeeded', 'Operation succeeded'],
    ['leads:deleteFailed', 'Error deleting lead'],
    ['shell:logoutFailed', 'Failed to log out user'],
    ['common:currentUserFailed', 'Failed to fetch current user'],
    ['notifications:deleteFailed', 'Failed to delete notification'],
    ['errors:avatar_failed', 'Error updating avatar'],
    ['common:noDataFound', 'No data found'],
    ['common:unexpectedError', 'Oops! Something went wrong'],
    ['businesses:create.failed', 'Error creating business'],
    ['refusals:key_not_active', 'Key is not active'],
  ])('%s is "%s", and something else in Hebrew', (key, text) => {
    expect(textOf('en', key)).toBe(text)
    expect(textOf('he', key)).toMatch(/[א-ת]/)
  })

  it.each([
    ['leads:deleted_one', /^Operation succeeded\b/],
    ['leads:deleteRefused', /^Operation failed\b/],
  ])('%s begins with its words', (key, words) => {
    expect(textOf('en', key)).toMatch(words)
    expect(textOf('he', key)).toMatch(/[א-ת]/)
  })

  // Section 4: the statuses, in English as on the wire.
  it.each([
    ['Answered', 'נענתה'],
    ['Not Answered', 'לא נענתה'],
    ['Busy', 'תפוס'],
    ['Caller Canceled', 'נותקה לפני מענה'],
    ['Not Active', 'לא פעיל'],
    ['Blacklisted', 'חסום'],
    ['Out of Time', 'מחוץ לשעות'],
    ['Unknown', 'לא ידוע'],
  ])('the call status %s has its name of the specification, in Hebrew %s', (status, inHebrew) => {
    for (const key of [`calls:statuses.${status}`, `call-export:${status}`])
      expect([textOf('en', key), textOf('he', key)]).toEqual([status, inHebrew])
  })

  it.each([
    ['Active', 'פעיל'],
    ['Pending', 'ממתין לאימות'],
    ['Verified', 'מאומת'],
  ])('the user status %s has its name of the specification, in Hebrew %s', (status, inHebrew) => {
    const key = `users:status.${status}`
    expect([textOf('en', key), textOf('he', key)]).toEqual([status, inHebrew])
  })

  // Sections 2 and 4: unread and read, answered and not answered.
  it.each([
    ['notifications:tabs.all', 'All', 'הכול'],
    ['notifications:tabs.unread', 'Unread', 'לא נקראו'],
    ['notifications:tabs.read', 'Read', 'נקראו'],
    ['leads:flags.unread', 'Unread', 'לא נקראו'],
    ['leads:unreadMark', 'Unread', 'לא נקרא'],
    ['notifications:open_other', 'Notifications, {{count}} unread', 'התראות, {{count}} לא נקראו'],
    ['calls:flags.missed', 'Missed calls', 'שיחות שלא נענו'],
    ['calls:summary.answered', 'Answered', 'נענו'],
    ['calls:summary.missed', 'Missed', 'לא נענו'],
    ['notifications-server:title.missed_call', 'Missed call: {{name}}', 'שיחה שלא נענתה: {{name}}'],
  ])('%s is "%s", in Hebrew "%s"', (key, inEnglish, inHebrew) => {
    expect([textOf('en', key), textOf('he', key)]).toEqual([inEnglish, inHebrew])
  })
})

describe('constants of the specification', () => {
  it.each([
    ['page size of every table', PAGE_SIZE, 10],
    ['mobile breakpoint', NARROW, '(max-width: 991px)'],
    ['minimum loading indicator time, ms', OVERLAY_MIN_MS, 500],
    ['notification popups, ms', NOTIFICATION_POPUP_MS, 6_000],
    ['toasts, ms', TOAST_MS, 3_000],
    ['toasts of errors, ms', ERROR_TOAST_MS, 5_000],
    ['toasts that offer Undo, ms', UNDO_TOAST_MS, 10_000],
    ['toasts at once', TOASTS_AT_ONCE, 3],
    ['notification count polling, ms', NOTIFICATION_POLL_MS, 600_000],
    ['campaign search debounce, ms', CAMPAIGN_SEARCH_DEBOUNCE_MS, 300],
    ['shortest name', NAME_MIN, 2],
    ['shortest title', TITLE_MIN, 3],
    ['longest name and title', NAME_MAX, 50],
    ['reset link, hours', RESET_LINK_HOURS, 1],
    ['default language', languages[0], 'he'],
    ['time zone', TIME_ZONE, 'Asia/Jerusalem'],
    ['lead-creation chart, years', CHART_YEARS, 5],
    ['payment-required popup', IS_PAYMENT_REQUIRED, false],
  ])('%s', (_, value, expected) => {
    expect(value).toBe(expected)
  })

  it('ranks of the roles', () => {
    expect(ranks).toEqual({ Owner: 0, Admin: 10, Affiliate: 100, Lead: 300, Writer: 400, Reader: 500, None: 1000 })
  })
})
