import type { Integration, IntegrationKey } from '#contract/integrations/integrations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'

export type IntegrationState = Omit<Integration, 'key'>
/** How a feature says what the business is connected with. Undefined: the installation does not offer it. */
export type IntegrationReader = {
  key: IntegrationKey
  read: (deps: Deps, context: { db: Db; caller: Member }) => Promise<IntegrationState | undefined>
}

/** The state of what is not connected. */
export const notConnected: IntegrationState = {
  state: 'none',
  account: null,
  count: null,
  since: null,
  lastSuccessAt: null,
  problem: null,
}
