import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { type FirstStepsState, firstSteps } from '#contract/first-steps.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import * as queries from './first-steps.queries.ts'

type Context = { db: Db; caller: Member }

export async function readFirstSteps(
  deps: Pick<Deps, 'firstSteps'>,
  { db, caller }: Context,
): Promise<FirstStepsState> {
  const { businessId } = caller
  const { isDismissed = true } = (await queries.findDismissal(db, businessId)) ?? {}
  if (isDismissed) return { isDismissed, steps: [] }
  const steps = firstSteps.map(async (step) => ({ step, isDone: await deps.firstSteps[step](db, businessId) }))
  return { isDismissed, steps: await Promise.all(steps) }
}

export const dismissFirstSteps = ({ now }: Pick<Deps, 'now'>, { db, caller }: Context, isDismissed: boolean) =>
  db.transaction().execute(async (tx) => {
    const isChanged = await queries.updateDismissal(tx, caller.businessId, isDismissed ? now() : null)
    if (isChanged) await emit(tx, caller, 'first_steps.changed', { campaignId: ALL_CAMPAIGNS, isDismissed })
  })
