import { apiKeyRoutes } from './api-keys.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { avatarRoutes } from './avatars.ts'
import { blacklistRoutes } from './blacklist.ts'
import { businessRoutes } from './businesses.ts'
import { callRoutes } from './calls.ts'
import { campaignRoutes } from './campaigns.ts'
import { dashboardRoutes } from './dashboard.ts'
import { formRoutes } from './forms.ts'
import { googleRoutes } from './google-sign-in.ts'
import { healthRoutes } from './health.ts'
import { invitationRoutes } from './invitations.ts'
import { leadCallRoutes } from './lead-calls.ts'
import { leadCountRoutes } from './lead-counts.ts'
import { leadRoutes } from './leads.ts'
import { notificationSettingRoutes } from './notification-settings.ts'
import { notificationRoutes } from './notifications.ts'
import { numberRoutes } from './numbers.ts'
import { operationRoutes } from './operations.ts'
import { passkeyRoutes } from './passkeys.ts'
import { privacyRoutes } from './privacy.ts'
import { profileRoutes } from './profile.ts'
import { recipientRoutes } from './recipients.ts'
import { softphoneRoutes } from './softphone.ts'
import { statusRoutes } from './statuses.ts'
import { teamRoutes } from './team.ts'
import { twoFactorRoutes } from './two-factor.ts'
import { userRoutes } from './users.ts'
import { waitingListRoutes } from './waiting-list.ts'

/** Every route there is: what the OpenAPI document and the contract walk enumerate. The web imports the features' own files. */
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
  apiKeys: apiKeyRoutes,
  audit: auditRoutes,
  campaigns: campaignRoutes,
  recipients: recipientRoutes,
  forms: formRoutes,
  leads: leadRoutes,
  leadCalls: leadCallRoutes,
  leadCounts: leadCountRoutes,
  calls: callRoutes,
  blacklist: blacklistRoutes,
  dashboard: dashboardRoutes,
  operations: operationRoutes,
  notifications: notificationRoutes,
  notificationSettings: notificationSettingRoutes,
  numbers: numberRoutes,
  softphone: softphoneRoutes,
  health: healthRoutes,
}
