import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { authJobs } from './auth.jobs.ts'
import { listSessionsOfAccount } from './auth.queries.ts'
import { mountAuth } from './auth.routes.ts'
import { confirmIdentity } from './identity.ts'
import { endedBefore } from './sessions.sql.ts'

export const auth: Feature = {
  mount: [mountAuth],
  jobs: authJobs,
  retained: [
    { table: 'sessions', period: fixedPeriods.sessions, isOld: endedBefore },
    { table: 'phone_codes', period: fixedPeriods.codes, column: 'expires_at' },
    { table: 'password_resets', period: fixedPeriods.codes, column: 'expires_at' },
    { table: 'email_codes', period: fixedPeriods.codes, column: 'expires_at' },
    { table: 'pending_sign_ins', period: fixedPeriods.codes, column: 'expires_at' },
  ],
  identity: { confirm: confirmIdentity },
  account: {
    tables: ['sessions', 'phone_codes', 'password_resets', 'pending_sign_ins'],
    export: { sessions: listSessionsOfAccount },
  },
}
