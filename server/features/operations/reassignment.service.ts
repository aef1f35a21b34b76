import type { RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { BATCH_SIZE, workOnOperation } from './operation-work.service.ts'
import { runOperation } from './operations.jobs.ts'
import { insertOperation } from './operations.queries.ts'

type Reassignment = { operationId: string | null; openLeads: number }

/**
 * Creates an operation that assigns these leads to another user, or to none, in the transaction that removes their
 * assignee. If the process dies after the commit, the operation is resumed.
 */
export async function writeReassignment(
  tx: Db,
  businessId: string,
  { authorId, to, leads }: { authorId: string; to: string | null; leads: RawBuilder<unknown> },
): Promise<Reassignment> {
  const id = newId()
  const action = { kind: 'assign', assignedTo: to } as const
  const openLeads = await insertOperation(
    tx,
    businessId,
    { id, kind: 'assign', action, campaignIds: null, authorId },
    { matching: leads, batchSize: BATCH_SIZE },
  )
  return { operationId: id, openLeads }
}

/** Call after the commit. Small operations are done before it returns, large ones by a job. */
export async function beginReassignment(
  deps: Pick<Deps, 'tenants' | 'workerDb' | 'wakeRelay' | 'onError' | 'now'>,
  businessId: string,
  { operationId, openLeads }: Reassignment,
) {
  if (!operationId) return
  const which = { businessId, operationId }
  if (openLeads <= BATCH_SIZE) await workOnOperation(deps, which)
  else await addJobs(deps.workerDb, [specOf(runOperation, which)])
}
