import { createHash } from 'node:crypto'
import type { PeopleNotification, ShiftNotification } from '#contract/notifications/notifications.ts'
import { translate } from '../../platform/texts.ts'
import { isolated, type PushText } from '../push/push.rules.ts'
import type { PushNotice } from './push.queries.ts'

/** The page of a business that tells more about a notification of the team or of numbers. */
const pages: Record<PeopleNotification['action'], string> = {
  invitation_accepted: 'users',
  invitation_asked: 'users/invited',
  join_asked: 'waiting-list',
  member_limited: 'users',
  number_silent: 'settings/numbers',
  automation_failing: 'settings/automations',
  webhook_paused: 'settings/webhooks',
  missed_digest: 'calls/missed',
  number_quiet: 'settings/numbers',
  number_test_failed: 'settings/numbers',
  telephony_cap: 'settings/numbers',
  telephony_credit: 'settings/numbers',
  number_hole: 'settings/call-flows',
  form_quiet: 'campaigns',
  campaign_quiet: 'campaigns',
  phone_unanswered: 'settings/numbers',
}
/** What is to be decided is listed with the team's shifts; what concerns one's own shifts, with these. */
const shiftPages: Record<ShiftNotification['action'], string> = {
  shifts_published: '/user/settings/shifts',
  shift_swap_asked: '/user/settings/shifts',
  shift_swap_accepted: 'shifts',
  shift_swap_approved: '/user/settings/shifts',
  shift_swap_declined: '/user/settings/shifts',
  shift_swap_undone: '/user/settings/shifts',
}
const isOfShifts = (action: string): action is ShiftNotification['action'] => action in shiftPages
const isOfPeople = (action: string): action is PeopleNotification['action'] => action in pages

function pathOf({ businessId, action, content }: PushNotice): string {
  if ('leadId' in content) {
    const item = content.itemId ? `?item=${content.itemId}` : ''
    return `/b/${businessId}/c/${content.campaignId}/leads/${content.leadId}${item}`
  }
  if (isOfShifts(action)) {
    const page = shiftPages[action]
    return page.startsWith('/') ? page : `/b/${businessId}/${page}`
  }
  return isOfPeople(action) ? `/b/${businessId}/${pages[action]}` : '/'
}

/** What a locked screen may show: what happened and where, but neither names nor contacts of people. */
export function textOf(notice: PushNotice): PushText {
  const { action, content, language, eventId } = notice
  const about = 'leadId' in content ? `${action} ${content.leadId}` : eventId
  const where = 'campaignName' in content ? [content.campaignName, content.businessName] : [content.businessName]
  return {
    title: translate(language, 'notifications-server', `push.${action}`),
    body: where.map(isolated).join(' · '),
    tag: createHash('sha256').update(about).digest('base64url').slice(0, 32),
    path: pathOf(notice),
    language,
  }
}
