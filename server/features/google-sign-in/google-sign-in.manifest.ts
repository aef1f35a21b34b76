import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { erasePendingIdentities, listGoogleAccountsOfAccount } from './google-sign-in.queries.ts'
import { mountGoogleSignIn } from './google-sign-in.routes.ts'
import { dropLink } from './google-sign-in.service.ts'
import { signInIntegration } from './integration.service.ts'

export const googleSignIn: Feature = {
  mount: [mountGoogleSignIn],
  integrations: [signInIntegration],
  retained: [{ table: 'google_returns', period: fixedPeriods.codes, column: 'expires_at' }],
  identity: { dropLink },
  account: {
    tables: ['google_accounts'],
    erase: erasePendingIdentities,
    export: { googleAccounts: listGoogleAccountsOfAccount },
  },
}
