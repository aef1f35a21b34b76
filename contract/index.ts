import { apiKeyRoutes } from './api-keys.ts'
import { authRoutes } from './auth.ts'
import { avatarRoutes } from './avatars.ts'
import { blacklistRoutes } from './blacklist.ts'
import { businessRoutes } from './businesses.ts'
import { callRoutes } from './calls.ts'
import { campaignRoutes } from './campaigns.ts'
import { dashboardRoutes } from './dashboard.ts'
import { formRoutes } from './forms.ts'
import { healthRoutes } from './health.ts'
import { leadCallRoutes } from './lead-calls.ts'
import { leadRoutes } from './leads.ts'
import { notificationRoutes } from './notifications.ts'
import { numberRoutes } from './numbers.ts'
import { operationRoutes } from './operations.ts'
import { profileRoutes } from './profile.ts'
import { softphoneRoutes } from './softphone.ts'
import { userRoutes } from './users.ts'

/** Every route there is: what the OpenAPI document and the contract walk enumerate. The web imports the features' own files. */
export const routes = {
  auth: authRoutes,
  users: userRoutes,
  avatars: avatarRoutes,
  profile: profileRoutes,
  businesses: businessRoutes,
  apiKeys: apiKeyRoutes,
  campaigns: campaignRoutes,
  forms: formRoutes,
  leads: leadRoutes,
  leadCalls: leadCallRoutes,
  calls: callRoutes,
  blacklist: blacklistRoutes,
  dashboard: dashboardRoutes,
  operations: operationRoutes,
  notifications: notificationRoutes,
  numbers: numberRoutes,
  softphone: softphoneRoutes,
  health: healthRoutes,
}
