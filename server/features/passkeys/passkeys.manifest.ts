import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { listPasskeysOfAccount } from './passkeys.queries.ts'
import { mountPasskeys } from './passkeys.routes.ts'
import { dropPasskey } from './passkeys.service.ts'

export const passkeys: Feature = {
  mount: [mountPasskeys],
  retained: [{ table: 'passkey_challenges', period: fixedPeriods.codes, column: 'expires_at' }],
  identity: { dropPasskey },
  account: { tables: ['passkeys'], export: { passkeys: listPasskeysOfAccount } },
}
