import { isErased } from '#contract/leads/leads.ts'
import { erasureWord } from '#contract/privacy.ts'
import type { Deps } from '../../deps.ts'
import { matchTextOf } from '../../platform/db/contact-match.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit, type Origin } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { purgeDue } from '../calls/recordings/recording-purge.service.ts'
import { contactHash } from '../consents/contact-hash.ts'
import * as queries from './lead-erasure.queries.ts'
import { countHeld, findLead, listFurtherContacts, listLeadsOf } from './person.queries.ts'

type Context = { db: Db; caller: Member }

/** After this time, any data that was in flight during the erasure has been stored. */
export const SETTLE_MS = 30_000

/**
 * Returns the lead and all other leads of the business with one of its phones or e-mails, its further ones too, with the
 * leads that were merged with them.
 */
export async function requirePerson({ db, caller: { businessId } }: Context, leadId: string) {
  const lead = await findLead(db, businessId, leadId)
  if (!lead) throw new AppError('lead_not_found')
  const further = await listFurtherContacts(db, businessId, leadId)
  const contacts = [lead.phone, lead.email, ...further].filter((contact) => contact !== null)
  const leads = isErased(lead)
    ? [{ id: lead.id, campaignId: lead.campaignId }]
    : await listLeadsOf(db, businessId, contacts)
  return { lead, leads, leadIds: leads.map(({ id }) => id), contacts }
}

export async function findHeld(context: Context, leadId: string) {
  const { leadIds, contacts } = await requirePerson(context, leadId)
  return countHeld(context.db, context.caller.businessId, { leadIds, contacts })
}

/**
 * Erases the person behind a lead. The erasure is stored first, so that a job resumes it if the process dies.
 * Idempotent.
 */
export async function erasePerson(deps: Deps, { db, caller }: Context, leadId: string, typed: string) {
  const { businessId, userId } = caller
  const id = await db.transaction().execute(async (tx) => {
    const { lead, leadIds, contacts } = await requirePerson({ db: tx, caller }, leadId)
    if (isErased(lead)) return undefined
    if (typed.trim() !== erasureWord(lead)) throw invalidInput('typed', 'name_differs')
    const erasure = { id: newId(), leadIds, contacts, askedBy: userId, askedAt: deps.now().toISOString() }
    await queries.insertErasure(tx, businessId, erasure)
    return erasure.id
  })
  if (id) await runErasurePass(deps, businessId, id, caller.from).catch(deps.onError)
}

/**
 * Runs one pass of an erasure. The erasure is finished after a pass when no more data can arrive. Safe in any process
 * and any number of times, because the row is locked. `from` is known only to the request, not to a job.
 */
export async function runErasurePass(deps: Deps, businessId: string, id: string, from?: Origin) {
  const { workerDb, now, payloads } = deps
  await payloads.flush()
  const hasRun = await workerDb.transaction().execute(async (tx) => {
    const erasure = await queries.lockErasure(tx, businessId, id)
    if (!erasure) return false
    const { leadIds, contacts, askedAt: at } = erasure
    const hashOf = (contact: string) => contactHash(deps.env.secretKey, businessId, contact)
    const names = await queries.listNames(tx, businessId, leadIds)
    const target = { leadIds, contacts, matchTexts: contacts.map(matchTextOf), names, at, hashOf }
    if (!erasure.firstPassAt) await emitErased(tx, businessId, { ...erasure, from })
    await queries.eraseInEvents(tx, businessId, target)
    await queries.eraseReplies(tx, businessId, target)
    let isOngoing = false
    for (const { erase } of deps.persons) if ((await erase?.(tx, businessId, target)) === 'ongoing') isOngoing = true
    await queries.updateFirstPass(tx, businessId, { id, at: now() })
    const isOver = erasure.firstPassAt && now().getTime() - Date.parse(erasure.firstPassAt) >= SETTLE_MS && !isOngoing
    if (isOver) await queries.markFinished(tx, businessId, { id, at: now() })
    return true
  })
  if (!hasRun) return
  deps.wakeRelay()
  await purgeDue(deps)
}

type ErasureNotice = Pick<queries.Erasure, 'leadIds' | 'askedBy'> & { from: Origin | undefined }
/** Adds the erasure and its author to the history of each lead. */
async function emitErased(tx: Db, businessId: string, { leadIds, askedBy: userId, from }: ErasureNotice) {
  const author = { kind: 'person', businessId, userId, ...(from && { from }) } as const
  for (const leadId of leadIds) {
    const lead = await findLead(tx, businessId, leadId)
    if (lead) await emit(tx, author, 'lead.erased', { leadId, campaignId: lead.campaignId })
  }
}
