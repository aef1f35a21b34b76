import { apiKeyPage } from '../features/api-keys/pages.ts'
import { auditPage } from '../features/audit/pages.ts'
import { authPages } from '../features/auth/pages.ts'
import { automationListPage } from '../features/automations/pages.ts'
import { blacklistPage } from '../features/blacklist/pages.ts'
import { businessPages } from '../features/businesses/pages.ts'
import { callFlowPages } from '../features/call-flows/pages.ts'
import { callPage } from '../features/calls/pages.ts'
import { campaignPages } from '../features/campaigns/pages.ts'
import { channelPage } from '../features/channels/pages.ts'
import { conversationsPage } from '../features/conversations/pages.ts'
import { missedCallsPage } from '../features/follow-ups/pages.ts'
import { allFormsPage, formPages } from '../features/forms/pages.ts'
import { integrationsPage } from '../features/integrations/pages.ts'
import { leadFieldPage } from '../features/lead-fields/pages.ts'
import { leadQuietPage } from '../features/lead-quiet/pages.ts'
import { leadSourcePage } from '../features/lead-sources/pages.ts'
import { duplicatePolicyPage, duplicatesPage, importPage, leadPage } from '../features/leads/pages.ts'
import { bookingPagesPage, meetingsPage } from '../features/meetings/pages.ts'
import { messageTemplatePage } from '../features/message-templates/pages.ts'
import { notificationSettingPages } from '../features/notification-settings/pages.ts'
import { numberPages } from '../features/numbers/pages.ts'
import { operationPage } from '../features/operations/pages.ts'
import { privacyPage } from '../features/privacy/pages.ts'
import { shiftsPage } from '../features/shifts/pages.ts'
import { statusPage } from '../features/statuses/pages.ts'
import { waitingListPage } from '../features/waiting-list/pages.ts'
import { webhookPage } from '../features/webhooks/pages.ts'
import { workingHoursPages } from '../features/working-hours/pages.ts'
import { paths } from '../lib/paths.ts'
import { lazyPage, type Page } from '../shared/pages.ts'

const home: Page = {
  path: paths.dashboard,
  access: 'user',
  inBusiness: true,
  choosesCampaign: true,
  texts: ['dashboard', 'first-steps', 'leads', 'calls'],
  component: lazyPage(() => import('./pages/home-page.tsx'), 'HomePage'),
  menu: { key: 'overview', group: 'dashboard', icon: 'layout-dashboard', bottomBar: 6, keys: 'KeyG KeyD' },
}
const today: Page = {
  path: paths.today.pattern,
  texts: ['follow-ups', 'missed-calls', 'response-clock', 'meetings'],
  component: lazyPage(() => import('./pages/today-with-meetings.tsx'), 'TodayWithMeetings'),
  notifies: { follow_up_due: { icon: 'alarm', hue: 'amber' } },
  menu: {
    key: 'today',
    group: 'dashboard',
    icon: 'list-check',
    needs: 'followUps.edit',
    bottomBar: 1,
    count: 'today',
    keys: 'KeyG KeyT',
  },
}
const calls: Page = {
  ...callPage,
  component: lazyPage(() => import('./pages/calls-with-meetings.tsx'), 'CallsWithMeetings'),
}
const lead: Page = {
  path: paths.lead.pattern,
  texts: ['leads', 'calls', 'follow-ups'],
  component: lazyPage(() => import('./pages/lead-with-calls.tsx'), 'LeadWithCalls'),
  under: 'leads',
  shows: {
    kind: 'lead',
    at: ({ businessId, campaignId, _id }) => campaignId && _id && paths.lead(businessId, campaignId, _id),
  },
}
const share: Page = {
  path: '/share',
  access: 'user',
  inBusiness: true,
  texts: ['device', 'leads'],
  component: lazyPage(() => import('./pages/share-page.tsx'), 'ShareWithLeads'),
  under: 'leads',
}
const team: Page = {
  path: paths.users.pattern,
  access: 'Owner',
  texts: ['invitations', 'users'],
  component: lazyPage(() => import('./pages/team-page.tsx'), 'TeamPage'),
  menu: { key: 'users', group: 'business', icon: 'users-group', count: 'waiting' },
  about: ['person'],
  notifies: {
    invitation_accepted: { icon: 'user-check', hue: 'green' },
    invitation_asked: { icon: 'mail-question', hue: 'amber' },
    member_limited: { icon: 'user-exclamation', hue: 'red' },
  },
}
const invited: Page = {
  path: paths.invited.pattern,
  access: 'Owner',
  texts: ['invitations'],
  component: lazyPage(() => import('./pages/invited-page.tsx'), 'InvitedPage'),
  menu: { key: 'invited', group: 'palette', icon: 'mail-question' },
  under: 'users',
  about: ['invitation'],
}
const automation: Page = {
  path: paths.automation.pattern,
  access: 'Owner',
  texts: ['automations', 'leads', 'calls', 'message-templates'],
  component: lazyPage(() => import('./pages/automation-pages.tsx'), 'AutomationWithConditions'),
  // Its sentences need the whole width, so the menu of the settings does not stand beside it.
  under: 'settings',
  shows: { kind: 'automation', at: ({ businessId, _id }) => _id && paths.automation(businessId, _id) },
}
const campaign: Page = {
  path: [paths.campaign.pattern, paths.campaignTab.pattern],
  texts: ['campaigns'],
  component: lazyPage(() => import('./pages/campaign-page.tsx'), 'CampaignWithTabs'),
  under: 'campaigns',
}
const settings: Page = {
  path: paths.settings.pattern,
  component: lazyPage(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  menu: { key: 'settings', group: 'business', icon: 'settings', ofSettings: true },
}
const billing: Page = {
  path: paths.billing.pattern,
  access: 'Owner',
  texts: ['billing', 'tax-documents', 'refusals'],
  component: lazyPage(() => import('./pages/billing-page.tsx'), 'BillingWithDocuments'),
  menu: { key: 'billing', group: 'settings', section: 'business', icon: 'credit-card', ofBilling: true },
  about: ['taxDocument'],
}
/** Texts of the sections below the first screen are loaded with those sections. */
const profileTexts = ['profile', 'images']
const profile: Page = {
  path: paths.profile,
  access: 'user',
  pending: true,
  component: lazyPage(() => import('./pages/own-profile.tsx'), 'OwnProfile'),
  texts: profileTexts,
  menu: { key: 'profile', group: 'me', label: 'myProfile', icon: 'user-circle' },
}
const myShifts: Page = {
  path: paths.myShifts,
  access: 'user',
  pending: true,
  component: lazyPage(() => import('./pages/own-shifts.tsx'), 'OwnShifts'),
  texts: ['shifts', 'open-ranges', ...profileTexts],
  menu: { key: 'myShifts', group: 'me', icon: 'calendar-clock', needs: 'shifts.own' },
  notifies: {
    shifts_published: { icon: 'calendar-clock', hue: 'sky' },
    shift_swap_asked: { icon: 'calendar-clock', hue: 'amber' },
    shift_swap_approved: { icon: 'calendar-clock', hue: 'green' },
    shift_swap_declined: { icon: 'calendar-clock', hue: 'red' },
    shift_swap_undone: { icon: 'calendar-clock', hue: 'amber' },
  },
}

/** Public pages, opened by sent links or at the start of the app. */
const openPages: readonly Page[] = [
  {
    path: paths.invitation.pattern,
    unframed: true,
    texts: ['invitation', 'auth', 'shell'],
    component: lazyPage(() => import('./pages/invitation-page.tsx'), 'InvitationPage'),
  },
  {
    path: paths.join.pattern,
    unframed: true,
    texts: ['join', 'auth'],
    component: lazyPage(() => import('./pages/join-page.tsx'), 'JoinPage'),
  },
  {
    path: paths.meeting.pattern,
    unframed: true,
    texts: ['guest-meeting', 'auth'],
    component: lazyPage(() => import('./pages/meeting-page.tsx'), 'MeetingPage'),
  },
  {
    path: paths.booking.pattern,
    unframed: true,
    texts: ['booking', 'auth'],
    component: lazyPage(() => import('./pages/booking-page.tsx'), 'BookingPage'),
  },
  {
    path: paths.recipient.pattern,
    unframed: true,
    texts: ['recipient', 'auth'],
    component: lazyPage(() => import('./pages/recipient-page.tsx'), 'RecipientPage'),
  },
  {
    path: paths.privacy,
    texts: ['privacy', 'shell'],
    component: lazyPage(() => import('./pages/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
    menu: { key: 'privacy', group: 'palette', label: 'privacyPolicy', icon: 'shield-lock' },
  },
  {
    path: '/typography',
    access: 'user',
    texts: ['typography', 'leads', 'popups'],
    component: lazyPage(() => import('./typography/typography-page.tsx'), 'TypographyPage'),
    menu: { key: 'typography', group: 'palette', icon: 'typography', ofOwnMachine: true },
  },
  {
    path: paths.devPhones,
    unframed: true,
    texts: ['dev-phones', 'softphone'],
    component: lazyPage(() => import('./dev-phones/dev-phones-page.tsx'), 'DevPhonesPage'),
  },
]

/** All pages, in menu order. */
export const pages: readonly Page[] = [
  home,
  today,
  leadPage,
  importPage,
  duplicatesPage,
  lead,
  share,
  calls,
  missedCallsPage,
  conversationsPage,
  meetingsPage,
  ...campaignPages,
  campaign,
  ...formPages,
  leadSourcePage,
  team,
  shiftsPage,
  invited,
  waitingListPage,
  profile,
  myShifts,
  settings,
  ...businessPages,
  ...workingHoursPages,
  billing,
  statusPage,
  leadFieldPage,
  duplicatePolicyPage,
  allFormsPage,
  bookingPagesPage,
  ...numberPages,
  ...callFlowPages,
  blacklistPage,
  messageTemplatePage,
  channelPage,
  ...notificationSettingPages,
  leadQuietPage,
  automationListPage,
  automation,
  integrationsPage,
  apiKeyPage,
  webhookPage,
  privacyPage,
  auditPage,
  operationPage,
  ...authPages,
  ...openPages,
]
