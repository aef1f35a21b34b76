import type { Deps } from './deps.ts'
import { erasures } from './erasures.ts'
import { authJobs } from './features/auth/auth.jobs.ts'
import { erasingJobs } from './features/businesses/erasing.jobs.ts'
import { callWatchJobs } from './features/calls/hooks/call-watch.jobs.ts'
import { recordingJobs } from './features/calls/recordings/recordings.jobs.ts'
import { campaignJobs } from './features/campaigns/campaigns.jobs.ts'
import { dashboardJobs } from './features/dashboard/audits.jobs.ts'
import { housekeepingJobs } from './features/housekeeping/housekeeping.jobs.ts'
import { leadJobs } from './features/leads/leads.jobs.ts'
import { notificationJobs } from './features/notifications/notifications.jobs.ts'
import { numberJobs } from './features/numbers/numbers.jobs.ts'
import { providerCleanupJobs } from './features/numbers/provider-cleanup.jobs.ts'
import { operationJobs } from './features/operations/operations.jobs.ts'
import { privacyJobs } from './features/privacy/privacy.jobs.ts'
import { recipientJobs } from './features/recipients/recipients.jobs.ts'
import type { Job } from './platform/jobs/job.ts'

/** Everything that runs later. */
export const jobs = [
  ...notificationJobs,
  ...leadJobs,
  ...campaignJobs,
  ...recipientJobs,
  ...authJobs,
  ...dashboardJobs,
  ...operationJobs,
  ...numberJobs,
  ...providerCleanupJobs,
  ...callWatchJobs,
  ...recordingJobs,
  ...privacyJobs,
  ...erasingJobs(erasures),
  ...housekeepingJobs,
] as Job<Deps>[]
