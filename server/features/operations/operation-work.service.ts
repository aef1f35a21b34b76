import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Act } from '../leads/change/bulk.rules.ts'
import { changeLeads } from '../leads/change/bulk.service.ts'
import * as work from './operation-work.queries.ts'
import { endOperation } from './operations.queries.ts'

/** Leads changed in one transaction: short, because a writing transaction holds back everyone's events. */
export const PIECE = 500
/** So often a piece is tried before its operation is given up; the pauses between grow. */
const TRIES = 4
const PAUSE_MS = 300

type Which = { businessId: string; operationId: string }
type Works = Pick<Deps, 'tenants' | 'now' | 'poke' | 'onError'>

/**
 * Works on an operation, piece by piece, until it is done or the time is up; says whether more is left. Any number of
 * processes may do so at once and at any time: one piece at a time is in work, and whatever was done in its transaction
 * is written down in the same one.
 */
export async function workOnOperation(deps: Works, which: Which, untilMs = Number.POSITIVE_INFINITY): Promise<boolean> {
  const { tenants, poke, onError } = deps
  const { businessId, operationId } = which
  const db = tenants.scope({ businessId })
  for (let tries = 1; ; ) {
    try {
      const isMore = await db.transaction().execute((tx) => workOnPiece(tx, deps, which))
      tries = 1
      poke()
      if (!isMore) return false
      if (Date.now() > untilMs) return true
    } catch (error) {
      onError(error)
      if (tries++ === TRIES) {
        await endOperation(db, businessId, { id: operationId, state: 'failed', error: 'internal' })
        return false
      }
      await sleep(PAUSE_MS * tries)
    }
  }
}

async function workOnPiece(tx: Db, { now }: Works, { businessId, operationId }: Which): Promise<boolean> {
  const piece = await work.lockNextPiece(tx, businessId, operationId)
  if (!piece) return false
  if (piece.number === null) {
    await endOperation(tx, businessId, { id: operationId, state: 'done' })
    return false
  }
  const { kind, action, authorId, campaignIds, undoes, leadIds, number } = piece
  const act: Act =
    kind === 'undo' && undoes && action.kind !== 'replace'
      ? { kind, of: action.kind, done: await work.listDone(tx, businessId, undoes, leadIds) }
      : action
  const author = { kind: 'person', businessId, userId: authorId } as const
  const outcomes = await changeLeads(tx, author, { leadIds, act, campaigns: campaignIds, operationId, now: now() })
  await work.insertOutcomes(tx, businessId, { id: operationId, number, outcomes })
  if (kind === 'undo' && undoes) {
    const given = outcomes.filter(({ outcome }) => outcome === 'changed').map(({ leadId }) => leadId)
    await work.updateUndoneLeads(tx, businessId, undoes, given)
  }
  return true
}
