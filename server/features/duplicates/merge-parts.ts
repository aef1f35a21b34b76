import { callsOfMerge } from '../calls/merging.service.ts'
import { followUpsOfMerge } from '../follow-ups/merging.service.ts'
import type { MergePart } from '../leads/merge/merge-part.ts'

/** What moves with a merged lead. */
export const mergeParts: readonly MergePart[] = [followUpsOfMerge, callsOfMerge]
