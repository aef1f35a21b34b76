import type { Feature } from '../feature.ts'
import { mergeOperations } from '../leads/merge/merge-operations.service.ts'
import { duplicateJobs, duplicateProjection } from './duplicates.jobs.ts'
import { mountDuplicates } from './duplicates.routes.ts'
import { mergeParts } from './merge-parts.ts'
import { forgetWordsOf } from './spellings.service.ts'

export const duplicates: Feature = {
  mount: [mountDuplicates],
  jobs: duplicateJobs,
  projections: [duplicateProjection],
  operationHandlers: [mergeOperations(mergeParts)],
  person: { erase: forgetWordsOf },
}
