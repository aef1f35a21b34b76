import { auditRoutes } from './audit.ts'
import { apiKeyRoutes } from './auth/api-keys.ts'
import { authRoutes } from './auth/auth.ts'
import { googleRoutes } from './auth/google-sign-in.ts'
import { passkeyRoutes } from './auth/passkeys.ts'
import { twoFactorRoutes } from './auth/two-factor.ts'
import { billingRoutes } from './billing/billing.ts'
import { blacklistRoutes } from './blacklist/blacklist.ts'
import { businessRoutes } from './businesses.ts'
import { calendarRoutes } from './calendars/calendars.ts'
import { adoptedNumberRoutes } from './calls/adopted-numbers.ts'
import { callRoutes } from './calls/calls.ts'
import { callFlowRoutes } from './calls/flows/call-flows.ts'
import { forwardingRoutes } from './calls/forwarding.ts'
import { lineTestRoutes } from './calls/line-tests/line-tests.ts'
import { numberRoutes } from './calls/numbers.ts'
import { outgoingRoutes } from './calls/outgoing/outgoing.ts'
import { softphoneRoutes } from './calls/softphone.ts'
import { talkRoutes } from './calls/talk.ts'
import { telephonyBudgetRoutes } from './calls/telephony-budget.ts'
import { campaignRoutes } from './campaigns.ts'
import { dashboardRoutes } from './dashboard.ts'
import { duplicatePolicyRoutes } from './duplicates/duplicate-policy.ts'
import { duplicateRoutes } from './duplicates/duplicates.ts'
import { spellingRoutes } from './duplicates/spellings.ts'
import { avatarRoutes } from './files/avatars.ts'
import { fileRoutes } from './files/files.ts'
import { firstStepRoutes } from './first-steps.ts'
import { formRoutes } from './forms.ts'
import { healthRoutes } from './health.ts'
import { integrationRoutes } from './integrations/integrations.ts'
import { leadFieldRoutes } from './lead-fields/lead-fields.ts'
import { leadSourceRoutes } from './lead-sources/lead-sources.ts'
import { assignmentRoutes } from './leads/assignment/assignment.ts'
import { automationRoutes } from './leads/automations/automations.ts'
import { commentRoutes } from './leads/comments/comments.ts'
import { bulkMessageRoutes } from './leads/conversations/bulk-messages.ts'
import { consentRoutes } from './leads/conversations/consents.ts'
import { conversationRoutes } from './leads/conversations/conversations.ts'
import { followUpRoutes } from './leads/follow-ups/follow-ups.ts'
import { missedCallRoutes } from './leads/follow-ups/missed-calls.ts'
import { todayRoutes } from './leads/follow-ups/today.ts'
import { leadWhyRoutes } from './leads/history/lead-why.ts'
import { leadBoardRoutes } from './leads/lead-board.ts'
import { leadCallRoutes } from './leads/lead-calls.ts'
import { leadCountRoutes } from './leads/lead-counts.ts'
import { leadViewerRoutes } from './leads/lead-viewers.ts'
import { leadRoutes } from './leads/leads.ts'
import { bookingPageRoutes } from './leads/meetings/booking/booking-pages.ts'
import { guestBookingRoutes } from './leads/meetings/booking/guest-booking.ts'
import { guestMeetingRoutes } from './leads/meetings/guest-meetings.ts'
import { meetingRoutes } from './leads/meetings/meetings.ts'
import { channelRoutes } from './leads/messages/channels.ts'
import { messageTemplateRoutes } from './leads/messages/message-templates.ts'
import { whatsAppRoutes } from './leads/messages/whatsapp.ts'
import { operationRoutes } from './leads/operations.ts'
import { callViewRoutes } from './leads/saved-views/call-views.ts'
import { leadViewRoutes } from './leads/saved-views/lead-views.ts'
import { leadExportRoutes } from './leads/sheets/lead-export.ts'
import { leadImportRoutes } from './leads/sheets/lead-import.ts'
import { speedToLeadRoutes } from './leads/speed-to-lead/speed-to-lead.ts'
import { statusRoutes } from './leads/statuses.ts'
import { notificationSettingRoutes } from './notifications/notification-settings.ts'
import { notificationRoutes } from './notifications/notifications.ts'
import { pushRoutes } from './notifications/push.ts'
import { recipientRoutes } from './notifications/recipients.ts'
import { privacyRoutes } from './privacy.ts'
import { profileRoutes } from './profile.ts'
import { shiftRoutes } from './shifts/shifts.ts'
import { swapRoutes } from './shifts/swaps.ts'
import { taxDocumentRoutes } from './tax-documents/tax-documents.ts'
import { invitationRoutes } from './team/invitations.ts'
import { teamRoutes } from './team/team.ts'
import { userRoutes } from './team/users.ts'
import { waitingListRoutes } from './team/waiting-list.ts'
import { webhookRoutes } from './webhooks/webhooks.ts'
import { leadQuietRoutes } from './working-hours/lead-quiet.ts'
import { workingHoursRoutes } from './working-hours/working-hours.ts'

/**
 * All routes, for the OpenAPI document and the tests that walk the contract. The web app imports the files of the
 * features instead.
 */
export const routes = {
  auth: authRoutes,
  users: userRoutes,
  invitations: invitationRoutes,
  team: teamRoutes,
  waitingList: waitingListRoutes,
  avatars: avatarRoutes,
  profile: profileRoutes,
  privacy: privacyRoutes,
  twoFactor: twoFactorRoutes,
  passkeys: passkeyRoutes,
  google: googleRoutes,
  businesses: businessRoutes,
  statuses: statusRoutes,
  leadFields: leadFieldRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  audit: auditRoutes,
  campaigns: campaignRoutes,
  workingHours: workingHoursRoutes,
  leadQuiet: leadQuietRoutes,
  shifts: shiftRoutes,
  shiftSwaps: swapRoutes,
  recipients: recipientRoutes,
  forms: formRoutes,
  leadSources: leadSourceRoutes,
  leads: leadRoutes,
  leadViewers: leadViewerRoutes,
  leadWhy: leadWhyRoutes,
  comments: commentRoutes,
  conversations: conversationRoutes,
  bulkMessages: bulkMessageRoutes,
  consents: consentRoutes,
  followUps: followUpRoutes,
  files: fileRoutes,
  today: todayRoutes,
  missedCalls: missedCallRoutes,
  calendars: calendarRoutes,
  meetings: meetingRoutes,
  bookingPages: bookingPageRoutes,
  guestBookings: guestBookingRoutes,
  guestMeetings: guestMeetingRoutes,
  leadCalls: leadCallRoutes,
  leadBoard: leadBoardRoutes,
  leadCounts: leadCountRoutes,
  leadExports: leadExportRoutes,
  leadImports: leadImportRoutes,
  duplicates: duplicateRoutes,
  duplicatePolicy: duplicatePolicyRoutes,
  spellings: spellingRoutes,
  leadViews: leadViewRoutes,
  callViews: callViewRoutes,
  calls: callRoutes,
  outgoing: outgoingRoutes,
  billing: billingRoutes,
  automations: automationRoutes,
  blacklist: blacklistRoutes,
  taxDocuments: taxDocumentRoutes,
  assignment: assignmentRoutes,
  speedToLead: speedToLeadRoutes,
  dashboard: dashboardRoutes,
  firstSteps: firstStepRoutes,
  messageTemplates: messageTemplateRoutes,
  channels: channelRoutes,
  whatsApp: whatsAppRoutes,
  integrations: integrationRoutes,
  operations: operationRoutes,
  notifications: notificationRoutes,
  push: pushRoutes,
  notificationSettings: notificationSettingRoutes,
  forwarding: forwardingRoutes,
  lineTests: lineTestRoutes,
  numbers: numberRoutes,
  adoptedNumbers: adoptedNumberRoutes,
  telephonyBudget: telephonyBudgetRoutes,
  callFlows: callFlowRoutes,
  softphone: softphoneRoutes,
  talk: talkRoutes,
  health: healthRoutes,
}
