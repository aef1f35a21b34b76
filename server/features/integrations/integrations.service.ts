import { integrationKeys, integrationStates } from '#contract/integrations/integrations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'

/** What needs attention first, then what is connected; within these in the order of the contract. */
export async function listIntegrations(deps: Deps, context: { db: Db; caller: Member }) {
  const readers = integrationKeys.flatMap((key) => deps.integrations.find((one) => one.key === key) ?? [])
  const found = await Promise.all(
    readers.map(async ({ key, read }) => {
      const state = await read(deps, context)
      return state ? [{ key, ...state }] : []
    }),
  )
  const rank = ({ state }: { state: (typeof integrationStates)[number] }) => integrationStates.indexOf(state)
  return found.flat().sort((one, other) => rank(one) - rank(other))
}
