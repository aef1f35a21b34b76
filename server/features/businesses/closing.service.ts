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

type ClosingDeps = Pick<Deps, 'now' | 'env' | 'mail'>
type By = { db: Db; caller: Member }

/** Makes the business read-only and mails all members. Returns the time of its erasure. */
export const closeBusiness = (deps: ClosingDeps, { db, caller }: By, typed: { name: string }) =>
  db.transaction().execute(async (tx) => {
    const { name, closesAt: isClosing } = await lockAsOwner(tx, caller)
    if (isClosing) throw new AppError('business_closing')
    if (typed.name.trim() !== name.trim()) throw invalidInput('name', 'name_differs')
    const at = deps.now()
    const closesAt = new Date(at.getTime() + CLOSING_DAYS * DAY_MS).toISOString()
    await updateClosing(tx, caller.businessId, { at, by: caller.userId, closesAt })
    await mailReaders(tx, deps, { caller, kind: 'closed', name, closesAt })
    await emit(tx, caller, 'business.closed', { campaignId: ALL_CAMPAIGNS, closesAt })
    return closesAt
  })

/** Reopens a closed business; an open one stays unchanged. 404 once its erasure began. */
export const reopenBusiness = (deps: ClosingDeps, { db, caller }: By) =>
  db.transaction().execute(async (tx) => {
    const { name, closesAt } = await lockAsOwner(tx, caller)
    if (!closesAt) return
    await updateClosing(tx, caller.businessId, null)
    await mailReaders(tx, deps, { caller, kind: 'reopened', name })
    await emit(tx, caller, 'business.reopened', { campaignId: ALL_CAMPAIGNS })
  })

/** Locks the business, so that concurrent closing, reopening and erasing run one after the other. */
async function lockAsOwner(tx: Db, { businessId, userId }: Member) {
  const business = await lockBusiness(tx, businessId)
  if (!business || business.erasingSince) throw new AppError('business_not_found')
  // The role may have been revoked since the request arrived.
  const [member] = await lockActiveMembers(tx, businessId, [userId])
  if (member?.role !== 'Owner') throw new AppError('forbidden')
  return business
}

type Notice = { caller: Member; kind: 'closed' | 'reopened'; name: string; closesAt?: string }
async function mailReaders(tx: Db, { mail, env }: ClosingDeps, { caller, ...notice }: Notice) {
  if (!mail.isAvailable) return
  const { businessId, userId } = caller
  const readers = await listReaders(tx, businessId)
  const by = readers.find((reader) => reader.userId === userId)?.name ?? ''
  const about = { ...notice, businessId, by, publicUrl: env.publicUrl }
  await queueMessages(
    tx,
    readers.map((reader) => closingMail(reader, about)),
  )
}
