import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { operationJobs } from './operations.jobs.ts'
import { mountOperations } from './operations.routes.ts'
import { isOfOperationBefore } from './operations.sql.ts'

export const operations: Feature = {
  mount: [mountOperations],
  jobs: operationJobs,
  retained: [
    // Deleted before their operations, because one operation may have very many rows.
    { table: 'operation_items', period: fixedPeriods.operations, isOld: isOfOperationBefore },
    { table: 'operations', period: fixedPeriods.operations, column: 'created_at' },
  ],
}
