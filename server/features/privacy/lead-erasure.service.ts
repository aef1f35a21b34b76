import { isErased } from '#contract/leads.ts'
import { erasureWord } from '#contract/privacy.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit, type Origin } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { purgeDue } from '../calls/purging.service.ts'
import { eraseInCalls, isOnPhone } from './call-erasure.queries.ts'
import * as queries from './lead-erasure.queries.ts'
import { needleOf } from './needles.rules.ts'
import { countHeld, findLead, listLeadsOf } from './person.queries.ts'

type Context = { db: Db; caller: Member }

/** What was under way when a person was erased, in whichever process, has come in by then. */
export const SETTLE_MS = 30_000

/** The lead, and every other one of the business with the same phone or e-mail address. */
export async function requirePerson({ db, caller: { businessId } }: Context, leadId: string) {
  const lead = await findLead(db, businessId, leadId)
  if (!lead) throw new AppError('lead_not_found')
  const leads = isErased(lead)
    ? [{ id: lead.id, campaignId: lead.campaignId }]
    : await listLeadsOf(db, businessId, lead)
  const contacts = [lead.phone, lead.email].filter((contact) => contact !== null)
  return { lead, leads, leadIds: leads.map(({ id }) => id), contacts }
}

export async function findHeld(context: Context, leadId: string) {
  const { lead, leadIds } = await requirePerson(context, leadId)
  return countHeld(context.db, context.caller.businessId, { leadIds, phone: lead.phone })
}

/**
 * Erases the person behind a lead. What was asked for is written down first: should the process be killed, a job goes
 * on with it. Again: they are erased already.
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
  if (id) await sweep(deps, businessId, id, caller.from).catch(deps.onError)
}

/**
 * Erases what there is of a person. The first time it is said, too; once nothing more can come in it is finished. By
 * whichever process, as often as one likes: one at a time does it, and what is gone is gone. The request that asked says
 * from where; a job that does it in its stead does not know.
 */
export async function sweep(deps: Deps, businessId: string, id: string, from?: Origin) {
  const { workerDb, now, payloads } = deps
  await payloads.flush()
  const isSwept = await workerDb.transaction().execute(async (tx) => {
    const wanted = await queries.lockErasure(tx, businessId, id)
    if (!wanted) return false
    const { leadIds, contacts, askedAt: at } = wanted
    const sought = { leadIds, contacts, needles: contacts.map(needleOf), at }
    if (!wanted.sweptAt) await tell(tx, businessId, { ...wanted, from })
    await queries.eraseLeadTexts(tx, businessId, leadIds)
    await queries.eraseInEvents(tx, businessId, sought)
    await queries.eraseTold(tx, businessId, sought)
    await queries.eraseRequests(tx, businessId, sought)
    await queries.eraseNamed(tx, businessId, contacts)
    const isCalling = await isOnPhone(tx, businessId, sought)
    await eraseInCalls(tx, businessId, sought)
    await queries.eraseLeadRows(tx, businessId, { leadIds, at })
    await queries.markSwept(tx, businessId, { id, at: now() })
    const isOver = wanted.sweptAt && now().getTime() - Date.parse(wanted.sweptAt) >= SETTLE_MS && !isCalling
    if (isOver) await queries.markFinished(tx, businessId, { id, at: now() })
    return true
  })
  if (!isSwept) return
  deps.poke()
  await purgeDue(deps)
}

type Told = Pick<queries.Wanted, 'leadIds' | 'askedBy'> & { from: Origin | undefined }
/** In the history of each lead: that it was erased, and by whom. */
async function tell(tx: Db, businessId: string, { leadIds, askedBy: userId, from }: Told) {
  const author = { kind: 'person', businessId, userId, ...(from && { from }) } as const
  for (const leadId of leadIds) {
    const lead = await findLead(tx, businessId, leadId)
    if (lead) await emit(tx, author, 'lead.erased', { leadId, campaignId: lead.campaignId })
  }
}
