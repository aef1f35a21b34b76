import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { BATCH_SIZE } from './operation-work.service.ts'
import { insertOperation } from './operations.queries.ts'
import { beginReassignment } from './reassignment.service.ts'

type Replacement = { operationId: string | null; leads: number }
type ReplacementInput = { authorId: string; from: string; to: string; leads: RawBuilder<unknown> }

/**
 * Creates an operation that replaces a status by another, in the transaction that deletes the status. If the process
 * dies after the commit, the operation is resumed.
 */
export async function writeReplacement(
  tx: Db,
  businessId: string,
  { authorId, from, to, leads }: ReplacementInput,
): Promise<Replacement> {
  const id = newId()
  const action = { kind: 'replace', from, statusId: to } as const
  const total = await insertOperation(
    tx,
    businessId,
    { id, kind: 'replace', action, campaignIds: null, authorId },
    { matching: leads, batchSize: BATCH_SIZE },
  )
  return { operationId: id, leads: total }
}

/** Call after the commit. Small operations are done before it returns, large ones by a job. */
export const beginReplacement = (
  deps: Parameters<typeof beginReassignment>[0],
  businessId: string,
  { operationId, leads }: Replacement,
) => beginReassignment(deps, businessId, { operationId, openLeads: leads })
