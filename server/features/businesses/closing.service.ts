import { CLOSING_DAYS } from '#contract/businesses.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { lockActiveMembers } from './businesses.queries.ts'
import { listReaders, lockBusiness, updateClosing } from './closing.queries.ts'
import { closingMail } from './messages.ts'

const DAY_MS = 86_400_000

type Given = Pick<Deps, 'now' | 'env' | 'mail'>
type By = { db: Db; caller: Member }

/** From now on the business can only be read, and everybody in it is told. Gives the moment when it will be erased. */
export const closeBusiness = (given: Given, { db, caller }: By, typed: { name: string }) =>
  db.transaction().execute(async (tx) => {
    const { name, closesAt: isClosing } = await lockAsOwner(tx, caller)
    if (isClosing) throw new AppError('business_closing')
    if (typed.name.trim() !== name.trim()) throw invalidInput('name', 'name_differs')
    const at = given.now()
    const closesAt = new Date(at.getTime() + CLOSING_DAYS * DAY_MS).toISOString()
    await updateClosing(tx, caller.businessId, { at, by: caller.userId, closesAt })
    await tellReaders(tx, given, { caller, kind: 'closed', name, closesAt })
    await emit(tx, caller, 'business.closed', { campaignId: ALL_CAMPAIGNS, closesAt })
    return closesAt
  })

/** As if it had never been closed. What is open already stays so; what is being erased is not there any more. */
export const reopenBusiness = (given: Given, { db, caller }: By) =>
  db.transaction().execute(async (tx) => {
    const { name, closesAt } = await lockAsOwner(tx, caller)
    if (!closesAt) return
    await updateClosing(tx, caller.businessId, null)
    await tellReaders(tx, given, { caller, kind: 'reopened', name })
    await emit(tx, caller, 'business.reopened', { campaignId: ALL_CAMPAIGNS })
  })

/** The business, locked: of two who close it, or one who reopens and one who erases it, the second sees what the first did. */
async function lockAsOwner(tx: Db, { businessId, userId }: Member) {
  const business = await lockBusiness(tx, businessId)
  if (!business || business.erasingSince) throw new AppError('business_not_found')
  // Somebody else may have taken the role away since the request came in.
  const [member] = await lockActiveMembers(tx, businessId, [userId])
  if (member?.role !== 'Owner') throw new AppError('forbidden')
  return business
}

type Told = { caller: Member; kind: 'closed' | 'reopened'; name: string; closesAt?: string }
async function tellReaders(tx: Db, { mail, env }: Given, { caller, ...told }: Told) {
  if (!mail.isAvailable) return
  const { businessId, userId } = caller
  const readers = await listReaders(tx, businessId)
  const by = readers.find((reader) => reader.userId === userId)?.name ?? ''
  const about = { ...told, businessId, by, publicUrl: env.publicUrl }
  await queueMessages(
    tx,
    readers.map((reader) => closingMail(reader, about)),
  )
}
