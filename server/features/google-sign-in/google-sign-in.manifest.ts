import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { mountGoogleSignIn } from './google-sign-in.routes.ts'

export const googleSignIn: Feature = {
  mount: [mountGoogleSignIn],
  retained: [
    { table: 'google_trips', period: fixedPeriods.codes, column: 'expires_at' },
    { table: 'google_arrivals', period: fixedPeriods.codes, column: 'expires_at' },
  ],
}
