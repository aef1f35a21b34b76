import type { FirstStepName } from '#contract/first-steps.ts'
import type { Db } from '../../platform/db/db.ts'

/** Whether the business has ever done the step. */
export type IsDone = (db: Db, businessId: string) => Promise<boolean>
/** Functions by step; each is registered by the feature in which the step is done. */
export type FirstSteps = Record<FirstStepName, IsDone>
