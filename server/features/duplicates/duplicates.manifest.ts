import type { Feature } from '../feature.ts'
import { mergeOperations } from '../leads/merge/merge-operations.service.ts'
import { mountDuplicates } from './duplicates.routes.ts'
import { mergeParts } from './merge-parts.ts'

export const duplicates: Feature = {
  mount: [mountDuplicates],
  operationHandlers: [mergeOperations(mergeParts)],
}
