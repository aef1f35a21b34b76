import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { beginHandover } from './handover.service.ts'
import { PIECE } from './operation-work.service.ts'
import { insertOperation } from './operations.queries.ts'

type Replacement = { operationId: string | null; leads: number }
type Wanted = { authorId: string; from: string; to: string; leads: RawBuilder<unknown> }

/**
 * Writes down that these leads go from one status to another, in the transaction in which the first one goes: should the
 * process be killed after it, the operation is found and done.
 */
export async function writeReplacement(
  tx: Db,
  businessId: string,
  { authorId, from, to, leads }: Wanted,
): Promise<Replacement> {
  const id = newId()
  const action = { kind: 'replace', from, statusId: to } as const
  const total = await insertOperation(
    tx,
    businessId,
    { id, kind: 'replace', action, campaignIds: null, authorId },
    { matching: leads, piece: PIECE },
  )
  return { operationId: id, leads: total }
}

/** To be called when that transaction is over: a few are done when it answers, many by a job. */
export const beginReplacement = (
  works: Parameters<typeof beginHandover>[0],
  businessId: string,
  { operationId, leads }: Replacement,
) => beginHandover(works, businessId, { operationId, openLeads: leads })
