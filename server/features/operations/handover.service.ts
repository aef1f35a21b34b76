import type { RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { PIECE, workOnOperation } from './operation-work.service.ts'
import { runOperation } from './operations.jobs.ts'
import { insertOperation } from './operations.queries.ts'

type Handover = { operationId: string | null; openLeads: number }

/**
 * Writes down that these leads go to somebody else, or to nobody, in the transaction in which the person who had them
 * goes: should the process be killed after it, the operation is found and done.
 */
export async function writeHandover(
  tx: Db,
  businessId: string,
  { authorId, to, leads }: { authorId: string; to: string | null; leads: RawBuilder<unknown> },
): Promise<Handover> {
  const id = newId()
  const action = { kind: 'assign', assignedTo: to } as const
  const openLeads = await insertOperation(
    tx,
    businessId,
    { id, kind: 'assign', action, campaignIds: null, authorId },
    { matching: leads, piece: PIECE },
  )
  return { operationId: id, openLeads }
}

/** To be called when that transaction is over: a few are done when it answers, many by a job. */
export async function beginHandover(
  works: Pick<Deps, 'tenants' | 'workerDb' | 'poke' | 'onError' | 'now'>,
  businessId: string,
  { operationId, openLeads }: Handover,
) {
  if (!operationId) return
  const which = { businessId, operationId }
  if (openLeads <= PIECE) await workOnOperation(works, which)
  else await addJobs(works.workerDb, [specOf(runOperation, which)])
}
